import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fuzz } from './fuzz/fuzz.ts'
import { nastyText } from './fuzz/nasty.ts'
import { watchResources } from './fuzz/open-resources.ts'
import { request, send } from './mcp/rpc.ts'
import { ALICE, BOB, openTarget, type Target } from './mcp/target.ts'

/** A call that waits for its answer, and the state that goes on with it. */
interface Call {
  method: 'tools/call' | 'prompts/get'
  name: string
  item: string
  token: string
}

const CALLS: readonly Call[] = [
  { method: 'tools/call', name: 'order', item: 'tea', token: ALICE },
  { method: 'tools/call', name: 'order', item: 'gold', token: ALICE },
  { method: 'tools/call', name: 'order', item: 'tea', token: BOB },
  { method: 'tools/call', name: 'other', item: 'tea', token: ALICE },
  { method: 'tools/call', name: 'stored', item: 'tea', token: ALICE },
  { method: 'tools/call', name: 'stored', item: 'gold', token: BOB },
  { method: 'prompts/get', name: 'order', item: 'tea', token: ALICE },
]

const errors: unknown[] = []
let checkResources: () => Promise<void>
let target: Target
let states: string[]

beforeAll(async () => {
  checkResources = watchResources()
  target = await openTarget({ onError: (error) => errors.push(error) })
  states = await Promise.all(CALLS.map(async (call) => (await request(target.url, ...toParams(call))).requestState!))
})

afterAll(async () => {
  await target[Symbol.asyncDispose]()
  await checkResources()
})

const toParams = ({ method, name, item, token }: Call, more: object = {}) =>
  [method, { name, arguments: { item }, ...more }, { headers: { authorization: `Bearer ${token}` } }] as const

const answers = { inputResponses: { confirm: { action: 'accept', content: { sure: false } } } }

const goOn = (call: Call, requestState: unknown) => send(target.url, ...toParams(call, { requestState, ...answers }))

type Change = (state: string, other: string) => string

/** The parts of a state are its label, the id of its key or its handle, and its data or its revision. */
const CHANGES: readonly Change[] = [
  (state, other) => [state.split('.')[0], ...other.split('.').slice(1)].join('.'),
  (state, other) => [...state.split('.').slice(0, 2), other.split('.')[2]].join('.'),
  (state, other) => state.slice(0, state.length / 2) + other.slice(other.length / 2),
  (state, other) => `${state}.${other}`,
  (state) => state.replace('sealed0', 'sealed1'),
  (state) => state.replace('sealed', 'stored').replace('0', '1'),
  (state) => state.replace(/\.\d+$/, (revision) => `.${Number(revision.slice(1)) + 1}`),
  (state) => state.replace(/\.\d+$/, '.0'),
  (state) => state.replace(/\.\d+$/, '.01'),
  (state) => state.replace(/\.\d+$/, '.999999999999999999'),
  (state) => state.toUpperCase(),
  (state) => encodeURIComponent(`${state.toWellFormed()}=`),
  (state) => Buffer.from(state).toString('base64url'),
  (state) => state.split('').reverse().join(''),
]

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.constantFrom(...CHANGES),
  fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(5), nastyText).map(
    ([at, drop, text]): Change =>
      (state) =>
        state.slice(0, at * state.length) + text + state.slice(at * state.length + drop),
  ),
  nastyText.map(
    (text): Change =>
      () =>
        text,
  ),
)

const place = fc.nat(CALLS.length - 1)

/** That a state is refused before any code of a tool has run. */
async function refuses(call: Call, state: unknown): Promise<void> {
  const before = target.ran.length
  const { error } = await goOn(call, state)
  expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('requestState') })
  expect(target.ran.slice(before)).toEqual([])
  expect(errors).toEqual([])
}

describe('a requestState', () => {
  fuzz(
    'that is no state of ours, or not whole, is refused',
    fc.tuple(place, place, fc.array(change, { minLength: 1, maxLength: 3 })),
    async ([mine, other, changes]) => {
      const changed = changes.reduce((state, apply) => apply(state, states[other]!), states[mine]!)
      if (!states.includes(changed)) await refuses(CALLS[mine]!, changed)
    },
    { runs: 400 },
  )

  fuzz(
    'of another call, tool, prompt, argument or principal is refused',
    fc.tuple(place, place).filter(([mine, other]) => mine !== other),
    ([mine, other]) => refuses(CALLS[mine]!, states[other]),
    { runs: 60 },
  )

  it('that is whole goes on after all that', async () => {
    for (const [index, call] of CALLS.entries()) {
      const { result } = await goOn(call, states[index])
      expect(result?.resultType).toBe('complete')
    }
  })
})
