import { describe, expect, test } from 'vitest'
import { findSkill, toSkillName } from './find-skill.ts'
import { rateSeats } from './rate-seats.ts'

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

  test('follows agreement in past debates while there are no outcomes', () => {
    const [with_, alone] = rateSeats([
      { ...unknown, pairs: 100, agreed: 80 },
      { ...unknown, pairs: 100, agreed: 40 },
    ])
    expect(with_).toBeGreaterThan(alone!)
    const [first] = rateSeats([{ known: 1, right: 1, pairs: 100, agreed: 0 }, unknown])
    expect(first).toBeGreaterThan(0.57)
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

  test('is not guessed for a model that is not listed', () => {
    expect(findSkill('openai/gpt-99')).toBeUndefined()
    expect(findSkill('openai/gpt-99', { 'openai/gpt-99': 0.9 })).toBe(0.9)
  })
})
