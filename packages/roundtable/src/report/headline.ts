import { sayNumber } from '../consensus/vote-history.ts'
import type { ConsensusLevel, ConsensusResult, Dissent, Unrated, VoteShare } from '../session/consensus.ts'
import { type EndReason, openRound, responsesOf, type Session } from '../session/session.ts'
import { listChanges } from './changes.ts'
import { listWeights, quote, sayChecked, sayCount, sayLikely, sayList } from './words.ts'

export type HeadlineState = 'open' | 'unheard' | 'alone' | 'tied' | ConsensusLevel

/** A summary for readers who read nothing else. */
export interface Headline {
  state: HeadlineState
  /** In two or three words. */
  title: string
  /** The vote, and how it was before the seats heard each other. */
  decision: string
  /** How likely the answer is right, in words, and on how many known outcomes that was checked. */
  sureness?: { of: string; words: string; probability: number; checked: string }
  /** Why there is no probability. */
  unrated?: string
  /** Which seats and model families support it, and how much they count. */
  backing?: string
  /** How often each seat is right, and how much it counts. */
  weights: { agentId: string; words: string }[]
  dissent: Dissent[]
  /** What would change the decision, one sentence each. */
  changes: string[]
  /** Why the agreement may be weaker than it looks. */
  warnings: string[]
  /** The progress of the debate, or why it ended. */
  progress: string
}

/** How the percentage is computed, for readers who ask. */
export const HOW_COMPUTED =
  'Each model’s vote counts by how often it has been right: first by a public list, then by what you marked as right or wrong. The percentage is how often panels that voted like this were right in 12,000 recorded questions; it is not how sure the models say they are.'

export function readHeadline(session: Session): Headline {
  const { consensus } = session
  const state = stateOf(consensus)
  const common = { state, progress: sayProgress(session), changes: listChanges(session) }
  if (consensus === undefined)
    return {
      ...common,
      title: TITLES[state],
      decision: 'Nothing is decided yet.',
      weights: [],
      dissent: [],
      warnings: [],
    }
  const { leading, decision, dissent, warnings, unrated, outcomes } = consensus
  const isContested = decision !== undefined && leading !== undefined && decision.answer !== leading
  return {
    ...common,
    title: isContested ? 'Contested' : sayTitle(state, decision?.probability),
    decision: `${sayDecision(state, consensus)}${sayAlone(consensus)}`,
    ...(decision?.probability !== undefined && {
      sureness: {
        of: quote(decision.answer),
        words: sayLikely(decision.probability, outcomes),
        probability: decision.probability,
        checked: sayChecked(outcomes),
      },
    }),
    ...(unrated !== undefined && { unrated: UNRATED[unrated] }),
    ...(leading !== undefined && { backing: sayBacking(consensus) }),
    weights: listWeights(consensus),
    dissent,
    warnings: [...new Set(warnings)],
  }
}

const TITLES: Readonly<Record<HeadlineState, string>> = {
  open: 'Not decided yet',
  unheard: 'No one was heard',
  alone: 'One voice only',
  tied: 'Divided',
  insufficient: 'Too few to decide',
  low: 'No agreement',
  medium: 'Leaning, not settled',
  high: 'Agreed',
}

const UNRATED: Readonly<Record<Unrated, string>> = {
  demo: 'The demo model follows rules and knows nothing, so there is no estimate of how likely this is right.',
  values: 'This is a question of values: no answer can turn out right, so there is no such estimate.',
  evidence: 'Fewer than two seats answered on their own, which is too little for an estimate.',
  estimate: 'The range holds 80% of what the seats consider possible, all seats counted alike.',
}

/** From this probability on, agreement is called agreement. */
const PROBABLE = 0.7

const sayTitle = (state: HeadlineState, probability: number | undefined): string =>
  state === 'high' && probability !== undefined && probability < PROBABLE ? TITLES.medium : TITLES[state]

function stateOf(consensus: ConsensusResult | undefined): HeadlineState {
  if (consensus === undefined) return 'open'
  const { vote, seats, leading, level } = consensus
  if (vote.length === 0) return seats.heard === 0 ? 'unheard' : 'insufficient'
  if (leading === undefined) return 'tied'
  return level !== 'insufficient' && vote.length === 1 && vote[0]!.agentIds.length === 1 ? 'alone' : level
}

