import type { ConsensusLevel, ConsensusResult, Dissent, VoteBasis } from '../session/consensus.ts'
import { type EndReason, openRound, responsesOf, type Session } from '../session/session.ts'
import { listChanges } from './changes.ts'
import { quote, sayAnswer, sayCount, sayList, sayPercent, sayProbability } from './words.ts'

export type HeadlineState = 'open' | 'unheard' | 'alone' | 'tied' | ConsensusLevel

/** A summary for readers who read nothing else. */
export interface Headline {
  state: HeadlineState
  /** In two or three words. */
  title: string
  /** In a sentence. */
  decision: string
  /** How likely the answer is right; `of` is the answer in the sentence, or the quoted one. */
  sureness?: { of: string; probability: number; percent: string; words: string }
  /** Which seats and model families support it. */
  backing?: string
  dissent: Dissent[]
  /** What would change the decision, one sentence each. */
  changes: string[]
  /** Why the agreement may be weaker than it looks. */
  warnings: string[]
  /** The progress of the debate, or why it ended. */
  progress: string
}

export function readHeadline(session: Session): Headline {
  const { consensus } = session
  const state = stateOf(consensus)
  const common = { state, title: TITLES[state], progress: sayProgress(session), changes: listChanges(session) }
  if (consensus === undefined) return { ...common, decision: 'Nothing is decided yet.', dissent: [], warnings: [] }
  const { leading, decision, dissent, warnings, basis } = consensus
  const contested =
    decision === undefined || decision.answer === leading ? undefined : sayQuoted(decision.answer, basis)
  const probability = decision?.probability ?? consensus.probability
  const told = sayDecision(state, consensus)
  return {
    ...common,
    ...(contested !== undefined && leading !== undefined && { title: 'Contested' }),
    decision:
      contested === undefined
        ? told
        : `On their own the seats speak for ${contested}. In the end ${told[0]!.toLowerCase()}${told.slice(1)}`,
    ...(probability !== undefined && {
      sureness: {
        of: contested ?? 'The answer',
        probability,
        percent: sayPercent(probability),
        words: sayProbability(probability),
      },
    }),
    ...(leading !== undefined && { backing: sayBacking(consensus, contested && sayQuoted(leading, basis)) }),
    dissent: dissent.map((one) => ({ ...one, answer: sayAnswer(one.answer, basis) })),
    warnings: [...new Set(warnings)],
  }
}

const TITLES: Readonly<Record<HeadlineState, string>> = {
  open: 'Not decided yet',
  unheard: 'Nobody was heard',
  alone: 'One voice only',
  tied: 'Divided',
  insufficient: 'Too few to decide',
  low: 'No agreement',
  medium: 'Leaning, not settled',
  high: 'Agreed',
}

function stateOf(consensus: ConsensusResult | undefined): HeadlineState {
  if (consensus === undefined) return 'open'
  const { vote, seats, leading, level } = consensus
  if (vote.length === 0) return seats.heard === 0 ? 'unheard' : 'insufficient'
  if (leading === undefined) return 'tied'
  return level !== 'insufficient' && seats.heard === 1 ? 'alone' : level
}

function sayDecision(state: HeadlineState, { leading, decision, vote, basis, seats }: ConsensusResult): string {
  if (state === 'unheard') return 'Nothing was decided: no seat could be heard.'
  if (leading === undefined) {
    const first = vote.filter(({ agentIds }) => agentIds.length === vote[0]?.agentIds.length)
    if (first.length === 0) return 'Nothing was decided: nobody gave a clear answer.'
    const tie = `many say ${first.map(({ answer }) => sayQuoted(answer, basis)).join(' as ')}.`
    return decision === undefined ? `No decision: as ${tie}` : `As ${tie}`
  }
  const say = sayVote(leading, basis)
  const isAll = vote[0]?.agentIds.length === seats.total
  if (state === 'high') return `${isAll ? 'All' : 'Most'} ${say}.`
  if (state === 'medium') return `${isAll ? 'All' : 'Most'} ${say}, but it is not settled.`
  if (state === 'alone') return `The only seat that was heard says ${sayQuoted(leading, basis)}.`
  if (state === 'insufficient') return `Too few were heard to decide; those who were mostly ${say}.`
  return `There is no agreement; more ${say} than anything else.`
}

const SIDES: Readonly<Record<string, string>> = { support: 'in favour', oppose: 'against', neutral: 'undecided' }

const sayVote = (answer: string, basis: VoteBasis): string =>
  basis === 'stances' ? `are ${SIDES[answer] ?? answer}` : `say ${quote(answer)}`

const sayQuoted = (answer: string, basis: VoteBasis): string => quote(sayAnswer(answer, basis))

function sayBacking({ vote, families, seats }: ConsensusResult, what = 'it'): string {
  const count = vote[0]?.agentIds.length ?? 0
  const stands = count === 1 ? 'stands' : 'stand'
  const seatsBehind = `${count} of ${sayCount(seats.total, 'seat')} ${stands} behind ${what}`
  return `${seatsBehind}, from ${sayCount(families.length, 'model family', 'model families')} (${sayList(families)}).`
}

const ENDS: Readonly<Record<EndReason, string>> = {
  rounds: 'that was the last planned round',
  unanimous: 'all agreed from the start',
  decided: 'another round would not have changed the answer',
  stable_disagreement: 'nobody was changing their mind any more',
  budget: 'the budget was used up',
  stopped: 'it was stopped',
}

/** Describes the progress of a debate, or why it ended, in a sentence. */
function sayProgress(session: Session): string {
  const { status, endReason, currentRound, totalRounds, pendingContextRequests } = session
  const open = openRound(session)
  const rounds = sayCount(currentRound, 'round')
  if (status === 'completed') return `Over after ${rounds}${endReason === undefined ? '' : `: ${ENDS[endReason]}`}.`
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
