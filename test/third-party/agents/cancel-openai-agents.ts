import { Agent, type Model, type ModelResponse, Runner, tool, Usage } from '@openai/agents'
import { toOpenAiTool } from '@sweatpants/framework/adapters'
import { abort, slow } from './slow-tool.ts'

class CallingModel implements Model {
  async getResponse(): Promise<ModelResponse> {
    const call = { name: 'book_flight', callId: '1', arguments: '{}' }
    return { usage: new Usage(), output: [{ type: 'function_call', status: 'completed', ...call }] }
  }

  async *getStreamedResponse(): ReturnType<Model['getStreamedResponse']> {
    throw new Error('this model does not stream')
  }
}

const agent = new Agent({ name: 'Agent', tools: [tool(toOpenAiTool(slow))], model: new CallingModel() })
await new Runner({ tracingDisabled: true }).run(agent, 'Go.', { signal: abort.signal }).catch(() => {})
