import { expect, test } from 'vitest'
import { openQuestion, proposition } from '../session/fixtures/debate.ts'
import type { Session } from '../session/session.ts'
import { computeConsensus } from './compute-consensus.ts'
import { debate, THRESHOLDS, type Words } from './fixtures/debate.ts'
import { readVotes } from './votes.ts'

test('answers from before a correction of the question do not count', () => {
  const stands = (stance: 'support' | 'oppose') => ({ stance, position: 'So.' })
  const rounds = [
    ['Tabs', 'Spaces'],
    [stands('support'), stands('oppose')],
  ]
  const session = debate({ families: ['x', 'y'], question: openQuestion, rounds })
  const corrected = { ...session, question: { ...proposition(), since: 2 } }
  const { kind, votes, independent } = readVotes(corrected, 2)
  expect(kind).toBe('proposition')
  expect(votes.map(({ key, said }) => [key, said.round])).toEqual([
    ['support', 2],
    ['oppose', 2],
  ])
  expect(independent).toHaveLength(2)
})

test('proposals that differ in case, blanks or a full stop are the same', () => {
  const session = debate({ families: ['x', 'y'], question: openQuestion, rounds: [['Use  Postgres.', 'use postgres']] })
  expect(new Set(readVotes(session, 1).votes.map(({ key }) => key)).size).toBe(1)
})

test('a seat that moves on without confirming its group never agreed with it', () => {
  const groups = [
    { label: 'PostgreSQL', reason: 'Databases.', texts: ['PostgreSQL', 'MongoDB'] },
    { label: 'SQLite', reason: '', texts: ['SQLite'] },
  ]
  const merger = { groups, round: 1, usage: { inputTokens: 0, outputTokens: 0 } }
  const families = ['x', 'y', 'z']
  const first = ['PostgreSQL', 'MongoDB', 'SQLite']
  const held = (...rounds: Words[][]) => ({ ...debate({ families, question: openQuestion, rounds }), merger })
  const alone = (session: Session, round: number) => readVotes(session, round).independent.map(({ text }) => text)
  expect(alone(held(first), 1)).toEqual(['PostgreSQL', 'PostgreSQL', 'SQLite'])

  const moved = held(first, ['PostgreSQL', 'SQLite', 'SQLite'])
  expect(alone(moved, 2)).toEqual(first)
  expect(computeConsensus(moved, 2, THRESHOLDS)).toMatchObject({
    independentVote: [{ answer: 'PostgreSQL' }, { answer: 'MongoDB' }, { answer: 'SQLite' }],
    flips: [{ agentId: 'bob_1', from: 'MongoDB', to: 'SQLite' }],
  })
  const confirmed = { answer: 'SQLite', position: 'SQLite.', standsBehind: true }
  expect(alone(held(first, ['PostgreSQL', confirmed, 'SQLite']), 2)).toEqual(['PostgreSQL', 'PostgreSQL', 'SQLite'])
})

test.each([
  { opening: 'with ballots', ballots: ['A', 'B', { code: 'timeout' }] },
  { opening: 'without ballots', ballots: [] },
])('the second ballot of a seat that was not heard before is its first vote, in a debate $opening', ({ ballots }) => {
  const session = debate({
    families: ['x', 'y', 'z'],
    question: openQuestion,
    ballots,
    rounds: [
      ['A', 'B', { code: 'timeout' }],
      ['A', 'B', { answer: 'B', position: 'B.', changeReason: 'Bob found the cause.' }],
    ],
    again: ['A', 'B', 'A'],
  })
  expect(computeConsensus(session, 2, THRESHOLDS)).toMatchObject({
    flips: [{ agentId: 'cat_1', round: 2, from: 'A', to: 'B', reason: 'Bob found the cause.' }],
    independentVote: [
      { answer: 'A', agentIds: ['ada_1', 'cat_1'] },
      { answer: 'B', agentIds: ['bob_1'] },
    ],
    againVote: [{ agentIds: ['ada_1'] }, { agentIds: ['bob_1'] }],
  })
})
