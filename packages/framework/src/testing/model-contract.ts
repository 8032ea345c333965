import assert from 'node:assert/strict'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { Model, ReplyPart } from '../models/model.ts'
import type { SampleReply } from '../tools/effects/sample.ts'
import type { ContractCase } from './contract.ts'
import { scriptedModel } from './scripted-model.ts'

/** Asks a model on top of a provider. */
type Create = (provider: LanguageModelV4) => Model

const never = new AbortController().signal

const ask = (model: Model, signal = never, onPart?: (part: ReplyPart) => void): Promise<SampleReply> =>
  model.answer(
    { messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }], maxTokens: 100 },
    { signal, caller: 'contract', ...(onPart !== undefined && { onPart }) },
  )

const textOf = ({ content }: SampleReply): string =>
  [content]
    .flat()
    .map((block) => (block.type === 'text' ? block.text : ''))
    .join('')

/**
 * What every model does: the suite creates it on top of a provider that follows a script.
 *
 * ```ts
 * describeContract('my model', modelContract((provider) => withCache(fromLanguageModel(provider))))
 * ```
 */
export function modelContract(create: Create): ContractCase[] {
  return Object.entries(cases).map(([name, check]) => ({ name, run: () => check(create) }))
}

const cases: Record<string, (create: Create) => Promise<void>> = {
  async 'a model has an id, and its answer has the text, the model and the usage of the provider'(create) {
    const model = create(scriptedModel([{ text: 'Good day.', usage: { inputTokens: 3, outputTokens: 2 } }]))
    assert.notEqual(model.id, '')
    const reply = await ask(model)
    assert.equal(textOf(reply), 'Good day.')
    assert.equal(typeof reply.model, 'string')
    assert.equal(reply.usage?.outputTokens, 2)
  },

  async 'the streamed pieces are the text of the answer'(create) {
    const model = create(scriptedModel([{ pieces: ['Good ', 'day.'] }]))
    const pieces: string[] = []
    const reply = await ask(model, never, (part) => {
      if (part.type === 'text') pieces.push(part.text)
    })
    assert.deepEqual(pieces, ['Good ', 'day.'])
    assert.equal(textOf(reply), 'Good day.')
  },

  async 'a tool call of the provider is a block of the answer'(create) {
    const model = create(scriptedModel([{ calls: [{ name: 'weather', input: { city: 'Lisbon' } }] }]))
    const tools = [{ name: 'weather', inputSchema: { type: 'object' } as const }]
    const { content } = await model.answer(
      { messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }], tools },
      { signal: never },
    )
    const [block] = [content].flat()
    assert.ok(block?.type === 'tool_use', 'expected a tool_use block')
    assert.deepEqual({ name: block.name, input: block.input }, { name: 'weather', input: { city: 'Lisbon' } })
  },

  async 'an aborted request rejects, and the next one is answered'(create) {
    const provider = scriptedModel([{ hang: true }, { text: 'Good day.' }])
    const model = create(provider)
    const abort = new AbortController()
    const rejected = assert.rejects(ask(model, abort.signal))
    while (provider.calls.length === 0) await new Promise((resolve) => setImmediate(resolve))
    abort.abort(new Error('stop'))
    await rejected
    assert.equal(textOf(await ask(model)), 'Good day.')
  },

  async 'a request that was aborted before it was made does not reach the provider'(create) {
    const provider = scriptedModel(['Good day.'])
    await assert.rejects(ask(create(provider), AbortSignal.abort(new Error('stop'))))
    assert.equal(provider.calls.length, 0)
  },

  async 'a request that the provider refuses for good rejects'(create) {
    await assert.rejects(ask(create(scriptedModel([{ status: 401 }]))))
  },
}
