import { noUsage } from '@sweatpants/framework'
import { expect, test } from 'vitest'
import type { Happening } from './event.ts'
import {
  ballot,
  consensus,
  failure,
  fold,
  opening,
  openQuestion,
  proposition,
  request,
  response,
  seat,
  starting,
  TIME,
} from './fixtures/debate.ts'
import { reduce } from './reduce.ts'
import { NO_FINDINGS } from './synthesis.ts'

const LATER = '2026-11-15T13:00:00.000Z'
const call = { inputTokens: 100, outputTokens: 10, costUsd: 0.5 }
const noSummary = { type: 'round_summary_fail', round: 1, reason: 'nothing answers', usage: call } as const
const summary = { text: 'They differ.', keyPoints: ['width'], model: 'm', usage: call }

test('a new session has its seats, its absent seats and no usage', () => {
  const absent = [failure({ agentId: 'eve_1', round: 0, phase: 'start', code: 'configuration' })]
  expect(fold({ type: 'session_start', opening: opening({ absent, principal: 'me' }) })).toMatchObject({
    principal: 'me',
    agentIds: ['ada_1', 'bob_1'],
    absent: [{ agentId: 'eve_1', timestamp: TIME }],
    status: 'active',
    currentRound: 0,
    rounds: [],
    usage: { inputTokens: 0, outputTokens: 0 },
    createdAt: TIME,
    updatedAt: TIME,
  })
})

test('a corrected question has no result of the one before it, which stays with its round', () => {
  const decided = consensus({ decision: { answer: 'Tabs' } })
  const corrected: Happening = { type: 'question_frame', question: { ...proposition(), since: 2 }, usage: noUsage }
  const before = fold(
    starting(),
    { type: 'round_end', round: 1, consensus: decided },
    { type: 'outcome_record', verdict: 'right' },
  )
  const session = reduce(before, { ...corrected, timestamp: TIME })
  expect(session).not.toHaveProperty('consensus')
  expect(session).not.toHaveProperty('outcome')
  expect(session.rounds[0]).toMatchObject({ consensus: decided })
  const reworded = reduce(before, { ...corrected, question: { ...openQuestion, isCheckable: false }, timestamp: TIME })
  expect(reworded).toMatchObject({ consensus: decided, outcome: { verdict: 'right' } })
})

test('a log that begins with another event is refused', () => {
  expect(() => reduce(undefined, { type: 'session_pause', timestamp: TIME })).toThrow(
    'begins with session_start, not session_pause',
  )
})

test('an imported session equals the exported one', () => {
  const session = fold(starting(), { type: 'response_add', response: response() })
  expect(fold({ type: 'session_import', session, timestamp: LATER })).toEqual(session)
})

test('a round has its question and seats, and may be one more than planned', () => {
  const session = fold({ ...starting(), focusQuestion: 'Why?', contextIds: ['r1'], totalRounds: 4 })
  expect(session).toMatchObject({ currentRound: 1, totalRounds: 4 })
  expect(session.rounds).toEqual([
    {
      number: 1,
      focusQuestion: 'Why?',
      agentIds: ['ada_1', 'bob_1'],
      contextIds: ['r1'],
      stage: 'called',
      asking: [],
      ballots: [],
      failures: [],
      usage: { inputTokens: 0, outputTokens: 0 },
      startedAt: TIME,
    },
  ])
})

test('assigned roles are set on their seats, and their cost on the round', () => {
  const roles = { bob_1: { name: 'Critic', instruction: 'Doubt.' } }
  const { seats, rounds } = fold(starting(), { type: 'roles_assign', roles, usage: call })
  expect(seats).toEqual([seat('ada_1'), { ...seat('bob_1'), role: roles.bob_1 }])
  expect(rounds[0]?.usage).toEqual(call)
})

test('usage adds up for the round and for the session', () => {
  const session = fold(
    starting(1),
    { type: 'ballot_cast', ballot: ballot() },
    { type: 'response_add', response: response() },
    { type: 'seat_fail', failure: failure(), usage: call },
    { type: 'round_summarize', round: 1, summary },
    { type: 'round_end', round: 1, consensus: consensus() },
    starting(2),
    { type: 'response_add', response: response({ round: 2 }) },
    { type: 'synthesis_write', synthesis: { ...NO_FINDINGS, answer: 'Both.', model: 'm', round: 2, usage: call } },
  )
  expect(session.rounds.map(({ usage }) => usage)).toEqual([
    { inputTokens: 400, outputTokens: 40, costUsd: 2 },
    { inputTokens: 100, outputTokens: 10, costUsd: 0.5 },
  ])
  expect(session.usage).toEqual({ inputTokens: 600, outputTokens: 60, costUsd: 3 })
})

