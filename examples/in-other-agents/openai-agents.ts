import { Agent, type Model, type ModelRequest, type ModelResponse, Runner, tool, Usage } from '@openai/agents'
import { toOpenAiTool } from '@sweatpants/framework/adapters'
import { createRuns } from '@sweatpants/framework/log'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { askPerson, bookFlight, storeFile } from './tool.ts'

/** Calls the tool, and then says what the tool returned. A real one is found by its name: `model: 'gpt-5'`. */
class ScriptedModel implements Model {
  async getResponse({ input }: ModelRequest): Promise<ModelResponse> {
    const result = typeof input === 'string' ? undefined : input.find((item) => item.type === 'function_call_result')
    const usage = new Usage()
    if (result === undefined) {
      const call = { name: 'book_flight', callId: crypto.randomUUID(), arguments: '{"from":"Rome","to":"Oslo"}' }
      return { usage, output: [{ type: 'function_call', status: 'completed', ...call }] }
    }
    const { output } = result
    const text = typeof output === 'object' && 'text' in output ? output.text : JSON.stringify(output)
    const content = [{ type: 'output_text' as const, text }]
    return { usage, output: [{ type: 'message', role: 'assistant', status: 'completed', content }] }
  }

  async *getStreamedResponse(): ReturnType<Model['getStreamedResponse']> {
    throw new Error('this model does not stream')
  }
}

const store = createSqliteStore(storeFile)

// The SDK suspends for approvals only. When the process was killed, the model is asked again, and its call gets another id: the
// run is named after the conversation, so that the new call goes on where the old one was.
const book = tool(
  toOpenAiTool(bookFlight, { onQuestion: askPerson, runs: createRuns(store), runId: () => 'conversation-7' }),
)

const agent = new Agent({ name: 'Travel agent', tools: [book], model: new ScriptedModel() })
const { finalOutput } = await new Runner({ tracingDisabled: true }).run(agent, 'Book a flight from Rome to Oslo.')
console.log(`ended ${typeof finalOutput === 'string' ? finalOutput : JSON.stringify(finalOutput)}`)
await store.close()
