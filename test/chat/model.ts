import type { ModelChoice } from '@sweatpants/framework/models'

type LanguageModel = Extract<ModelChoice, { specificationVersion: 'v4' }>
type Request = Parameters<LanguageModel['doStream']>[0]
type Prompt = Request['prompt']
type Parts = Awaited<ReturnType<LanguageModel['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never

const usage = {
  inputTokens: { total: 7, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 3, text: undefined, reasoning: undefined },
}

const CALLS = [
  { id: 'flight', name: 'book_flight', input: { to: 'Lisbon' } },
  { id: 'deposit', name: 'pay_deposit', input: { amount: 50 } },
]

/** A model whose answer follows from what it is asked and from nothing else, so that it says the same in every process. */
export const travelAgent: LanguageModel = {
  specificationVersion: 'v4',
  provider: 'test',
  modelId: 'travel-agent',
  supportedUrls: {},
  doGenerate: () => Promise.reject(new Error('the answers of this test are streamed')),
  async doStream({ prompt }) {
    const parts = toParts(prompt)
    const stream = new ReadableStream<Parts>({
      pull(controller) {
        const { done, value } = parts.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
    })
    return { stream }
  },
}

function* toParts(prompt: Prompt): Generator<Parts, void, void> {
  const { pieces, calls } = answerTo(prompt)
  const id = 'text'
  yield { type: 'stream-start', warnings: [] }
  yield { type: 'text-start', id }
  for (const delta of pieces) yield { type: 'text-delta', id, delta }
  yield { type: 'text-end', id }
  for (const { id: toolCallId, name: toolName, input } of calls) {
    yield { type: 'tool-call', toolCallId, toolName, input: JSON.stringify(input) }
  }
  const unified = calls.length > 0 ? 'tool-calls' : 'stop'
  yield { type: 'finish', finishReason: { unified, raw: unified }, usage }
}

function answerTo(prompt: Prompt): { pieces: string[]; calls: typeof CALLS } {
  const last = prompt.at(-1)
  if (last?.role === 'tool') {
    const results = last.content.map((part) => JSON.stringify(part.type === 'tool-result' && part.output))
    return { pieces: ['All ', 'is ', 'arranged: ', ...results.map((result) => `${result} `), 'Enjoy.'], calls: [] }
  }
  const isFirst = prompt.filter(({ role }) => role === 'user').length === 1
  if (isFirst) return { pieces: ['Let me ', 'see ', 'to it.'], calls: CALLS }
  return { pieces: [`After ${prompt.length} messages: `, 'sunny.'], calls: [] }
}
