import { setTimeout as pause } from 'node:timers/promises'
import type { ModelChoice } from '@sweatpants/framework/models'

type LanguageModel = Extract<ModelChoice, { specificationVersion: 'v4' }>
type Prompt = Parameters<LanguageModel['doStream']>[0]['prompt']
type Parts = Awaited<ReturnType<LanguageModel['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never

const usage = {
  inputTokens: { total: 7, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 3, text: undefined, reasoning: undefined },
}

/** Milliseconds between two pieces of a text: long enough that a node is killed in between, now and then. */
const PACE = 8

/**
 * Does as it is told, and as nothing else but the conversation says: of `order pay then note` it calls the first two tools at
 * once, then the third, and then tells what came of it.
 */
export const createClerk = (): LanguageModel => ({
  specificationVersion: 'v4',
  provider: 'test',
  modelId: 'clerk',
  supportedUrls: {},
  doGenerate: () => Promise.reject(new Error('the answers of this test are streamed')),
  async doStream({ prompt }) {
    const parts = toParts(prompt)
    const stream = new ReadableStream<Parts>({
      async pull(controller) {
        const { done, value } = parts.next()
        if (done) return controller.close()
        if (value.type === 'text-delta') await pause(PACE)
        controller.enqueue(value)
      },
    })
    return { stream }
  },
})

function* toParts(prompt: Prompt): Generator<Parts, void, void> {
  const { pieces, calls } = answerTo(prompt)
  const id = 'text'
  yield { type: 'stream-start', warnings: [] }
  yield { type: 'text-start', id }
  for (const delta of pieces) yield { type: 'text-delta', id, delta }
  yield { type: 'text-end', id }
  for (const [index, toolName] of calls.entries()) {
    yield { type: 'tool-call', toolCallId: `${toolName}-${index}`, toolName, input: '{}' }
  }
  const unified = calls.length > 0 ? 'tool-calls' : 'stop'
  yield { type: 'finish', finishReason: { unified, raw: unified }, usage }
}

function answerTo(prompt: Prompt): { pieces: string[]; calls: string[] } {
  const asked = prompt.findLastIndex(({ role }) => role === 'user')
  const rounds = prompt.slice(asked).filter(({ role }) => role === 'tool').length
  const calls = (textOf(prompt[asked]).split(' then ')[rounds] ?? '').match(/order|pay|note/g) ?? []
  if (calls.length > 0) return { pieces: ['Let me ', 'see ', 'to it.'], calls }
  const last = prompt.at(-1)
  const results = last?.role === 'tool' ? last.content.map((part) => `${JSON.stringify(part)} `) : []
  return { pieces: ['After ', `${prompt.length} messages: `, ...results, 'that ', 'is ', 'all.'], calls: [] }
}

function textOf(message: Prompt[number] | undefined): string {
  if (message?.role !== 'user') return ''
  return message.content.map((part) => (part.type === 'text' ? part.text : '')).join(' ')
}
