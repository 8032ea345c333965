import { expect, test } from 'vitest'
import type { Happening } from '../session/event.ts'
import { openRound } from '../session/session.ts'
import { Debate } from './fixtures/debates.ts'
import { countHeard, sayProgress } from './progress.ts'

test('how far a round is counts those who answered and those who will not', () => {
  const answer = { agentId: 'anthropic_1', position: 'Postgres.', answer: 'Postgres' }
  const { session } = new Debate().begin(1).say([answer]).fail('google_1')
  expect(countHeard(session, openRound(session)!)).toEqual({ answered: 1, failed: 1, asked: 4 })
  expect(sayProgress(session)).toBe('Round 1 of 3 is in progress: 1 of 4 answered, 1 not heard.')
})

test('a debate that was stopped says so', () => {
  const { session } = new Debate().begin(1).happen({ type: 'session_stop' })
  expect(sayProgress(session)).toBe('Finished after 0 rounds: it was stopped.')
})

test.for<[string, Happening, string]>([
  ['was interrupted', { type: 'round_interrupt', round: 1, by: 'caller' }, 'was interrupted'],
  ['waits for another server version', { type: 'round_block', round: 1, code: 'other_version' }, 'is blocked'],
])('a round that %s is not in progress', ([, happening, state]) => {
  const { session } = new Debate().begin(1).happen(happening)
  expect(sayProgress(session)).toBe(`Round 1 of 3 ${state}: 0 of 4 answered.`)
})