function sayDecision(state: HeadlineState, { leading, vote, seats, carried, estimate }: ConsensusResult): string {
  if (state === 'unheard') return 'Nothing was decided: no seat could be heard.'
  const first = vote.filter(({ agentIds }) => agentIds.length === vote[0]?.agentIds.length)
  if (first.length === 0) return 'Nothing was decided: no seat gave a clear answer.'
  const marked = carried.length === 0 ? '' : `, counting the earlier vote of ${sayList(carried)}`
  if (estimate !== undefined && leading !== undefined)
    return `The panel estimates ${sayEstimate(estimate)}. ${first[0]!.agentIds.length} of ${sayCount(seats.total, 'seat')} find that possible${marked}.`
  if (leading === undefined) {
    const each = first[0]!.agentIds.length
    if (each === 1) return `The ${first.length} seats gave ${first.length} different answers${marked}.`
    return `It is a tie: ${each} each for ${sayList(first.map(({ answer }) => quote(answer)))}${marked}.`
  }
  const count = vote[0]!.agentIds.length
  const ended = `${count} of ${sayCount(seats.total, 'seat')} ended with ${quote(leading)}${marked}`
  return state === 'insufficient' ? `Too few were heard to decide: ${ended}.` : `${ended}.`
}

/** “19 weeks, between 10 and 45”. */
const sayEstimate = ({ median, low, high, unit }: NonNullable<ConsensusResult['estimate']>): string =>
  `${sayNumber(median)} ${unit}, between ${sayNumber(low)} and ${sayNumber(high)}`

/** How the vote was before the seats heard each other, where it was another. */
function sayAlone({ independentVote, vote, kind }: ConsensusResult): string {
  const counts = (shares: readonly VoteShare[]) => shares.map(({ agentIds }) => agentIds.length).join(' to ')
  const isSame = counts(independentVote) === counts(vote) && independentVote[0]?.answer === vote[0]?.answer
  if (kind === 'estimate' || independentVote.length === 0 || isSame) return ''
  const [first] = independentVote
  if (independentVote.length === 1) return ` On their own, all said ${quote(first!.answer)}.`
  return ` On their own it was ${counts(independentVote)}, with ${sayList(independentVote.map(({ answer }) => quote(answer)))}.`
}

function sayBacking({ vote, families, seats, effective, weights }: ConsensusResult): string {
  const count = vote[0]?.agentIds.length ?? 0
  const behind = `${count} of ${sayCount(seats.total, 'seat')}, from ${sayCount(families.length, 'model family', 'model families')} (${sayList(families)}).`
  const heard = weights.filter(({ weight }) => weight > 0).length
  const isUneven = heard > 1 && heard - effective >= 0.5
  return isUneven
    ? `${behind} By how often they are right, the ${heard} seats count like ${effective.toFixed(1)} equal ones.`
    : behind
}

const ENDS: Readonly<Record<EndReason, string>> = {
  rounds: 'that was the last planned round',
  unanimous: 'all seats agreed',
  decided: 'another round would not have changed the answer',
  stable_disagreement: 'no seat was changing its mind any more',
  budget: 'the budget was used up',
  stopped: 'it was stopped',
}

/** Describes the progress of a debate, or why it ended, in a sentence. */
function sayProgress(session: Session): string {
  const { status, endReason, currentRound, totalRounds, pendingContextRequests } = session
  const open = openRound(session)
  const rounds = sayCount(currentRound, 'round')
  if (status === 'completed') return `Finished after ${rounds}${endReason === undefined ? '' : `: ${ENDS[endReason]}`}.`
  if (open !== undefined) {
    const heard = responsesOf(session, open.number).length
    const answered = `${heard} of ${sayCount(open.agentIds.length, 'seat')} ${heard === 1 ? 'has' : 'have'} answered`
    return `Round ${open.number} of ${totalRounds} ${status === 'paused' ? 'is paused' : 'is in progress'}: ${answered}.`
  }
  if (currentRound === 0) return 'The first round has not begun.'
  const required = pendingContextRequests.filter(({ priority }) => priority === 'required').length
  const waits = required === 0 ? '' : ` It waits for ${sayCount(required, 'answer')} that the seats need.`
  return `After round ${currentRound} of ${totalRounds}${status === 'paused' ? ', paused' : ''}.${waits}`
}
