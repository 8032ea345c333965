import assert from 'node:assert/strict'
import type { Binding, Carried, Carrier } from '../mcp/core/carrier.ts'
import type { Recording } from '../tools/journal.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import { type ContractCase, toContract } from './contract.ts'

/** A carrier whose states are valid for a minute of a clock that the case sets. */
export interface CarrierUnderContract {
  carrier: Carrier
  setTime(time: number): void
  /** Called after the case, however it ended. */
  close?(): MaybePromise<void>
}

/** Milliseconds for which the states of a carrier under contract are valid. */
export const CONTRACT_TTL = 60_000

/** What every carrier does. `create` returns a carrier whose clock is at 0; each case has its own. */
export function carrierContract(create: () => MaybePromise<CarrierUnderContract>): ContractCase[] {
  return toContract(cases, create)
}

const binding: Binding = {
  subject: 'tools/call book_flight',
  arguments: { from: 'BER', to: 'LIS', options: { bags: 1, seat: 'window' } },
  principal: 'ada',
  audience: 'travel',
}

let runs = 0

/** Returns a run between two rounds; each has its own id, as every run has. */
export function toCarried(...values: unknown[]): Carried {
  const recording: Recording = {
    revision: values.length + 1,
    header: {
      format: 1,
      tool: 'book_flight',
      runId: `contract-${++runs}`,
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
    progress: { asked: { '1': { kind: 'elicit', key: 'sure', time: 5 } }, emitted: 0 },
  }
  return { recording, rounds: 3, claims: [{ from: 'state', answers: 'answers' }] }
}

const others: Record<string, Partial<Binding>> = {
  'another subject': { subject: 'tools/call cancel_flight' },
  'another argument': { arguments: { from: 'BER', to: 'LIS', options: { bags: 2, seat: 'window' } } },
  'other arguments': { arguments: { from: 'BER', to: 'LIS' } },
  'an argument of another type': { arguments: { from: 'BER', to: 'LIS', options: { bags: '1', seat: 'window' } } },
  'another principal': { principal: 'eve' },
  'a caller without a principal': { principal: undefined },
  'another audience': { audience: 'hotel' },
  'another order of the same words': { subject: 'travel', audience: 'tools/call book_flight' },
}

const cases: Record<string, (subject: CarrierUnderContract) => Promise<void>> = {
  async 'returns a run as it was packed'({ carrier }) {
    for (const values of [[], [{ flights: [1, 2] }, null], ['ü\u0000\u2028', '__proto__', [[[]]]]]) {
      const carried = toCarried(...values)
      const found = await carrier.unpack(await carrier.pack(carried, binding), binding)
      assert.deepEqual(toContent(found), toContent(carried))
    }
  },

  async 'shows nothing of the run in its state'({ carrier }) {
    const state = await carrier.pack(toCarried('LIS in May'), binding)
    const decoded = state.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'))
    for (const plain of ['LIS', 'search', 'ada', 'book_flight']) {
      assert.ok(![state, ...decoded].join().includes(plain), `${plain} is in the state`)
    }
    assert.match(state, /^[\w.-]+$/)
  },

  async 'gives each run another state'({ carrier }) {
    const states = new Set<string>()
    for (let i = 0; i < 20; i++) states.add(await carrier.pack(toCarried(1), binding))
    assert.equal(states.size, 20)
  },

  async 'refuses a state with any bit flipped, and one with anything appended'({ carrier }) {
    const state = await carrier.pack(toCarried(1), binding)
    for (let i = 0; i < state.length; i++) {
      for (let bit = 1; bit < 256; bit *= 2) {
        const flipped = state.slice(0, i) + String.fromCharCode(state.charCodeAt(i) ^ bit) + state.slice(i + 1)
        assert.equal(await unpack(carrier, flipped), NOT_VALID, `bit ${bit} of character ${i}`)
      }
    }
    for (const suffix of ['-TAMPERED', 'A', '=', ' ', '\n', '.', '0']) {
      assert.equal(await unpack(carrier, state + suffix), NOT_VALID, JSON.stringify(suffix))
    }
    assert.equal(await unpack(carrier, state), 'unpacked')
  },

  async 'refuses what is not a state'({ carrier }) {
    for (const state of ['', '.', 'sealed1', 'sealed1..', 'call1', 'call1..1', 'call1.a.1', 'nonsense', '{}']) {
      assert.equal(await unpack(carrier, state), NOT_VALID, JSON.stringify(state))
    }
  },

  async 'refuses a state for anything that it is not bound to'({ carrier }) {
    const state = await carrier.pack(toCarried(1), binding)
    for (const [what, changed] of Object.entries(others)) {
      assert.equal(await unpack(carrier, state, changed), NOT_VALID, what)
    }
  },

  async 'refuses the state of a caller without a principal to every principal'({ carrier }) {
    const state = await carrier.pack(toCarried(1), { ...binding, principal: undefined })
    for (const principal of ['', 'null', 'undefined', 'ada']) {
      assert.equal(await unpack(carrier, state, { principal }), NOT_VALID, JSON.stringify(principal))
    }
    assert.equal(await unpack(carrier, state, { principal: undefined }), 'unpacked')
  },

  async 'takes the same arguments in another order'({ carrier }) {
    const state = await carrier.pack(toCarried(1), binding)
    const reordered = { options: { seat: 'window', bags: 1 }, to: 'LIS', from: 'BER' }
    assert.equal(await unpack(carrier, state, { arguments: reordered }), 'unpacked')
  },

  async 'refuses arguments that are nested too deeply to be bound'({ carrier }) {
    const state = await carrier.pack(toCarried(1), binding)
    const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))
    assert.match(await unpack(carrier, state, { arguments: deep }), /^-32602 .*nest/)
  },

  async 'refuses an expired state, and says why only to its caller'({ carrier, setTime }) {
    const state = await carrier.pack(toCarried(1), binding)
    setTime(CONTRACT_TTL - 1)
    assert.equal(await unpack(carrier, state), 'unpacked')
    setTime(CONTRACT_TTL)
    const expired = '-32602 this requestState has expired; start the call again without it'
    assert.equal(await unpack(carrier, state), expired)
    assert.equal(await unpack(carrier, state, { principal: 'eve' }), NOT_VALID)
  },
}

const NOT_VALID = '-32602 this requestState is not valid for this call; start the call again without it'

async function unpack(carrier: Carrier, state: string, changed: Partial<Binding> = {}): Promise<string> {
  try {
    await carrier.unpack(state, { ...binding, ...changed })
    return 'unpacked'
  } catch (error) {
    const { code, message } = error as { code?: number; message: string }
    return `${code} ${message}`
  }
}

const toContent = ({ recording: { header, entries, progress }, rounds, claims }: Carried) =>
  JSON.parse(JSON.stringify({ header, entries, progress, rounds, claims }))
