import { AIMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { Command, END, interrupt, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import { ToolNode } from '@langchain/langgraph/prebuilt'
import { type AskedQuestion, toLangChainTool } from '@sweatpants/framework/adapters'
import { createRuns } from '@sweatpants/framework/log'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { FileSaver } from './langgraph-saver.ts'
import { askPerson, bookFlight, storeFile } from './tool.ts'

const store = createSqliteStore(storeFile)
const book = tool(...toLangChainTool(bookFlight, { interrupt, runs: createRuns(store) }))

/** Calls the tool once, as a model would. */
const callModel = () => {
  const call = { type: 'tool_call' as const, id: 'call-1', name: 'book_flight', args: { from: 'Rome', to: 'Oslo' } }
  return { messages: [new AIMessage({ content: '', tool_calls: [call] })] }
}

const graph = new StateGraph(MessagesAnnotation)
  .addNode('model', callModel)
  .addNode('tools', new ToolNode([book]))
  .addEdge(START, 'model')
  .addEdge('model', 'tools')
  .addEdge('tools', END)
  .compile({ checkpointer: new FileSaver(`${storeFile}.checkpoints`) })

const config = { configurable: { thread_id: 'conversation-7' } }

/** The questions that interrupt the graph. */
async function openQuestions(): Promise<AskedQuestion[]> {
  const { tasks } = await graph.getState(config)
  return tasks.flatMap(({ interrupts }) => interrupts.flatMap(({ value }) => value.questions as AskedQuestion[]))
}

let questions = await openQuestions()
if (questions.length === 0) {
  await graph.invoke({ messages: [{ role: 'user', content: 'Book a flight from Rome to Oslo.' }] }, config)
  questions = await openQuestions()
}
while (questions.length > 0) {
  const answered = await Promise.all(questions.map(async (question) => [question.id, await askPerson(question)]))
  await graph.invoke(new Command({ resume: Object.fromEntries(answered) }), config)
  questions = await openQuestions()
}
const { messages } = (await graph.getState(config)).values as typeof MessagesAnnotation.State
console.log(`ended ${messages.at(-1)?.content}`)
await store.close()
