import { type Happening, reduce, type Session } from '@sweatpants/roundtable/browser'
import { expect, test } from 'vitest'
import { findNews } from './news.ts'
import { saySpent } from './say-spent.ts'
import { progressOf } from './seat-state.ts'

const usage = { inputTokens: 10, outputTokens: 5 }
const agentIds = ['a_1', 'b_1']

const opening: Happening = {
  type: 'session_start',
  opening: {
    id: 's',
    topic: 'Tea?',
    mode: 'collaborative',
    seats: agentIds.map((agentId) => ({ agentId, label: agentId, model: agentId, family: agentId })),
    question: { kind: 'open', isCheckable: true, by: 'caller', since: 1 },
    exitOnConsensus: false,
    generatesPerspectives: false,
    totalRounds: 2,
    budget: {},
    absent: [],
  },
}

const roundStart: Happening = { type: 'round_start', round: 1, agentIds, contextIds: [], totalRounds: 2 }

const play = (...happenings: Happening[]): Session =>
  [opening, roundStart, ...happenings].reduce<Session | undefined>(
    (session, happening) => reduce(session, { ...happening, timestamp: '2026-01-01T00:00:00.000Z' }),
    undefined,
  )!

const answer = (agentId: string): Happening => ({
  type: 'response_add',
  response: {
    agentId,
    round: 1,
    model: agentId,
    position: 'Yes.',
    confidence: 0.8,
    reasoning: '',
    keyPoints: [],
    citations: [],
    agreesWith: [],
    toolUses: [],
    usage,
  },
})

const ballot = (agentId: string): Happening => ({
  type: 'ballot_cast',
  ballot: { agentId, round: 1, model: agentId, position: 'Yes.', usage },
})

const failure = (agentId: string, phase: 'ballot' | 'response'): Happening => ({
  type: 'seat_fail',
  failure: { agentId, model: agentId, round: 1, phase, code: 'unavailable', reason: 'It is down.' },
  usage,
})

const stateOf = (session: Session, agentId: string) => progressOf(session, session.rounds[0]!, agentId).state.type

test('a seat is asked until it has answered or failed', () => {
  const session = play(answer('a_1'))
  expect(stateOf(session, 'a_1')).toBe('answered')
  expect(stateOf(session, 'b_1')).toBe('asked')
  expect(stateOf(play(failure('b_1', 'response')), 'b_1')).toBe('failed')
})

test('who has voted waits for those who have not', () => {
  const session = play(ballot('a_1'))
  expect(stateOf(session, 'a_1')).toBe('waiting')
  expect(stateOf(session, 'b_1')).toBe('voting')
})

test('a ballot that failed does not keep a seat from speaking', () => {
  const session = play(ballot('a_1'), failure('b_1', 'ballot'))
  expect(progressOf(session, session.rounds[0]!, 'b_1')).toMatchObject({
    state: { type: 'in-turn' },
    ballotFailure: { reason: 'It is down.' },
  })
})

test.for<Happening>([
  { type: 'session_pause' },
  { type: 'session_stop' },
  { type: 'round_interrupt', round: 1, by: 'caller' },
  { type: 'round_block', round: 1, code: 'other_version' },
])('no seat is asked after $type', (happening) => {
  expect(stateOf(play(happening), 'a_1')).toBe('unheard')
})

test('each change of a session is announced once', () => {
  const [before, after] = [play(answer('a_1')), play(answer('a_1'), answer('b_1'), { type: 'session_pause' })]
  expect(findNews(before, after)).toEqual(['b_1 answers, 80% sure: Yes.', 'Round 1 of 2 is paused: 2 of 2 answered.'])
  expect(findNews(after, after)).toEqual([])
})

test('the usage is shown together with its limit', () => {
  expect(saySpent(usage, {})).toBe('15 tokens')
  expect(saySpent({ ...usage, costUsd: 0.5 }, { tokens: 5000, usd: 2 })).toBe('15 of 5,000 tokens, $0.50 of $2.00')
})
