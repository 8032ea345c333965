import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FREE_CHOICES, toLogOdds, toSureness, type WeighedSeat, weigh } from './weigh.ts'

const seat = (key: string, skill = 0.6, more: Partial<WeighedSeat> = {}): WeighedSeat => ({
  skill,
  votes: [{ key, part: 1 }],
  ...more,
})

const anySeats = fc.array(
  fc.record({
    skill: fc.double({ min: 0, max: 1, noNaN: true }),
    votes: fc.array(fc.record({ key: fc.constantFrom('A', 'B', 'C'), part: fc.constant(1) }), { maxLength: 1 }),
  }),
  { minLength: 1, maxLength: 9 },
)

describe('weighing', () => {
  // Values of the published rule, computed by another implementation.
  test.each([
    { seats: [seat('A', 0.7), seat('A', 0.6), seat('B', 0.5)], choices: 10, chances: { A: 0.747, B: 0.0462 } },
    {
      seats: [seat('A', 0.9), seat('B', 0.5), seat('B', 0.5), seat('B', 0.5)],
      choices: 4,
      chances: { A: 0.7338, B: 0.1006 },
    },
    { seats: [seat('A'), seat('A'), seat('A')], choices: FREE_CHOICES, chances: { A: 0.9207 } },
  ])('gives the probabilities of the rule ($choices choices)', ({ seats, choices, chances }) => {
    const found = weigh(seats, choices).chances
    for (const [key, chance] of Object.entries(chances)) expect(found.get(key)).toBeCloseTo(chance, 3)
  })

  test('gives probabilities that sum to at most 1, and to 1 if every possible answer was given', () => {
    fc.assert(
      fc.property(anySeats, (seats) => {
        const { chances, effective } = weigh(seats, 3)
        const total = [...chances.values()].reduce((sum, chance) => sum + chance, 0)
        expect(total).toBeLessThanOrEqual(1 + 1e-9)
        if (chances.size === 3) expect(total).toBeCloseTo(1)
        expect(effective).toBeLessThanOrEqual(seats.length + 1e-9)
      }),
    )
  })

  test('ranks answers by their weight, in any order of the seats', () => {
    fc.assert(
      fc.property(anySeats, (seats) => {
        const [forward, backward] = [weigh(seats, 3), weigh(seats.toReversed(), 3)]
        for (const [key, chance] of forward.chances) expect(backward.chances.get(key)).toBeCloseTo(chance)
        const ranked = [...forward.shares].sort(([, a], [, b]) => b - a).map(([key]) => forward.chances.get(key)!)
        expect(ranked).toEqual(ranked.toSorted((a, b) => b - a))
      }),
    )
  })

  test('says how much each seat counts, and how many equal seats would count as much', () => {
    const { weights, effective } = weigh([seat('A', 0.9), seat('B', 0.5), seat('B', 0.5), { skill: 0.9, votes: [] }], 4)
    expect(weights[0]! / weights[1]!).toBeCloseTo(9 ** 1.6)
    expect(weights[3]).toBe(0)
    expect(effective).toBeGreaterThan(1)
    expect(effective).toBeLessThan(1.2)
    expect(weigh([seat('A'), seat('B'), seat('C')], 4).effective).toBeCloseTo(3)
  })

  test('counts a confidence against the usual one of the seat, and ignores it without one', () => {
    const stated = (confidence: number, usual?: number) =>
      weigh(
        [{ skill: 0.6, votes: [{ key: 'A', part: 1, confidence }], ...(usual !== undefined && { usual }) }, seat('B')],
        4,
      ).chances.get('A')!
    expect(stated(0.95)).toBe(stated(0.4))
    expect(stated(0.95, toSureness(0.7))).toBeGreaterThan(stated(0.7, toSureness(0.7)))
    expect(stated(0.5, toSureness(0.7))).toBeLessThan(stated(0.7, toSureness(0.7)))
  })

  test('divides the weight of a seat that gave two answers', () => {
    const both = {
      skill: 0.6,
      votes: [
        { key: 'A', part: 0.5 },
        { key: 'B', part: 0.5 },
      ],
    }
    const { shares } = weigh([both, seat('B')], 4)
    expect([shares.get('A'), shares.get('B')]).toEqual([0.25, 0.75])
  })

  test('gives nothing if no seat was heard', () => {
    expect(weigh([{ skill: 0.7, votes: [] }], 4)).toMatchObject({ chances: new Map(), weights: [0], effective: 0 })
  })
})

test('a confidence near 0 or 1 is not taken literally', () => {
  expect(toSureness(1)).toBe(toLogOdds(0.985))
  expect(toSureness(0)).toBe(toLogOdds(0.3))
})
