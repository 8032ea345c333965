import { expect, test } from 'vitest'
import { findReview } from './find-review.ts'
import type { SessionSummary } from './session-manager.ts'

const DAY = 86_400_000
const NOW = Date.parse('2026-11-15T12:00:00.000Z')

const summary = (id: string, days: number, given: Partial<SessionSummary> = {}): SessionSummary => ({
  id,
  topic: id,
  mode: 'delphi',
  status: 'completed',
  currentRound: 1,
  totalRounds: 1,
  createdAt: new Date(NOW - days * DAY).toISOString(),
  updatedAt: new Date(NOW - days * DAY).toISOString(),
  agentIds: [],
  pendingContextRequests: 0,
  decision: 'Yes',
  outcome: 'unknown',
  ...given,
})

test('a decision comes up for review once it is older than a week and has no outcome', () => {
  const { outcome: _, ...values } = summary('values', 9)
  const others = [
    summary('new', 6),
    summary('known', 9, { outcome: 'wrong' }),
    summary('open', 9, { status: 'running' }),
    values,
  ]
  expect(findReview(others, NOW)).toBeUndefined()
  expect(findReview([...others, summary('old', 8)], NOW)?.id).toBe('old')
})

test('each day another old decision is proposed for review', () => {
  const old = [summary('a', 30), summary('b', 20), summary('c', 10)]
  const days = [0, 1, 2].map((day) => findReview(old, NOW + day * DAY)?.id)
  expect(new Set(days)).toEqual(new Set(['a', 'b', 'c']))
  expect(findReview(old, NOW + 1_000)?.id).toBe(days[0])
})
