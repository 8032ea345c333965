import type { DebateRecord, RoundRecord, Said } from './debate-record.ts'

/** The methods that are compared, each with its score: 1 for a right answer, a half for a tie of two. */
export const ARMS = {
  'mean seat': ({ rounds, truth }) => share(rounds[0]!.said, ({ answer }) => answer === truth),
  'first-round vote': ({ rounds, truth }) => creditOfVote(answersOf(rounds[0]!), truth),
  'vote of all ballots': ({ rounds, truth, end }) =>
    creditOfVote(
      [...answersOf(rounds[0]!), ...rounds.slice(0, end).flatMap(({ ballots }) => ballots.map(toAnswer))],
      truth,
    ),
  'last-round vote': ({ rounds, truth }) => creditOfVote(answersOf(rounds.at(-1)!), truth),
  ours: (record) => creditOfDecision(record, record.end),
  oracle: ({ rounds, truth }) => (rounds[0]!.said.some(({ answer }) => answer === truth) ? 1 : 0),
} satisfies Record<string, (record: DebateRecord) => number>

export type ArmName = keyof typeof ARMS

const toAnswer = ({ answer }: Said): string => answer

const answersOf = ({ said }: RoundRecord): string[] => said.map(toAnswer)

const share = <T>(all: readonly T[], isCounted: (one: T) => boolean): number =>
  all.filter(isCounted).length / all.length

/** A vote without a lead is decided by lot. */
export function creditOfVote(answers: readonly string[], truth: string): number {
  const counts = [...Map.groupBy(answers, (answer) => answer)].map(([answer, those]) => ({
    answer,
    count: those.length,
  }))
  const most = Math.max(...counts.map(({ count }) => count))
  const tied = counts.filter(({ count }) => count === most)
  return tied.some(({ answer }) => answer === truth) ? 1 / tied.length : 0
}

/** If the engine makes no decision, the answer is drawn at random, as in a tied vote. */
export function creditOfDecision({ rounds, truth }: DebateRecord, round: number): number {
  const { decision } = rounds[round - 1]!
  if (decision === undefined) return creditOfVote(answersOf(rounds[0]!), truth)
  return decision === truth ? 1 : 0
}

/** The accuracy of the seat that is right most often. */
export function bestSeat(records: readonly DebateRecord[]): number {
  const seats = records[0]!.rounds[0]!.said.map((_, seat) =>
    share(records, ({ rounds, truth }) => rounds[0]!.said[seat]!.answer === truth),
  )
  return Math.max(...seats)
}
