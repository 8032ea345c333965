import { Agent } from '@mastra/core/agent'
import { Mastra } from '@mastra/core/mastra'
import { createTool } from '@mastra/core/tools'
import { LibSQLStore } from '@mastra/libsql'
import { type AskedQuestion, toMastraTool } from '@sweatpants/framework/adapters'
import { createRuns } from '@sweatpants/framework/log'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { createModel } from './ai-sdk-model.ts'
import { askPerson, bookFlight, storeFile } from './tool.ts'

const store = createSqliteStore(storeFile)
const book_flight = createTool(toMastraTool(bookFlight, { runs: createRuns(store) }))
const travel = new Agent({
  id: 'travel',
  name: 'Travel agent',
  instructions: 'Book flights.',
  model: createModel(),
  tools: { book_flight },
})
const storage = new LibSQLStore({ id: 'mastra', url: `file:${storeFile}.mastra` })
const agent = new Mastra({ agents: { travel }, storage, logger: false }).getAgent('travel')

const runId = 'conversation-7'

/** The questions that suspend the agent, with the call that asks them. */
async function findSuspended() {
  const { runs } = await agent.listSuspendedRuns()
  const call = runs.find((run) => run.runId === runId)?.toolCalls[0]
  // What `toMastraTool` suspends with.
  return call && { ...call, questions: (call.suspendPayload as { questions: AskedQuestion[] }).questions }
}

let suspended = await findSuspended()
if (suspended === undefined) {
  const { text } = await agent.generate('Book a flight from Rome to Oslo.', { runId })
  suspended = await findSuspended()
  if (suspended === undefined) console.log(`ended ${text}`)
}
while (suspended !== undefined) {
  const { questions, toolCallId } = suspended
  const answered = await Promise.all(questions.map(async (question) => [question.id, await askPerson(question)]))
  const { text } = await agent.resumeGenerate(Object.fromEntries(answered), {
    runId,
    ...(toolCallId !== undefined && { toolCallId }),
  })
  suspended = await findSuspended()
  if (suspended === undefined) console.log(`ended ${text}`)
}
await store.close()
