import { expect, test } from 'vitest'
import { toRelativeDate } from './relative-date.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test.each([
  [-5_000, 'just now'],
  [59_000, 'just now'],
  [MINUTE, '1 min. ago'],
  [59 * MINUTE, '59 min. ago'],
  [HOUR, '1 hr. ago'],
  [23 * HOUR, '23 hr. ago'],
  [DAY, 'yesterday'],
  [3 * DAY, '3 days ago'],
  [8 * DAY, 'last wk.'],
  [65 * DAY, '2 mo. ago'],
  [800 * DAY, '2 yr. ago'],
])('what changed %d milliseconds ago changed %s', (ago, text) => {
  const now = Date.UTC(2026, 6, 28)
  expect(toRelativeDate(now - ago, now)).toBe(text)
})
