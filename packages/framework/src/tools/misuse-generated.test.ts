import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { createMcpTool } from './builder.ts'
import type { Effect } from './effect.ts'
import { SweatpantsError } from './errors.ts'
import { createMemoryJournal } from './journal.ts'
import { deferred, succeeded } from './outcome.ts'
import type { Peer } from './peer.ts'
import { runTool } from './run-tool.ts'

/** What JavaScript may pass anywhere. */
const anything = fc.oneof(
  fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true, maxDepth: 2 }),
  fc.constantFrom<unknown>(
    Symbol('x'),
    1n,
    null,
    Number.NaN,
    new Map(),
    new Error('e'),
    () => 1,
    async () => 1,
  ),
)

/** Mostly one of these. */
const oneOf = (...right: readonly unknown[]) =>
  fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...right) }, { weight: 1, arbitrary: anything })

/** Mostly an object with some of these fields. */
const fields = (shape: Record<string, fc.Arbitrary<unknown>>) =>
  fc.oneof({ weight: 4, arbitrary: fc.record(shape, { requiredKeys: [] }) }, { weight: 1, arbitrary: anything })

const some = (item: fc.Arbitrary<unknown>) => fc.oneof(anything, fc.array(item, { maxLength: 2 }))

const block = fields({
  type: oneOf('text', 'tool_use', 'tool_result', 'image'),
  text: oneOf('x'),
  id: oneOf('i'),
  name: oneOf('n'),
  input: anything,
  toolUseId: oneOf('i'),
  content: anything,
})

const messages = some(
  fields({ role: oneOf('user', 'assistant', 'system'), content: fc.oneof(oneOf('hi'), block, some(block)) }),
)

const sample = fields({
  prompt: oneOf('hi'),
  messages,
  systemPrompt: oneOf('s'),
  maxTokens: oneOf(5),
  temperature: oneOf(1),
  modelPreferences: anything,
  key: oneOf('k'),
  schema: oneOf(z.object({ a: z.number() })),
  tools: some(fields({ name: oneOf('t'), description: oneOf('d'), inputSchema: oneOf(z.object({})) })),
  toolChoice: oneOf('auto', 'none'),
  retries: oneOf(1),
})

const question = fields({
  message: oneOf('m'),
  plain: oneOf('p'),
  mode: oneOf('url'),
  url: oneOf('https://example.com'),
  choices: fields({ n: some(fields({ value: oneOf('a'), title: anything })) }),
  shown: anything,
})

const retry = fields({
  attempts: oneOf(2),
  backoff: fc.oneof(anything, fields({ initial: oneOf(1), factor: oneOf(2), max: oneOf(3) })),
  maxElapsed: oneOf(5),
  retryOn: anything,
})

const fail = () => {
  throw new Error('x')
}

const limits = { maxDepth: anything, maxTokens: anything, timeout: anything, cleanup: anything }

const calls: fc.Arbitrary<[string, ...unknown[]]> = fc.oneof(
  fc.tuple(fc.constant('elicit'), oneOf('ask', 'page'), question, fields({ to: oneOf('a', ['b']), quorum: oneOf(2) })),
  fc.tuple(fc.constantFrom('sample', 'sampleSchema', 'sampleTools'), sample),
  fc.tuple(
    fc.constant('step'),
    oneOf('s'),
    oneOf(() => 1, fail),
    fields({ once: oneOf(true), retry }),
  ),
  fc.tuple(
    fc.constant('branch'),
    oneOf(function* () {}),
    fields({ inheritMessages: anything, messages, systemPrompt: anything, ...limits }),
  ),
  fc
    .tuple(
      fc.constantFrom(
        'all',
        'race',
        'signal',
        'signalUrl',
        'patched',
        'sleep',
        'log',
        'notify',
        'now',
        'uuid',
        'roots',
      ),
      fc.array(oneOf('x', 'info', 1, []), { maxLength: 3 }),
    )
    .map(([member, args]): [string, ...unknown[]] => [member, ...args]),
)

const peer: Peer = {
  answer(effect) {
    if (effect.type === 'sample') return succeeded({ content: { type: 'text', text: '{"a":1}' }, model: 'm' })
    return 'id' in effect ? deferred : succeeded(undefined)
  },
}

type Members = Record<string, (...args: unknown[]) => Iterable<Effect>>

it('a member of the context that is called with anything neither stops the run nor fails with an error of JavaScript', async () => {
  const property = fc.asyncProperty(calls, async ([member, ...args]) => {
    const tool = createMcpTool('t')
      .elicits({ ask: { response: z.object({ n: z.string() }) }, page: { mode: 'url' } })
      .execute(function* (_, ctx) {
        yield* (ctx as unknown as Members)[member]!(...args) as Generator<Effect>
      })
      .build()
    const result = await runTool(tool, {}, { peer, journal: createMemoryJournal(), longSleep: 0 })
    if (result.type === 'failed') expect(result.error).toBeInstanceOf(SweatpantsError)
  })
  await fc.assert(property, { numRuns: 2_000 })
})
