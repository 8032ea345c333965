import { expect, test } from 'vitest'
import { choice, estimate, fold, openQuestion, proposition, seat } from '../session/fixtures/debate.ts'
import type { Session, Verdict } from '../session/session.ts'
import { computeConsensus } from './compute-consensus.ts'
import { type Debate, debate, THRESHOLDS } from './fixtures/debate.ts'
import { countRecord, noDebates, reduceRecords, toDebateRecord } from './track-record.ts'
import { toSureness } from './weigh.ts'

/** The debate after its round, with an outcome if one is given. */
function held(given: Debate, verdict?: Verdict): Session {
  const session = debate(given)
  const consensus = computeConsensus(session, 1, THRESHOLDS)
  return fold(
    { type: 'session_import', session },
    { type: 'round_end', round: 1, consensus },
    ...(verdict === undefined ? [] : [{ type: 'outcome_record' as const, verdict }]),
  )
}

const families = ['x', 'y', 'z']
const question = choice('A', 'B', 'C')
const rightOf = (session: Session) => toDebateRecord(session)!.votes.map(({ isRight }) => isRight)

test('a seat that alone held a decision is right or wrong with it', () => {
  const split: Debate = { families, question, rounds: [['A', 'A', 'B']] }
  expect(rightOf(held(split))).toEqual([undefined, undefined, undefined])
  expect(rightOf(held(split, 'right'))).toEqual([true, true, false])
  expect(rightOf(held(split, 'wrong'))).toEqual([false, false, undefined])
})

test('a decision that no seat put first tells that they were wrong if it was right', () => {
  const torn = (answer: string) => ({ answer, position: answer, spread: { [answer]: 0.5, C: 0.5 } })
  const split: Debate = { families: ['x', 'y'], question, rounds: [['A', 'B'].map(torn)] }
  expect(held(split).consensus?.decision).toMatchObject({ answer: 'C' })
  expect(rightOf(held(split, 'right'))).toEqual([false, false])
  expect(rightOf(held(split, 'wrong'))).toEqual([undefined, undefined])
})

test('with two possible answers the other one was right if the decision was wrong, and undecided seats were not', () => {
  const said = (stance: 'support' | 'oppose' | 'neutral') => ({ stance, position: 'So.' })
  const rounds = [[said('support'), said('support'), said('oppose'), said('neutral')]]
  expect(rightOf(held({ families: ['w', ...families], question: proposition(), rounds }, 'wrong'))).toEqual([
    false,
    false,
    true,
    false,
  ])
})

test('debates about values, estimates and of demo seats add nothing to the record', () => {
  const rounds = [['A', 'A', 'B']]
  expect(toDebateRecord(held({ families, question: { ...question, isCheckable: false }, rounds }))).toBeUndefined()
  const days = { estimate: { value: 3 }, position: 'Three.' }
  expect(toDebateRecord(held({ families, question: estimate(), rounds: [[days, days, days]] }))).toBeUndefined()
  const session = held({ families, question, rounds })
  const seats = session.seats.map((one) => ({ ...one, model: 'demo' }))
  expect(toDebateRecord({ ...session, seats })).toBeUndefined()
})

test('two seats with one model count once, also from two providers', () => {
  const session = held({ families, question, rounds: [['A', 'B', 'A']] }, 'right')
  const models = ['anthropic/claude-3-7-sonnet-20250219', 'openrouter/anthropic/claude-3.7-sonnet', 'claude-3.7-sonnet']
  const seats = session.seats.map((one, i) => seat(one.agentId, { model: models[i]! }))
  const record = toDebateRecord({ ...session, seats })!
  expect(record.votes).toEqual([{ model: models[0], answer: 0, isRight: true }])
  const counted = countRecord(reduceRecords(noDebates, record, 1), { ...session, id: 'another', seats })
  for (const model of models) expect(counted.models[model]).toMatchObject({ known: 1, right: 1 })
})