test.for([
  ['session_start', { type: 'session_start', opening: opening({ topic: 'Another' }) }],
  ['round_start', { ...starting(), focusQuestion: 'Again?' }],
  ['ballot_cast', { type: 'ballot_cast', ballot: ballot({ position: 'Spaces.' }) }],
  ['response_add', { type: 'response_add', response: response({ position: 'Spaces.' }) }],
  ['seat_fail', { type: 'seat_fail', failure: failure({ reason: 'once more' }), usage: call }],
  ['context_request', { type: 'context_request', request: request('r1', { query: 'another' }) }],
  ['context_answer', { type: 'context_answer', result: { requestId: 'r1', success: true, result: 'another' } }],
  ['context_clear', { type: 'context_clear', requestIds: ['r1'] }],
  ['round_summarize', { type: 'round_summarize', round: 1, summary: { ...summary, text: 'Again.' } }],
  ['round_summary_fail', { ...noSummary, reason: 'again' }],
  ['round_end', { type: 'round_end', round: 1, consensus: consensus({ level: 'high' }), endReason: 'rounds' }],
  [
    'synthesis_write',
    { type: 'synthesis_write', synthesis: { ...NO_FINDINGS, answer: 'Again.', model: 'm', round: 1, usage: call } },
  ],
] as const)('%s changes nothing the second time', ([, again]) => {
  const session = fold(
    starting(),
    { type: 'ballot_cast', ballot: ballot() },
    { type: 'response_add', response: response() },
    { type: 'seat_fail', failure: failure(), usage: call },
    { type: 'context_request', request: request('r1') },
    { type: 'context_answer', result: { requestId: 'r1', success: false, error: 'nobody knows' } },
    { type: 'context_clear', requestIds: ['r1'] },
    { type: 'round_summarize', round: 1, summary },
    noSummary,
    { type: 'round_end', round: 1, consensus: consensus() },
    { type: 'synthesis_write', synthesis: { ...NO_FINDINGS, answer: 'Both.', model: 'm', round: 1, usage: call } },
  )
  const repeated: Parameters<typeof reduce>[1] = structuredClone({ ...again, timestamp: LATER } as never)
  expect(reduce(session, repeated)).toBe(session)
})

test('a seat answers once in each round, and may fail in its ballot and in its answer', () => {
  const session = fold(
    starting(1),
    { type: 'response_add', response: response() },
    { type: 'seat_fail', failure: failure({ phase: 'ballot' }), usage: call },
    { type: 'seat_fail', failure: failure({ phase: 'response' }), usage: call },
    starting(2),
    { type: 'response_add', response: response({ round: 2 }) },
  )
  expect(session.responses.map(({ round, agentId }) => [round, agentId])).toEqual([
    [1, 'ada_1'],
    [2, 'ada_1'],
  ])
  expect(session.rounds.map(({ failures }) => failures.map(({ phase }) => phase))).toEqual([['ballot', 'response'], []])
})

test('a request is pending until it is answered or cleared, and keeps its answer', () => {
  const asked = fold(
    starting(),
    { type: 'context_request', request: request('r1') },
    { type: 'context_request', request: request('r2', { priority: 'optional' }) },
    { type: 'context_request', request: request('r3') },
  )
  expect(asked.pendingContextRequests).toEqual(['r1', 'r2', 'r3'].map((id) => expect.objectContaining({ id })))
  const result = { requestId: 'r1', success: true, result: '42' }
  const answered = reduce(asked, { type: 'context_answer', result, timestamp: LATER })
  const after = reduce(answered, { type: 'context_clear', requestIds: ['r3'], timestamp: LATER })
  expect(after.pendingContextRequests).toEqual([{ ...request('r2', { priority: 'optional' }), timestamp: TIME }])
  expect(after.contextRequests).toEqual([
    { ...request('r1'), timestamp: TIME, isCleared: false, answer: { success: true, result: '42', timestamp: LATER } },
    { ...request('r2', { priority: 'optional' }), timestamp: TIME, isCleared: false },
    { ...request('r3'), timestamp: TIME, isCleared: true },
  ])
})

test('a round consumes its context unless no seat answered in it', () => {
  const asked: Happening[] = [
    starting(1),
    { type: 'context_request', request: request('r1') },
    { type: 'context_answer', result: { requestId: 'r1', success: true, result: '42' } },
    { ...starting(2), contextIds: ['r1'] },
  ]
  const ending = { type: 'round_end', round: 2, consensus: consensus({ round: 2 }) } as const
  const heard = { type: 'response_add', response: response({ round: 2 }) } as const
  expect(fold(...asked, heard, ending).contextRequests).toMatchObject([{ isCleared: true, answer: { result: '42' } }])
  expect(fold(...asked, ending).contextRequests).toMatchObject([{ isCleared: false, answer: { result: '42' } }])
})

