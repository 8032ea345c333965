import { listWeights, sayChecked, sayLikely } from '../report/words.ts'
import { readWriteUp, sayWriteUp } from '../report/write-up.ts'
import type { ConsensusResult, VoteShare } from '../session/consensus.ts'
import type { Session } from '../session/session.ts'
import { toFacts, toHeading, toPercent, toQuote, toTitledList } from './blocks.ts'

/** The decision, its probability, and the dissent. */
export function decisionSection(session: Session): string[] {
  const { consensus, synthesis } = session
  const decision = consensus === undefined ? ['No round has ended yet.'] : describe(consensus)
  const written =
    synthesis === undefined
      ? []
      : [
          toHeading(2, 'Synthesis'),
          ...toFacts({ 'Written by': `${synthesis.model}, after round ${synthesis.round}` }),
          toQuote(sayWriteUp(readWriteUp(session)!)),
        ]
  return [toHeading(2, 'Decision'), ...decision, ...written]
}

function describe(consensus: ConsensusResult): string[] {
  const { decision, leading, level, agreementScore, seats, families, round, kind, recommendation, estimate, outcomes } =
    consensus
  return [
    ...toFacts({
      Answer: decision?.answer ?? 'none',
      Estimate: estimate && `${estimate.median} ${estimate.unit}, from ${estimate.low} to ${estimate.high}`,
      'How likely it is right':
        decision?.probability === undefined
          ? undefined
          : `${sayLikely(decision.probability, outcomes)}. ${sayChecked(outcomes)}`,
      'Said by most': leading ?? 'none leads',
      Consensus: level,
      Agreement: `${toPercent(agreementScore)} of ${seats.total} seats; ${seats.heard} heard, ${seats.absent} absent`,
      'Model families behind that': families.join(', '),
      Recommendation: recommendation,
      'As of': `round ${round}, as ${KINDS[kind]}`,
    }),
    ...toTitledList('Vote', consensus.vote.map(toShare)),
    ...toTitledList('Before the seats heard each other', consensus.independentVote.map(toShare)),
    ...toTitledList('Asked once more in private', (consensus.againVote ?? []).map(toShare)),
    ...toTitledList(
      'How much each seat counts',
      listWeights(consensus).map(({ agentId, words }) => `${agentId}: ${words}`),
    ),
    ...toTitledList(
      'Dissent',
      consensus.dissent.map(({ agentId, answer, confidence, reason }) => {
        const sureness = confidence === undefined ? '' : ` (${toPercent(confidence)} sure)`
        return `${agentId}${sureness}: ${answer}. Because: ${reason}`
      }),
    ),
    ...toTitledList(
      'Changes of mind',
      consensus.flips.map(({ agentId, round, from, to, reason }) => {
        return `${agentId} in round ${round}, from ${from} to ${to}. Because: ${reason ?? 'no reason given'}`
      }),
    ),
    ...toTitledList('Warnings', consensus.warnings),
  ]
}

const KINDS = { proposition: 'a proposition', choice: 'a choice', estimate: 'an estimate', open: 'an open question' }

const toShare = ({ answer, agentIds, families }: VoteShare): string =>
  `${answer}: ${agentIds.length} (${agentIds.join(', ')}; ${families.join(', ')})`
