import type { NameOf } from '../session/name-seats.ts'
import { sayCount } from '../session/phrases.ts'
import { heardBefore, responsesOf, type Session } from '../session/session.ts'
import { sayPercent } from './words.ts'

/** How the panellists rank each other's answers, if the mode ranks. */
export interface Ranking {
  /** Which answers are ranked, and by whom. */
  hint: string
  /** The best answer first. `words` are its place, its share of the possible points, and the number of rankings. */
  rows: { agentId: string; words: string }[]
  /** What is missing or wrong in the ranking of a panellist. */
  problems: { agentId: string; problem: string }[]
}

export function readRanking(session: Session): Ranking | undefined {
  const { ranking = [], round = 0 } = session.consensus ?? {}
  const problems = responsesOf(session, round).flatMap(({ agentId, rankingProblem: problem }) =>
    problem === undefined ? [] : [{ agentId, problem }],
  )
  if (ranking.length + problems.length === 0) return undefined
  return {
    hint: `The answers of round ${heardBefore(session, round)}, as the other panellists ranked them without knowing who wrote them.`,
    rows: ranking.map(({ agentId, place, score, rankings }) => {
      const points = `${sayPercent(score)} of the possible points`
      return { agentId, words: `place ${place}, ${points}, ${sayCount(rankings, 'ranking')}` }
    }),
    problems,
  }
}

/** Lists the places, then what is wrong with rankings, one sentence each. */
export const listRanks = ({ rows, problems }: Ranking, nameOf: NameOf): string[] => [
  ...rows.map(({ agentId, words }) => `${nameOf(agentId)}: ${words}`),
  ...problems.map(({ agentId, problem }) => `The ranking of ${nameOf(agentId)} was not used as given: ${problem}`),
]
