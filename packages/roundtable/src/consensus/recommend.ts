import type { ConsensusResult, Unrated, VoteShare } from '../session/consensus.ts'
import { CHECKED_FROM } from './track-record.ts'
import { sayNumber } from './vote-history.ts'

type Result = Omit<ConsensusResult, 'recommendation'>

/** A recommendation for the person who decides: the vote first, then what follows from it. */
export function recommend(result: Result): string {
  const { level, seats, vote } = result
  const voted = countSeats(vote)
  if (voted === 0)
    return 'No seat was heard, so there is nothing to decide on. See why they failed, and hold the round again.'
  const parts = [
    sayVote(result),
    sayAlone(result),
    level === 'insufficient' ? sayFew(voted, seats.total) : sayAdvice(result),
  ]
  const [warning] = result.warnings
  return [...parts, ...(warning === undefined ? [] : [`Be careful: ${uncapitalize(warning)}`])]
    .filter(Boolean)
    .join(' ')
}

/** “4 of 4 seats ended with “Yes, migrate now”.” */
function sayVote({ leading, vote, seats, carried, estimate }: Result): string {
  if (estimate !== undefined) {
    const { median, low, high, unit } = estimate
    return `The panel estimates ${sayNumber(median)} ${unit}, with a range of ${sayNumber(low)} to ${sayNumber(high)}.`
  }
  const most = vote[0]!.agentIds.length
  const marked = carried.length === 0 ? '' : ` (${carried.join(', ')} not heard in the last round)`
  if (leading !== undefined)
    return `${most} of ${seats.total} ${seats.total === 1 ? 'seat' : 'seats'} ended with ${quote(leading)}${marked}.`
  const tied = vote.filter(({ agentIds }) => agentIds.length === most)
  if (most === 1)
    return `Each of the ${tied.length} seats gave another answer: ${tied.map(({ answer }) => quote(answer)).join(', ')}${marked}.`
  return `The seats are divided between ${tied.map(({ answer }) => quote(answer)).join(' and ')}, with ${most} each${marked}.`
}

/** What the seats said before they heard each other, where that was something else. */
function sayAlone({ independentVote, vote, kind }: Result): string {
  const shape = (shares: readonly VoteShare[]) =>
    shares.map(({ answer, agentIds }) => `${answer} ${agentIds.length}`).join()
  if (kind === 'estimate' || independentVote.length === 0 || shape(independentVote) === shape(vote)) return ''
  if (independentVote.length === 1) return `On their own all said ${quote(independentVote[0]!.answer)}.`
  return `On their own it was ${independentVote.map(({ agentIds }) => agentIds.length).join(' to ')}: ${independentVote.map(({ answer }) => quote(answer)).join(', ')}.`
}

const sayFew = (voted: number, total: number): string =>
  `Only ${voted} of ${total} seats ${voted === 1 ? 'was' : 'were'} heard, which is too few to rely on. Hear the others before you decide.`

/** From these probabilities on an answer is advised firmly, and at all. */
const FIRM = 0.9
const PROBABLE = 0.7
const LEAST = 0.5

/** Advice follows the probability; where there is none, the agreement. */
function sayAdvice(result: Result): string {
  const { decision, leading, level, unrated } = result
  if (result.kind === 'estimate')
    return level === 'high' ? '' : 'The ranges of the seats differ; see their reasons before you plan with it.'
  if (decision === undefined) return 'Decide by their reasons, or ask what would settle it.'
  const contested =
    leading !== undefined && decision.answer !== leading
      ? ' Read why seats changed their mind before you follow the vote.'
      : ''
  const answer = quote(decision.answer)
  const { probability } = decision
  if (probability === undefined) return `${UNRATED[unrated!](answer, level)}${contested}`
  if (probability < LEAST) return `That is not enough for an answer.${contested}`
  const outweighs = sayOutweighed(result)
  if (probability < PROBABLE) return `The question is open, leaning towards ${answer}.${outweighs}${contested}`
  const band = probability >= FIRM ? 'nine of ten such decisions were right' : 'probably right'
  const likely = result.outcomes < CHECKED_FROM ? band : `${Math.round(probability * 100)}% likely to be right`
  return `Recommendation: ${answer}, ${likely}.${outweighs}${contested}`
}

const UNRATED: Readonly<Record<Unrated, (answer: string, level: ConsensusResult['level']) => string>> = {
  demo: () => 'The demo model follows rules and knows nothing, so this is no advice.',
  values: (answer, level) =>
    level === 'high'
      ? `The panel recommends ${answer}; it is a question of values, so no probability applies.`
      : 'It is a question of values, so weigh their reasons yourself.',
  evidence: (answer) => `One voice says ${answer}, which is too little to go by.`,
  estimate: () => '',
}

/** Names the seat that outweighs several others, where the decision is not what most said alone. */
function sayOutweighed({ decision, independentVote, weights }: Result): string {
  const behind = independentVote.find(({ answer }) => answer === decision!.answer)
  const most = independentVote[0]
  if (behind === undefined || most === undefined || behind.agentIds.length >= most.agentIds.length) return ''
  const strongest = weights
    .filter(({ agentId }) => behind.agentIds.includes(agentId))
    .toSorted((a, b) => b.weight - a.weight)[0]!
  return ` ${strongest.agentId} counts ${strongest.weight.toFixed(1)}× an average seat, because its model is right more often, and outweighs ${most.agentIds.length} others.`
}

const countSeats = (shares: readonly VoteShare[]): number =>
  shares.reduce((sum, { agentIds }) => sum + agentIds.length, 0)

const quote = (answer: string): string => `“${answer.length > 200 ? `${answer.slice(0, 199)}…` : answer}”`

const uncapitalize = (text: string): string => text[0]!.toLowerCase() + text.slice(1)
