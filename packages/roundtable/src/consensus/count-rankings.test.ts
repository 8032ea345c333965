import { expect, test } from 'vitest'
import { fold, opening, response, seat, starting } from '../session/fixtures/debate.ts'
import { countRankings } from './count-rankings.ts'

/** A debate whose seats have ranked each other in the second round. */
function ranked(rankings: Record<string, string[] | undefined>) {
  const ids = Object.keys(rankings)
  return fold(
    { type: 'session_start', opening: opening({ seats: ids.map((id) => seat(id)) }) },
    { ...starting(1), agentIds: ids },
    ...ids.map((agentId) => ({ type: 'response_add', response: response({ agentId }) }) as const),
    ...ids.map((agentId) => {
      const ranking = rankings[agentId]
      const said = response({ agentId, round: 2, ...(ranking !== undefined && { ranking }) })
      return { type: 'response_add', response: said } as const
    }),
  )
}

const places = (rankings: Record<string, string[] | undefined>) =>
  countRankings(ranked(rankings), 2)?.map(({ agentId, place, score }) => [agentId, place, Number(score.toFixed(3))])

test('rankings are counted by Borda, and equal scores share a place', () => {
  expect(places({ a: ['b', 'c', 'd'], b: ['a', 'c', 'd'], c: ['a', 'b', 'd'], d: ['b', 'a', 'c'] })).toEqual([
    ['a', 1, 0.833],
    ['b', 1, 0.833],
    ['c', 3, 0.333],
    ['d', 4, 0],
  ])
})

test('answers that a seat left out share the points that are left, and a seat without a ranking counts for none', () => {
  expect(places({ a: ['b'], b: undefined, c: ['b', 'a'] })).toEqual([
    ['b', 1, 1],
    ['a', 2, 0],
    ['c', 2, 0],
  ])
})

test('a round without rankings has no result', () => {
  expect(places({ a: undefined, b: undefined })).toBeUndefined()
})
