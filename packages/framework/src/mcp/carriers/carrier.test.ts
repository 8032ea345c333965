import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createSqliteStore } from '../../stores/sqlite.ts'
import { createMcpTool } from '../../tools/builder.ts'
import { createMemoryJournal, type Recording } from '../../tools/journal.ts'
import { deferred } from '../../tools/outcome.ts'
import { createMemoryRunStore, type RunStore } from '../../tools/run-store.ts'
import { runTool } from '../../tools/run-tool.ts'
import { createAutoCarrier } from './auto.ts'
import type { Binding, Carrier } from './carrier.ts'
import { createKeyring, mintSecret } from './keys.ts'
import { createSealedCarrier } from './sealed.ts'
import { createStoredCarrier } from './stored.ts'

interface Node {
  carrier: Carrier
  store: RunStore
}

const ttl = 1000
const keys = createKeyring([mintSecret()])

const createAuto = (store: RunStore, now: () => number, limit?: number) =>
  createAutoCarrier({
    sealed: createSealedCarrier({ keys, ttl, now }),
    stored: createStoredCarrier({ store, ttl, now }),
    ...(limit !== undefined && { limit }),
  })

const carriers: Record<string, (now: () => number) => Node> = {
  sealed: (now) => ({ carrier: createSealedCarrier({ keys, ttl, now }), store: createMemoryRunStore() }),
  'stored in memory'(now) {
    const store = createMemoryRunStore()
    return { carrier: createStoredCarrier({ store, ttl, now }), store }
  },
  'stored in SQLite'(now) {
    const store = createSqliteStore(':memory:').runs
    return { carrier: createStoredCarrier({ store, ttl, now }), store }
  },
  'auto, short enough to be sealed'(now) {
    const store = createMemoryRunStore()
    return { carrier: createAuto(store, now), store }
  },
  'auto, stored from the first'(now) {
    const store = createMemoryRunStore()
    return { carrier: createAuto(store, now, 0), store }
  },
}

const binding: Binding = {
  tool: 'book_flight',
  arguments: { from: 'BER', to: 'LIS', options: { bags: 1, seat: 'window' } },
  principal: 'ada',
  audience: 'travel',
}

const toRecording = (...values: unknown[]): Recording => ({
  revision: values.length + 1,
  header: {
    format: 1,
    tool: 'book_flight',
    runId: 'run-1',
    seed: 'seed',
    can: { elicitation: true, sampling: false, roots: false, tasks: false },
    params: 'd1g3st',
    startedAt: 0,
  },
  entries: values.map((value, i) => ({
    type: 'value',
    at: String(i),
    kind: 'step',
    key: 'search',
    digest: 'abc',
    time: i,
    value: value as never,
  })),
  progress: { asked: { '1': { time: 5 } }, emitted: {}, ran: {} },
})

const contentOf = ({ header, entries, progress }: Recording) =>
  JSON.parse(JSON.stringify({ header, entries, progress }))