test('different proposals agree in the record only once their seats have confirmed that they are the same', () => {
  const said = (answer: string, standsBehind?: boolean) => ({
    answer,
    position: answer,
    ...(standsBehind !== undefined && { standsBehind }),
  })
  const groups = [{ label: 'A', reason: 'The same.', texts: ['A', 'B', 'C'] }]
  const merger = { groups, round: 1, usage: { inputTokens: 0, outputTokens: 0 } }
  const answersOf = (standsBehind?: boolean) => {
    const rounds = [
      ['A', 'B', 'C'],
      [said('A'), said('B', true), said('C', standsBehind)],
    ]
    const session = { ...debate({ families, question: openQuestion, rounds }), merger }
    const consensus = computeConsensus(session, 2, THRESHOLDS)
    return toDebateRecord({ ...session, consensus })!.votes.map(({ answer }) => answer)
  }
  expect(answersOf()).toEqual([0, 0, 1])
  expect(answersOf(false)).toEqual([0, 0, 1])
  expect(answersOf(true)).toEqual([0, 0, 0])
})

test('the record counts known outcomes, agreement and the usual confidence, without the debate itself', () => {
  const sure = (answer: string, confidence: number) => ({ answer, position: answer, confidence })
  const rounds = [[sure('A', 0.9), sure('A', 0.6), sure('B', 0.6)]]
  const past = Array.from({ length: 10 }, (_, i) => held({ id: `s${i}`, families, question, rounds }, 'right'))
  const debates = past.reduce((state, one, i) => reduceRecords(state, toDebateRecord(one)!, i + 1), noDebates)
  const { outcomes, models } = countRecord(debates, debate({ families, question, rounds }))
  expect(outcomes).toBe(10)
  expect(models['provider/ada_1']).toEqual({
    known: 10,
    right: 10,
    pairs: 20,
    agreed: 10,
    usual: expect.closeTo(toSureness(0.9)),
  })
  expect(models['provider/cat_1']).toMatchObject({ known: 10, right: 0, pairs: 20, agreed: 0 })
  expect(countRecord(debates, past[0]!).outcomes).toBe(9)
})

test('a debate that is recorded again replaces its record, and the oldest of 300 debates is forgotten', () => {
  const record = { sessionId: 'a', hasOutcome: false, votes: [] }
  const twice = [record, { ...record, hasOutcome: true }].reduce(
    (state, one) => reduceRecords(state, one, 1),
    noDebates,
  )
  expect(twice.debates).toEqual([{ ...record, hasOutcome: true }])
  const many = Array.from({ length: 300 }, (_, i) => ({ ...record, sessionId: `s${i}` }))
  const all = many.reduce((state, one) => reduceRecords(state, one, 1), twice)
  expect(all.debates).toEqual(many)
})

test('a model that was right in the past outweighs two that were wrong, and one that agreed outweighs a stranger', () => {
  const session = debate({ families, question, rounds: [['A', 'B', 'B']] })
  const model = (right: number) => ({ known: 30, right, pairs: 0, agreed: 0 })
  const models = { 'provider/ada_1': model(29), 'provider/bob_1': model(10), 'provider/cat_1': model(10) }
  const known = computeConsensus(session, 1, THRESHOLDS, { record: { outcomes: 30, models } })
  expect(computeConsensus(session, 1, THRESHOLDS).decision?.answer).toBe('B')
  expect(known).toMatchObject({ decision: { answer: 'A' }, outcomes: 30, weights: [{ known: 30, right: 29 }, {}, {}] })

  const pair = (agreed: number) => ({ known: 0, right: 0, pairs: 60, agreed })
  const agreeing = { 'provider/ada_1': pair(50), 'provider/bob_1': pair(20), 'provider/cat_1': pair(30) }
  const { weights } = computeConsensus(session, 1, THRESHOLDS, { record: { outcomes: 0, models: agreeing } })
  expect(weights[0]!.weight).toBeGreaterThan(weights[2]!.weight)
  expect(weights[2]!.weight).toBeGreaterThan(weights[1]!.weight)
})

test('an outcome is dropped once a later round decides otherwise', () => {
  const session = held({ families, question: openQuestion, rounds: [['A', 'A', 'B']] }, 'right')
  const again = (answer: string) =>
    fold(
      { type: 'session_import', session },
      { type: 'round_start', round: 2, agentIds: [], contextIds: [], totalRounds: 3 },
      { type: 'round_end', round: 2, consensus: { ...session.consensus!, round: 2, decision: { answer } } },
    )
  const { answer } = session.outcome!
  expect(again(answer).outcome).toMatchObject({ verdict: 'right', answer })
  expect(again('Something else').outcome).toBeUndefined()
})
