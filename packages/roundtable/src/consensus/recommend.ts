import type { ConsensusResult, Unrated, VoteShare } from '../session/consensus.ts'
import type { NameOf } from '../session/name-seats.ts'
import type { Question } from '../session/question.ts'
import { quoteAnswer, sayVote } from './say-vote.ts'
import { CHECKED_FROM } from './track-record.ts'

type Result = Omit<ConsensusResult, 'recommendation'>

/** A recommendation for the person who decides: the vote first, then what follows from it. */
export function recommend(result: Result, words: { question: Question | undefined; nameOf: NameOf }): string {
  const { level, seats, vote } = result
  const { nameOf } = words
  const voted = countSeats(vote)
  if (voted === 0)
    return 'No panellist was heard, so there is nothing to decide on. See why they failed, and hold the round again.'
  const parts = [
    sayVote(result, words),
    level === 'insufficient' ? sayFew(voted, seats.total) : sayAdvice(result, nameOf),
  ]
  const [warning] = result.warnings
  return [...parts, ...(warning === undefined ? [] : [`Be careful: ${uncapitalize(warning)}`])]
    .filter(Boolean)
    .join(' ')
}

const sayFew = (voted: number, total: number): string =>
  `Only ${voted} of ${total} panellists ${voted === 1 ? 'was' : 'were'} heard, which is too few to rely on. Hear the others before you decide.`

/** From these probabilities on an answer is advised firmly, and at all. */
const FIRM = 0.9
const PROBABLE = 0.7
const LEAST = 0.5

/** Advice follows the probability; where there is none, the agreement. */
function sayAdvice(result: Result, nameOf: NameOf): string {
  const { decision, leading, level, unrated } = result
  if (result.kind === 'estimate')
    return level === 'high' ? '' : 'The ranges of the panellists differ; see their reasons before you plan with it.'
  if (decision === undefined) return 'Decide by their reasons, or ask what would settle it.'
  const contested =
    leading !== undefined && decision.answer !== leading
      ? ' Read why panellists changed their mind before you follow the vote.'
      : ''
  const answer = quoteAnswer(decision.answer)
  const { probability } = decision
  if (probability === undefined) return `${UNRATED[unrated!](answer, level)}${contested}`
  if (probability < LEAST) return `That is not enough for an answer.${contested}`
  const outweighs = sayOutweighed(result, nameOf)
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
function sayOutweighed({ decision, independentVote, weights }: Result, nameOf: NameOf): string {
  const behind = independentVote.find(({ answer }) => answer === decision!.answer)
  const most = independentVote[0]
  if (behind === undefined || most === undefined || behind.agentIds.length >= most.agentIds.length) return ''
  const strongest = weights
    .filter(({ agentId }) => behind.agentIds.includes(agentId))
    .toSorted((a, b) => b.weight - a.weight)[0]!
  return ` ${nameOf(strongest.agentId)} counts ${strongest.weight.toFixed(1)}× an average panellist, because its model is right more often, and outweighs ${most.agentIds.length} others.`
}

const countSeats = (shares: readonly VoteShare[]): number =>
  shares.reduce((sum, { agentIds }) => sum + agentIds.length, 0)

const uncapitalize = (text: string): string => text[0]!.toLowerCase() + text.slice(1)
