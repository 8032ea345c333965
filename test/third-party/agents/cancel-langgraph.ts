import { AIMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import { ToolNode } from '@langchain/langgraph/prebuilt'
import { toLangChainTool } from '@sweatpants/framework/adapters'
import { abort, slow } from './slow-tool.ts'

const call = { type: 'tool_call' as const, id: 'call-1', name: 'book_flight', args: {} }
const graph = new StateGraph(MessagesAnnotation)
  .addNode('model', () => ({ messages: [new AIMessage({ content: '', tool_calls: [call] })] }))
  .addNode('tools', new ToolNode([tool(...toLangChainTool(slow))]))
  .addEdge(START, 'model')
  .addEdge('model', 'tools')
  .addEdge('tools', END)
  .compile()
await graph.invoke({ messages: [] }, { signal: abort.signal }).catch(() => {})
