import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold, request, response, starting } from '../session/fixtures/debate.ts'
import type { Session } from '../session/session.ts'
import { stateOf } from '../session/session-state.ts'
import { generatedSession } from './fixtures/generated-session.ts'
import { fromJson, toJson } from './json.ts'

const session = fold(
  starting(),
  { type: 'response_add', response: response() },
  { type: 'context_request', request: request('r1') },
)

/** The export of a session in which something is not as it should be. */
const exportOf = (change: (session: Session & Record<string, unknown>) => void): string => {
  const copy = structuredClone(session) as Session & Record<string, unknown>
  change(copy)
  return toJson(copy)
}

test('fromJson returns the session that toJson wrote', () => {
  fc.assert(
    fc.property(generatedSession(), (any) => {
      expect(fromJson(toJson(any))).toStrictEqual(any)
    }),
  )
})

test('fromJson drops a citation without title and URL, and keeps the others', () => {
  const citations: unknown[] = [
    { title: 'A book', quote: 'word' },
    { title: '', quote: 'of nothing' },
    { quote: 'of nothing' },
    null,
    'a string',
    { url: 'https://example.com/a', claim: 'a claim', quote: 5 },
    { title: ' ', url: ' ' },
    { title: 7, url: 'https://example.com/b' },
    { title: 'Last', url: 'https://example.com/c', other: true },
  ]
  const text = exportOf(({ responses }) => Object.assign(responses[0]!, { citations }))
  expect(fromJson(text).responses[0]?.citations).toEqual([
    { title: 'A book', quote: 'word' },
    { title: 'https://example.com/a', url: 'https://example.com/a', claim: 'a claim' },
    { title: 'https://example.com/b', url: 'https://example.com/b' },
    { title: 'Last', url: 'https://example.com/c' },
  ])
})

test('an export has the status words of replies, and a debate that is imported continues from them', () => {
  expect(JSON.parse(toJson(session)).session.status).toBe(stateOf(session))
  expect(session.status).toBe('active')
  expect(fromJson(toJson(session)).status).toBe('active')
})

test('fromJson drops unknown fields', () => {
  expect(fromJson(exportOf((one) => Object.assign(one, { extra: 1 })))).toEqual(session)
})

test.for<[problem: string, text: string]>([
  ['it is not JSON', '{'],
  ['it is nested deeper than 256 levels', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  [': Invalid input', 'null'],
  ['format: Invalid input', '{"format":1}'],
  ['session: Invalid input', '{"format":2}'],
  ['session.mode: Invalid option', exportOf((one) => (one.mode = 'shouting'))],
  ['session.seats.0.agentId: expected letters', exportOf(({ seats }) => (seats[0]!.agentId = '../1'))],
  ['session.responses.0.confidence: Too big', exportOf(({ responses }) => (responses[0]!.confidence = 1.7))],
  ['session.createdAt: Invalid ISO', exportOf((one) => (one.createdAt = 'yesterday'))],
  ['session.id: expected up to 200 characters', exportOf((one) => (one.id = 'a/b'))],
  ['session.id: expected an id that can be in an address', exportOf((one) => (one.id = '..'))],
  ['session.id: expected an id that can be in an address', exportOf((one) => (one.id = 'import'))],
  ['session.id: expected an id that can be in an address', exportOf((one) => (one.id = 'half-\ud800'))],
  ['session.seats: Too small', exportOf((one) => (one.seats = []))],
  ['agentIds are not those of the seats', exportOf((one) => one.agentIds.reverse())],
  [
    'two seats have the same agentId',
    exportOf((one) => {
      one.seats = [one.seats[0]!, one.seats[0]!]
      one.agentIds = ['ada_1', 'ada_1']
    }),
  ],
  ['rounds are not numbered from 1', exportOf((one) => (one.currentRound = 2))],
  ['an agent without a seat is asked', exportOf(({ rounds }) => rounds[0]!.agentIds.push('eve_1'))],
  ['an agent without a seat speaks', exportOf(({ responses }) => (responses[0]!.agentId = 'eve_1'))],
  ['a round that does not exist', exportOf(({ responses }) => (responses[0]!.round = 9))],
  ['a seat answers twice', exportOf(({ responses }) => responses.push(responses[0]!))],
  ['two context requests', exportOf(({ contextRequests }) => contextRequests.push(contextRequests[0]!))],
  ['of another session', exportOf(({ contextRequests }) => (contextRequests[0]!.sessionId = 'session-2'))],
  ['pendingContextRequests are not those', exportOf((one) => (one.pendingContextRequests = []))],
])('fromJson refuses a text and reports: %s', ([problem, text]) => {
  expect(() => fromJson(text)).toThrow(
    expect.objectContaining({ name: 'RoundtableError', code: 'invalid', message: expect.stringContaining(problem) }),
  )
})