describe.each(Object.entries(carriers))('a run that is %s', (_, create) => {
  let time = 0
  let node: Node | undefined
  const start = (): Carrier => {
    time = 0
    node = create(() => time)
    return node.carrier
  }
  afterEach(() => node?.store.close())

  const refusal = (carrier: Carrier, state: string, changed: Partial<Binding> = {}) =>
    (async () => carrier.unpack(state, { ...binding, ...changed }))().then(
      () => 'unpacked',
      (error) => [error.name, error.code, error.message],
    )

  const notValid = [
    'ProtocolError',
    -32602,
    'this requestState is not valid for this call; start the call again without it',
  ]

  it('comes back as it went', async () => {
    const carrier = start()
    const state = await carrier.pack(toRecording({ flights: [1, 2] }, null), binding, 3)
    const { journal, rounds } = await carrier.unpack(state, binding)
    expect(contentOf((await journal.read())!)).toEqual(contentOf(toRecording({ flights: [1, 2] }, null)))
    expect(rounds).toBe(3)
  })

  it('comes back as it went, whatever it holds', async () => {
    const carrier = start()
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue()), fc.nat(), async (values, rounds) => {
        const recording = toRecording(...values)
        const carried = await carrier.unpack(await carrier.pack(recording, binding, rounds), binding)
        expect(contentOf((await carried.journal.read())!)).toEqual(contentOf(recording))
        expect(carried.rounds).toBe(rounds)
      }),
      { numRuns: 50 },
    )
  })

  it('is not found in its state', async () => {
    const state = await start().pack(toRecording('LIS in May'), binding, 1)
    const decoded = state.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'))
    for (const plain of ['LIS', 'search', 'run-1', 'ada', 'book_flight']) {
      expect([state, ...decoded].join()).not.toContain(plain)
    }
    expect(state).toMatch(/^[\w.-]+$/)
  })

  it('has another state each time', async () => {
    const carrier = start()
    const states = new Set<string>()
    for (let i = 0; i < 20; i++) states.add(await carrier.pack(toRecording(1), binding, 1))
    expect(states.size).toBe(20)
  })

  it('is refused when any bit of its state is flipped, or anything is appended', async () => {
    const carrier = start()
    const state = await carrier.pack(toRecording(1), binding, 1)
    for (let i = 0; i < state.length; i++) {
      for (let bit = 1; bit < 256; bit *= 2) {
        const flipped = state.slice(0, i) + String.fromCharCode(state.charCodeAt(i) ^ bit) + state.slice(i + 1)
        expect(await refusal(carrier, flipped), `bit ${bit} of character ${i}`).toContain(-32602)
      }
    }
    for (const suffix of ['-TAMPERED', 'A', '=', ' ', '\n', '.', '0']) {
      expect(await refusal(carrier, state + suffix), JSON.stringify(suffix)).toContain(-32602)
    }
    expect(await refusal(carrier, state)).toBe('unpacked')
  })

  it.each(['', '.', 'sealed1', 'sealed1..', 'stored1', 'stored1..1', 'stored1.a.1', 'nonsense', '{}'])(
    'is not in the state %j',
    async (state) => {
      expect(await refusal(start(), state)).toEqual(notValid)
    },
  )

  it.each<[string, Partial<Binding>]>([
    ['tool', { tool: 'cancel_flight' }],
    ['argument', { arguments: { from: 'BER', to: 'LIS', options: { bags: 2, seat: 'window' } } }],
    ['set of arguments', { arguments: { from: 'BER', to: 'LIS' } }],
    ['type of an argument', { arguments: { from: 'BER', to: 'LIS', options: { bags: '1', seat: 'window' } } }],
    ['principal', { principal: 'eve' }],
    ['caller without a principal', { principal: undefined }],
    ['audience', { audience: 'hotel' }],
    ['arrangement of the same words', { tool: 'travel', audience: 'book_flight' }],
  ])('is refused to another %s', async (_, changed) => {
    const carrier = start()
    const state = await carrier.pack(toRecording(1), binding, 1)
    expect(await refusal(carrier, state, changed)).toEqual(notValid)
  })

  it('is refused to a principal when it had none, whatever the name', async () => {
    const carrier = start()
    const state = await carrier.pack(toRecording(1), { ...binding, principal: undefined }, 1)
    for (const principal of ['', 'null', 'undefined', 'ada']) {
      expect(await refusal(carrier, state, { principal })).toEqual(notValid)
    }
    expect(await refusal(carrier, state, { principal: undefined })).toBe('unpacked')
  })

  it('is given for the same arguments in another order', async () => {
    const carrier = start()
    const state = await carrier.pack(toRecording(1), binding, 1)
    const reordered = { options: { seat: 'window', bags: 1 }, to: 'LIS', from: 'BER' }
    expect(await refusal(carrier, state, { arguments: reordered })).toBe('unpacked')
  })

  it('is refused to arguments that are nested too deeply to be bound', async () => {
    const carrier = start()
    const state = await carrier.pack(toRecording(1), binding, 1)
    const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))
    expect(await refusal(carrier, state, { arguments: deep })).toContain(-32602)
  })

  it('expires, and says so only to whom it was given', async () => {
    const carrier = start()
    const state = await carrier.pack(toRecording(1), binding, 1)
    time = ttl - 1
    expect(await refusal(carrier, state)).toBe('unpacked')
    time = ttl
    const expired = ['ProtocolError', -32602, 'this requestState has expired; start the call again without it']
    expect(await refusal(carrier, state)).toEqual(expired)
    expect(await refusal(carrier, state, { principal: 'eve' })).toEqual(notValid)
  })

  it('goes on from round to round, and repeats no step', async () => {
    const carrier = start()
    const performed: string[] = []
    const word = { response: z.object({ text: z.string() }) }
    const tool = createMcpTool('wizard')
      .elicits({ word })
      .execute(function* (_, ctx) {
        let text = ''
        for (const step of ['a', 'b', 'c']) {
          yield* ctx.step(step, () => void performed.push(step))
          const answer = yield* ctx.elicit('word', { message: step })
          if (answer.action === 'accept') text += answer.content.text
        }
        return text
      })
      .build()
    const states = new Set<string>()
    let carried = { journal: createMemoryJournal() as Awaited<ReturnType<Carrier['unpack']>>['journal'], rounds: 0 }
    let answers = {}
    for (;;) {
      const { journal, rounds } = carried
      const result = await runTool(tool, {}, { peer: { answer: () => deferred }, journal, answers })
      if (result.type !== 'parked') {
        expect(result).toMatchObject({ type: 'completed', value: '123' })
        break
      }
      const state = await carrier.pack((await journal.read())!, binding, rounds + 1)
      states.add(state)
      carried = await carrier.unpack(state, binding)
      answers = { [result.questions[0]!.id]: { action: 'accept', content: { text: String(rounds + 1) } } }
    }
    expect(performed).toEqual(['a', 'b', 'c'])
    expect(states.size).toBe(3)
    expect(carried.rounds).toBe(3)
  })
})
