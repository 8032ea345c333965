import type { ConsensusResult } from '../session/consensus.ts'

/** Where a debate stands, as it was computed. */
export function resultText(consensus: ConsensusResult, nameOf: (agentId: string) => string): string {
  const { level, agreementScore, probability, seats, vote, dissent, flips, warnings } = consensus
  return [
    `consensus is ${level}; ${Math.round(agreementScore * 100)}% of the seats stand behind what leads`,
    probability !== undefined && `it is right with a probability of ${probability.toFixed(2)}`,
    `${seats.heard} of ${seats.total} seats were heard`,
    ...vote.map(
      ({ answer, agentIds }) => `${agentIds.length} for “${answer}”, which are ${agentIds.map(nameOf).join(', ')}`,
    ),
    ...dissent.map(({ agentId, answer, reason }) => `${nameOf(agentId)} dissents with “${answer}”, because ${reason}`),
    ...flips.map(
      ({ agentId, round, from, to }) => `${nameOf(agentId)} went from “${from}” to “${to}” in round ${round}`,
    ),
    ...warnings,
  ]
    .filter((line) => line !== false)
    .join('\n')
}
