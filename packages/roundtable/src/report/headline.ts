import type { ConsensusLevel, ConsensusResult, Dissent, VoteBasis } from '../session/consensus.ts'
import type { Session } from '../session/session.ts'
import { listChanges } from './changes.ts'
import { sayProgress } from './progress.ts'
import { quote, sayAnswer, sayCount, sayList, sayPercent, sayProbability } from './words.ts'

export type HeadlineState = 'open' | 'unheard' | 'alone' | 'tied' | ConsensusLevel

/** What somebody wants to know who reads nothing else. */
export interface Headline {
  state: HeadlineState
  /** In two or three words. */
  title: string
  /** In a sentence. */
  decision: string
  /** How likely it is right, and what: the answer of which the sentence tells, or that which is quoted. */
  sureness?: { of: string; probability: number; percent: string; words: string }
  /** Who stands behind it: seats and model families. */
  backing?: string
  dissent: Dissent[]
  /** What would change the decision, each in a sentence. */
  changes: string[]
  /** Why the agreement may be worth less than it looks. */
  warnings: string[]
  /** How far the debate is, or why it is over. */
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
