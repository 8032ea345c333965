import { expect, test } from 'vitest'
import type { Brief } from './brief.ts'
import { takeStance } from './stance.ts'

const asked: Brief = {
  topic: 'How long does it take?',
  kind: 'estimate',
  sides: { support: 'Yes', oppose: 'No' },
  unit: 'weeks',
  seat: 'demo_1',
  place: 1,
  round: 2,
  side: undefined,
  before: '12',
  answers: [],
  votes: [],
  statements: [],
  counted: undefined,
  numbers: [40, 50, 60],
  proposals: [],
}

/** Draws a seat that listens and says 12. */
const draw = (what: string) => (what.startsWith('estimate') ? 1 / 3 : 0)

test('a demo seat moves its number half of the way to the median of the others, once', () => {
  const moved = takeStance(asked, draw)
  expect(moved).toMatchObject({ estimate: { value: 31, low: 19, high: 50 }, changedFrom: '12', agreeing: 3 })
  const later = takeStance({ ...asked, round: 3, before: '31', numbers: [30, 70, 90] }, draw)
  expect(later).toMatchObject({ estimate: moved.estimate, changedFrom: undefined })
})

test('a demo seat that hears fewer than two numbers keeps its own', () => {
  expect(takeStance({ ...asked, numbers: [40] }, draw)).toMatchObject({ estimate: { value: 12 } })
})