test('an answer to an unknown request changes nothing', () => {
  const session = fold(starting())
  const result = { requestId: 'nobody', success: true, result: '42' }
  expect(reduce(session, { type: 'context_answer', result, timestamp: LATER })).toBe(session)
})

test('requests are not pending while the debate is over, and are pending again when it continues', () => {
  const asked = [starting(1), { type: 'context_request', request: request('r1', { priority: 'optional' }) }] as const
  const over = { type: 'round_end', round: 1, consensus: consensus(), endReason: 'rounds' } as const
  expect(fold(...asked, over)).toMatchObject({ status: 'completed', endReason: 'rounds', pendingContextRequests: [] })
  const again = fold(...asked, over, { ...starting(2), totalRounds: 4 })
  expect(again).toMatchObject({
    status: 'active',
    currentRound: 2,
    totalRounds: 4,
    pendingContextRequests: [{ id: 'r1' }],
  })
  expect(again).not.toHaveProperty('endReason')
})

test('the consensus of a session is that of the last round that ended', () => {
  const session = fold(
    starting(1),
    { type: 'round_end', round: 1, consensus: consensus({ level: 'medium' }) },
    { ...starting(2), timestamp: LATER },
  )
  expect(session).toMatchObject({ status: 'active', consensus: { level: 'medium' }, updatedAt: LATER })
  expect(session.rounds.map(({ endedAt }) => endedAt)).toEqual([TIME, undefined])
})

test('a round without a summary says why there is none', () => {
  const [round] = fold(starting(), noSummary).rounds
  expect(round).toMatchObject({ summaryFailure: 'nothing answers', usage: call })
})

test('a debate is paused, resumed and stopped, and a stopped debate stays stopped', () => {
  const paused = fold({ type: 'session_pause' })
  expect(paused.status).toBe('paused')
  expect(reduce(paused, { type: 'session_resume', timestamp: TIME }).status).toBe('active')
  const stopped = fold({ type: 'session_pause' }, { type: 'session_stop' })
  expect(stopped).toMatchObject({ status: 'completed', endReason: 'stopped' })
  for (const type of ['session_pause', 'session_resume', 'session_stop'] as const) {
    expect(reduce(stopped, { type, timestamp: LATER })).toBe(stopped)
  }
})

test.for<Happening>([
  { type: 'round_play', round: 1 },
  { type: 'round_block', round: 1, code: 'DivergenceError' },
])('an interrupted round waits for its caller also after a $type that was written late', (late) => {
  const interrupted = fold(starting(), { type: 'round_interrupt', round: 1, by: 'caller' }, late)
  expect(interrupted.rounds[0]!.stage).toBe('interrupted')
  const paused = fold(starting(), { type: 'session_pause' }, late, { type: 'session_resume' })
  expect(paused.rounds[0]!.stage).toBe('interrupted')
})

test('the first reason for the end of a debate stays', () => {
  const ended = { type: 'round_end', round: 1, consensus: consensus(), endReason: 'unanimous' } as const
  expect(fold(starting(), { type: 'session_stop' }, ended)).toMatchObject({
    endReason: 'stopped',
    consensus: { round: 1 },
  })
})

test('the synthesis of a later round replaces an earlier one', () => {
  const write = (round: number) =>
    ({
      type: 'synthesis_write',
      synthesis: { ...NO_FINDINGS, answer: `${round}`, model: 'm', round, usage: call },
    }) as const
  expect(fold(write(1), write(2)).synthesis).toEqual({
    ...NO_FINDINGS,
    answer: '2',
    model: 'm',
    round: 2,
    usage: call,
    timestamp: TIME,
  })
})

test('an event does not change the session before it', () => {
  const session = fold(starting(), { type: 'context_request', request: request('r1') })
  const before = structuredClone(session)
  reduce(session, { type: 'context_clear', requestIds: ['r1'], timestamp: LATER })
  reduce(session, { type: 'response_add', response: response(), timestamp: LATER })
  expect(session).toEqual(before)
})

test('a seat is listed as asked until it has voted, answered or failed', () => {
  const ask = (agentId: string): Happening => ({ type: 'seat_ask', round: 1, agentId })
  const asked = [starting(), ask('ada_1'), ask('bob_1'), ask('bob_1')]
  const asking = (...after: Happening[]) => fold(...asked, ...after).rounds[0]!.asking
  expect(asking()).toEqual(['ada_1', 'bob_1'])
  expect(asking({ type: 'response_add', response: response() })).toEqual(['bob_1'])
  expect(asking({ type: 'ballot_cast', ballot: ballot() })).toEqual(['bob_1'])
  expect(asking({ type: 'seat_fail', failure: failure({ agentId: 'bob_1' }), usage: call })).toEqual(['ada_1'])
})
