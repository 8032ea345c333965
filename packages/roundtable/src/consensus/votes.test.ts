import { expect, test } from 'vitest'
import { openQuestion, proposition } from '../session/fixtures/debate.ts'
import { debate } from './fixtures/debate.ts'
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
