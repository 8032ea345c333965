import { describe, expect, test } from 'vitest'
import type { Seat } from '../session/seat.ts'
import { findMode, MODES, modeNames } from './index.ts'

const seatsFor = (name: string, count: number): Seat[] => {
  const roles = findMode(name).assignRoles(count, [])
  return Array.from({ length: count }, (_, index) => ({
    agentId: `seat_${index}`,
    label: `Participant ${index}`,
    model: 'demo',
    family: 'demo',
    ...(roles[index] && { role: roles[index] }),
  }))
}

const groups = (name: string, seats: readonly Seat[]) =>
  findMode(name)
    .order(seats)
    .map((group) => group.map(({ agentId }) => Number(agentId.split('_')[1])))

test('there are eight modes', () => {
  expect(modeNames).toEqual([
    'collaborative',
    'expert-panel',
    'delphi',
    'adversarial',
    'socratic',
    'devils-advocate',
    'red-team-blue-team',
    'ranking',
  ])
})

test('a name that there is no mode for is refused with those that there are', () => {
  expect(() => findMode('shouting')).toThrow('there is no mode shouting; there is collaborative, expert-panel')
})

describe.each(MODES)('$name', (mode) => {
  const counts = Array.from({ length: 12 }, (_, index) => index + 1)

  test.each(counts)('has a role for each of %i seats, or for none', (count) => {
    expect([0, count]).toContain(mode.assignRoles(count, []).length)
    expect([0, count]).toContain(mode.assignRoles(count, ['one', 'two']).length)
  })

  test.each(counts)('hears each of %i seats once', (count) => {
    const seats = seatsFor(mode.name, count)
    const spoken = groups(mode.name, seats)
    expect(spoken.flat().toSorted((a, b) => a - b)).toEqual(seats.map((_, index) => index))
    expect(spoken.every((group) => group.length > 0)).toBe(true)
  })

  test('gives every seat a task of its own for the first, a later and the last round', () => {
    for (const seat of seatsFor(mode.name, 3)) {
      const at = (round: number, hasHeard: boolean) => mode.instruct({ seat, round, totalRounds: 3, hasHeard })
      expect(new Set([at(1, false), at(2, true), at(3, true)]).size).toBe(3)
      expect(at(1, true)).toBe(at(2, true))
    }
  })

  test('opens with a ballot where seats hear each other before they have all spoken', () => {
    expect(mode.opensWithBallot).toBe(groups(mode.name, seatsFor(mode.name, 4)).length > 1)
  })
})

test('seats speak at once, one by one, or red before blue', () => {
  const order = (name: string) => groups(name, seatsFor(name, 4))
  for (const name of ['collaborative', 'expert-panel', 'delphi']) expect(order(name)).toEqual([[0, 1, 2, 3]])
  for (const name of ['adversarial', 'socratic', 'devils-advocate']) expect(order(name)).toEqual([[0], [1], [2], [3]])
  expect(order('red-team-blue-team')).toEqual([
    [0, 2],
    [1, 3],
  ])
})

test('teams stay together when a seat is missing', () => {
  expect(groups('red-team-blue-team', seatsFor('red-team-blue-team', 4).slice(1))).toEqual([[2], [1, 3]])
})

test('roles follow the seats', () => {
  const names = (name: string, count: number) =>
    findMode(name)
      .assignRoles(count, [])
      .map((role) => role.name)
  expect(names('adversarial', 3)).toEqual(['Proponent', 'Opponent', 'Proponent'])
  expect(names('socratic', 3)).toEqual(['Questioner', 'Respondent', 'Respondent'])
  expect(names('socratic', 1)).toEqual(['Inquirer'])
  expect(names('devils-advocate', 4)).toEqual(['Proponent', 'Devil’s advocate', 'Judge', 'Judge'])
  expect(names('devils-advocate', 1)).toEqual(['Devil’s advocate'])
  expect(names('red-team-blue-team', 3)).toEqual(['Red team', 'Blue team', 'Red team'])
})

test('only delphi and ranking hide who speaks and tell the last round alone, and delphi tells it in numbers', () => {
  for (const { name, recall } of MODES) {
    const hidden = { speakers: 'labels', rounds: 'last', statistics: name === 'delphi' }
    expect(recall).toEqual(
      ['delphi', 'ranking'].includes(name) ? hidden : { speakers: 'names', rounds: 'all', statistics: false },
    )
  }
})
