import { Agent } from '@mastra/core/agent'
import { createTool } from '@mastra/core/tools'
import { toMastraTool } from '@sweatpants/framework/adapters'
import { createMemoryStore } from '@sweatpants/framework/chat'
import { createRuns } from '@sweatpants/framework/log'
import { createModel } from './ai-sdk-model.ts'
import { abort, slow } from './slow-tool.ts'

const book_flight = createTool(toMastraTool(slow, { runs: createRuns(createMemoryStore()) }))
const agent = new Agent({ id: 'a', name: 'Agent', instructions: 'Go.', model: createModel(), tools: { book_flight } })
await agent.generate('Go.', { abortSignal: abort.signal }).catch(() => {})
