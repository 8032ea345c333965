import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SKILLS } from './skill-table.ts'
import {
  FREE_CHOICES,
  findSkill,
  rateSeats,
  type SeatRecord,
  toLogOdds,
  toSkillName,
  toSureness,
  type WeighedSeat,
  weigh,
} from './weigh.ts'

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

const unknown = { known: 0, right: 0 }

describe('the skill of a seat', () => {
  test('is that of an average model if nothing is known', () => {
    expect(rateSeats([unknown, unknown])).toEqual([0.57, 0.57])
  })

  test('follows the table, which is believed in part', () => {
    const [strong, weak] = rateSeats([
      { ...unknown, listed: 0.8 },
      { ...unknown, listed: 0.4 },
    ])
    expect(strong).toBeGreaterThan(0.57)
    expect(weak).toBeLessThan(0.57)
    expect(strong! - weak!).toBeLessThan(0.4)
  })

  test('follows known outcomes, which also set the level of the panel', () => {
    const [good, bad, fresh] = rateSeats([{ known: 50, right: 45 }, { known: 50, right: 20 }, unknown])
    expect(good).toBeGreaterThan(0.8)
    expect(bad).toBeLessThan(0.5)
    expect(fresh).toBeGreaterThan(0.57)
    expect(fresh).toBeLessThan(good!)
  })

  test('lets outcomes overrule the table', () => {
    const [listed, proven] = rateSeats([
      { known: 200, right: 60, listed: 0.8 },
      { known: 200, right: 160, listed: 0.4 },
    ])
    expect(proven).toBeGreaterThan(listed!)
  })

  test('follows agreement in past debates, less as outcomes come in', () => {
    const rate = (...known: readonly [number, number]) => {
      const [agreeing, alone] = rateSeats([
        { known: known[0], right: known[1], pairs: 100, agreed: 80 },
        { known: known[0], right: known[1], pairs: 100, agreed: 40 },
      ])
      return agreeing! - alone!
    }
    expect(rate(0, 0)).toBeGreaterThan(0.1)
    expect(rate(1, 1)).toBeGreaterThan(0.1)
    expect(rate(60, 36)).toBeLessThan(rate(1, 1) / 3)
    const [agreeing, right] = rateSeats([
      { known: 20, right: 8, pairs: 100, agreed: 80 },
      { known: 20, right: 16, pairs: 100, agreed: 40 },
    ])
    expect(right).toBeGreaterThan(agreeing!)
  })

  test('hardly follows agreement in the first few debates, where it is chance', () => {
    const [one, other] = rateSeats([
      { ...unknown, pairs: 4, agreed: 4 },
      { ...unknown, pairs: 4, agreed: 0 },
    ])
    expect(Math.abs(one! - other!)).toBeLessThan(0.15)
    expect((one! + other!) / 2).toBeCloseTo(0.57, 1)
  })

  test('never falls with one more right answer, nor does its weight, and it never rises with a wrong one', () => {
    const record = fc
      .record({
        right: fc.nat(60),
        wrong: fc.nat(60),
        pairs: fc.nat(200),
        agreed: fc.nat(200),
        listed: fc.option(fc.double({ min: 0.05, max: 0.95, noNaN: true }), { nil: undefined }),
      })
      .map(({ right, wrong, pairs, agreed, listed }) => ({
        known: right + wrong,
        right,
        pairs,
        agreed: Math.min(agreed, pairs),
        listed,
      }))
    /** The part of all weight that the first seat has, if all seats answer. */
    const shareOf = (records: readonly SeatRecord[]) => {
      const seats = rateSeats(records).map((skill, i) => ({ skill, votes: [{ key: String(i), part: 1 }] }))
      return weigh(seats, FREE_CHOICES).shares.get('0')!
    }
    fc.assert(
      fc.property(record, fc.array(record, { minLength: 1, maxLength: 6 }), (seat, others) => {
        const before = shareOf([seat, ...others])
        const right = { ...seat, known: seat.known + 1, right: seat.right + 1 }
        expect(rateSeats([right, ...others])[0]).toBeGreaterThanOrEqual(rateSeats([seat, ...others])[0]! - 1e-9)
        expect(shareOf([right, ...others])).toBeGreaterThanOrEqual(before - 1e-9)
        expect(rateSeats([{ ...seat, known: seat.known + 1 }, ...others])[0]).toBeLessThanOrEqual(
          rateSeats([seat, ...others])[0]! + 1e-9,
        )
      }),
    )
  })
})

describe('the name in the table', () => {
  test.each([
    ['openai/gpt-4.1', 'gpt-4.1'],
    ['anthropic/claude-3-7-sonnet-20250219', 'claude-3-7-sonnet'],
    ['openai/gpt-4o-2024-08-06', 'gpt-4o'],
    ['together/meta-llama/Meta-Llama-3.1-405B-Instruct-Turbo', 'llama-3.1-405b'],
    ['google/gemini-1.5-pro-002', 'gemini-1.5-pro'],
  ])('of %s is %s', (model, name) => {
    expect(toSkillName(model)).toBe(name)
    expect(findSkill(model)).toBeGreaterThan(0)
  })

  test.each(Object.entries(SKILLS))('finds %s in the spellings of its providers', (name, skill) => {
    const spellings = [name, name.replaceAll('.', '-'), name.replace(/(?<=[a-z])-(?=\d)/, ''), `${name}-latest`]
    for (const spelling of spellings)
      for (const prefix of ['', 'ollama/', 'openrouter/maker/']) expect(findSkill(prefix + spelling)).toBe(skill)
  })

  test.each([
    ['openrouter/anthropic/claude-3.7-sonnet', 'claude-3-7-sonnet'],
    ['ollama/llama3.1:70b', 'llama-3.1-70b'],
    ['ollama/gemma2:9b', 'gemma-2-9b'],
    ['ollama/qwen2.5:14b-instruct', 'qwen2.5-14b'],
  ])('finds %s as %s', (model, name) => {
    expect(findSkill(model)).toBe(SKILLS[name])
  })

  test('is not guessed for a model that is not listed', () => {
    expect(findSkill('openai/gpt-99')).toBeUndefined()
    expect(findSkill('openai/gpt-99', { 'openai/gpt-99': 0.9 })).toBe(0.9)
  })
})
