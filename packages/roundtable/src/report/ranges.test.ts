import { expect, test } from 'vitest'
import { estimated } from './fixtures/estimated.ts'
import { placeBetween, readRanges, sayMedians } from './ranges.ts'
import { readReport } from './read-report.ts'
import { sayRange } from './words.ts'

test('the numbers of an estimate are listed alone and at the end, with the median of both', () => {
  const ranges = readRanges(estimated())!
  expect(ranges.rows.map(({ seat, end, alone }) => ({ name: seat.name, end, alone }))).toEqual([
    { name: 'ada_1', end: { value: 20, low: 10, high: 40 }, alone: undefined },
    { name: 'bob_1', end: { value: 30 }, alone: 50 },
  ])
  expect(ranges.panel.median).toBe(25)
  expect(ranges.alone).toBe(35)
  expect(ranges.ends).toEqual({ from: 10, to: 50 })
  expect(sayMedians(ranges)).toBe('35 weeks alone → 25 weeks at the end')
  expect(ranges.rows.map(({ end }) => sayRange(end, ranges.unit))).toEqual(['20 weeks, between 10 and 40', '30 weeks'])
  expect(readReport(estimated()).ranges).toEqual(ranges)
})

test.each([
  [{ from: 0, to: 200 }, 50, 0.25],
  [{ from: 1, to: 10_000 }, 100, 0.5],
  [{ from: -10, to: 10 }, 0, 0.5],
  [{ from: 7, to: 7 }, 7, 0.5],
])('between %o the number %d is at %d', (ends, number, place) => {
  expect(placeBetween(ends, number)).toBeCloseTo(place)
})
