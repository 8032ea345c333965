import { toAiSdkTool } from '@sweatpants/framework/adapters'
import { generateText } from 'ai'
import { createModel } from './ai-sdk-model.ts'
import { abort, slow } from './slow-tool.ts'

const tools = { book_flight: toAiSdkTool(slow) }
await generateText({ model: createModel(), prompt: 'Go.', tools, abortSignal: abort.signal }).catch(() => {})
