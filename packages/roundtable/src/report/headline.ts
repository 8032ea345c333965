import { sayEstimate } from '../consensus/estimates.ts'
import { compareVotes, sayOutweighed, sayVote, type VoteChange } from '../consensus/recommend.ts'
import {
  BANDS,
  type ConsensusLevel,
  type ConsensusResult,
  type Dissent,
  type Unrated,
  type VoteShare,
} from '../session/consensus.ts'
import { type NameOf, nameSeats } from '../session/name-seats.ts'
import { quote, sayCount, sayList } from '../session/phrases.ts'
import type { Session } from '../session/session.ts'
import { listChanges } from './changes.ts'
import { isContested, listDissent } from './dissent.ts'
import { sayProgress } from './progress.ts'
import { listWeights, sayChecked, sayLikely, sayQuestion, saySureness } from './words.ts'

export type HeadlineState = 'open' | 'unheard' | 'alone' | 'tied' | ConsensusLevel

/** A summary for readers who read nothing else. */
export interface Headline {
  state: HeadlineState
  /** What the answer is to, if the question was corrected: the topic is still the one that was asked first. */
  corrected?: string
  /** In two or three words. */
  title: string
  /** The answer in a line, or why there is none. */
  answer: string
  /** “4 of 4 ended in favour; alone it was 3 to 1.” */
  vote: string
  /** Why the answer is not what most said alone: the panellists that outweigh others, by name. */
  outweighs?: string
  /** The votes before the seats heard each other and at the end, by answer. Empty for estimates. */
  votes: VoteChange[]
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
  const { consensus, question } = session
  const state = consensus === undefined ? 'open' : stateOf(consensus)
  const common = {
    state,
    ...(question?.earlier !== undefined && { corrected: sayQuestion(question) }),
    progress: sayProgress(session),
    changes: listChanges(session),
  }
  if (consensus === undefined) {
    const hasEnded = session.rounds[0]?.endedAt !== undefined
    const vote = hasEnded ? 'No round on this question has ended.' : 'No round has ended.'
    const undecided = { answer: 'Nothing is decided yet.', vote, votes: [] }
    return { ...common, ...undecided, title: TITLES[state], weights: [], dissent: [], warnings: [] }
  }
  const { leading, decision, warnings, unrated, outcomes, kind, vote } = consensus
  const nameOf = nameSeats(session)
  const outweighs = unrated === undefined ? sayOutweighed(consensus, session) : undefined
  return {
    ...common,
    title: isContested(consensus) ? 'Contested' : sayTitle(state, decision?.probability),
    answer: sayAnswer(consensus),
    vote: sayVote(consensus, { question, nameOf }),
    ...(outweighs !== undefined && { outweighs }),
    votes: kind === 'estimate' ? [] : compareVotes(consensus),
    ...(decision?.probability !== undefined && {
      sureness: {
        of: quote(decision.answer),
        words: sayLikely(decision.probability, outcomes),
        probability: decision.probability,
        checked: sayChecked(outcomes),
      },
    }),
    ...(unrated !== undefined && vote.length > 0 && { unrated: UNRATED[unrated] }),
    ...(leading !== undefined && { backing: sayBacking(consensus) }),
    weights: listWeights(consensus),
    dissent: listDissent(session),
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
  demo: 'The demo model follows a script and knows nothing, so there is no estimate of how likely this is right.',
  values: 'This is a question of values: no answer can turn out right, so there is no such estimate.',
  evidence: 'Fewer than two panellists gave a clear answer on their own, which is too little for an estimate.',
  unconfirmed:
    'A model put different proposals together, and the panellists have not confirmed yet that they mean the same, so there is no such estimate.',
  estimate: 'The range holds 80% of what the panellists consider possible, all counted alike.',
}

const sayTitle = (state: HeadlineState, probability = 1): string =>
  probability < BANDS.least ? 'No clear answer' : TITLES[state]

function stateOf(consensus: ConsensusResult): HeadlineState {
  const { vote, seats, leading, level, decision: { probability = 1 } = {} } = consensus
  if (vote.length === 0) return seats.heard === 0 ? 'unheard' : 'insufficient'
  if (leading === undefined) return 'tied'
  if (level !== 'insufficient' && vote.length === 1 && vote[0]!.agentIds.length === 1) return 'alone'
  // Agreement is called agreement only if it is about the answer, and the answer is probable.
  return level === 'high' && (probability < BANDS.probable || isContested(consensus)) ? 'medium' : level
}

function sayAnswer({ decision, leading, vote, estimate }: ConsensusResult): string {
  if (vote.length === 0) return 'Nothing was decided.'
  if (estimate !== undefined) return `About ${sayEstimate(estimate)}`
  if (decision === undefined) return leading ?? 'No answer: the panel is divided.'
  const { answer, probability = 1 } = decision
  if (probability < BANDS.least) return 'No answer is more likely right than wrong.'
  return probability < BANDS.probable ? `Open, leaning towards ${quote(answer)}` : answer
}

function sayBacking(consensus: ConsensusResult): string {
  const { vote, independentVote, seats, effective, decision, leading } = consensus
  const isBehind = ({ answer }: VoteShare): boolean => answer === (decision?.answer ?? leading)
  const share = vote.find(isBehind)
  if (share === undefined)
    return independentVote.some(isBehind)
      ? 'No one at the end: it is what the panellists said alone.'
      : 'No one puts it first: it is what panellists who split their vote have in common.'
  const { agentIds, families } = share
  const behind = `${agentIds.length} of ${sayCount(seats.total, 'panellist')}, from ${sayCount(families.length, 'model family', 'model families')} (${sayList(families)}).`
  const heard = listWeights(consensus).length
  if (heard < 2) return behind
  return `${behind} By how often they are right, and with one voice for each model, the ${heard} panellists count like ${effective.toFixed(1)} equal ones.`
}

/** Lists what each seat counts, one line each. */
export const listCounted = ({ weights }: Headline, nameOf: NameOf): string[] =>
  weights.map(({ agentId, words }) => `${nameOf(agentId)}: ${words}`)

/** Lists who disagrees and why, one sentence each. */
export const listDisagreed = ({ dissent }: Headline, nameOf: NameOf): string[] =>
  dissent.map(
    ({ agentId, answer, confidence, reason }) =>
      `${nameOf(agentId)} says “${answer}”${saySureness(confidence)}: ${reason}`,
  )
