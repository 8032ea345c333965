import type { Calibration } from './calibration.ts'
import type { Vote, VoteHistory } from './vote-history.ts'

/**
 * How likely what `key` stands for is right: the evidence of the independent votes, for it and against it, shrunk,
 * pooled, and divided among voices that are not independent of each other. What changed later adds a little.
 */
export function estimateProbability(
  { independent, current }: Pick<VoteHistory, 'independent' | 'current'>,
  key: string,
  calibration: Calibration,
): number {
  const later = new Map(current.map((vote) => [vote.said.seat.agentId, vote]))
  const held = new Map(independent.map((vote) => [vote.said.seat.agentId, vote]))
  const voices = [...new Map([...held, ...later]).values()]
  const evidence = voices.map(({ said }) => {
    const before = held.get(said.seat.agentId)
    const now = later.get(said.seat.agentId)
    const first = before === undefined ? 0 : weigh(before, key, calibration)
    const isConverted = now !== undefined && now.key !== before?.key
    return isConverted ? first + calibration.conversion * (weigh(now, key, calibration) - first) : first
  })
  const sum = evidence.reduce((total, one) => total + one, 0)
  const logOdds = (sum * countVoices(voices, calibration)) / voices.length
  const probability = 1 / (1 + Math.exp(-logOdds))
  const { ceiling } = calibration
  return Math.round(Math.min(ceiling, Math.max(1 - ceiling, probability)) * 1_000) / 1_000
}

/** The log-odds that a vote gives what `key` stands for. */
function weigh({ said, key: own }: Vote, key: string, { shrink, surest, weakVote }: Calibration): number {
  const confidence = Math.min(said.confidence ?? 0.5, surest)
  const logOdds = confidence <= 0.5 ? 0 : shrink * Math.log(confidence / (1 - confidence))
  return Math.max(weakVote, logOdds) * (own === key ? 1 : -1)
}

/** How many independent voices so many correlated ones are worth. */
function countVoices(voices: readonly Vote[], { sameFamily, otherFamily }: Calibration): number {
  const correlations = voices.flatMap((one, i) =>
    voices.map((other, j) => {
      if (i === j) return 1
      return one.said.seat.family === other.said.seat.family ? sameFamily : otherFamily
    }),
  )
  return voices.length ** 2 / correlations.reduce((total, one) => total + one, 0)
}
