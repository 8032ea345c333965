import { BANDS, type ConsensusResult, type Unrated, type VoteShare } from '../session/consensus.ts'
import { type NameOf, nameSeats } from '../session/name-seats.ts'
import { quote, sayList } from '../session/phrases.ts'
import { type Question, saySide } from '../session/question.ts'
import type { Session } from '../session/session.ts'
import { sayEstimate } from './estimates.ts'
import { CHECKED_FROM } from './track-record.ts'
import { findFlips, findInformedRound, readVotes } from './votes.ts'

type Result = Omit<ConsensusResult, 'recommendation'>

/** A recommendation for the person who decides: the vote first, then what follows from it. */
export function recommend(result: Result, session: Session): string {
  const { level, seats, vote } = result
  const voted = countSeats(vote)
  if (voted === 0) return 'No panellist was heard, so there is nothing to decide on. See why they failed.'
  const parts = [
    sayVote(result, { question: session.question, nameOf: nameSeats(session) }),
    level === 'insufficient' ? sayFew(voted, seats.total) : sayAdvice(result, session),
  ]
  const [warning] = result.warnings
  return [...parts, ...(warning === undefined ? [] : [`Be careful: ${uncapitalize(warning)}`])]
    .filter(Boolean)
    .join(' ')
}

const sayFew = (voted: number, total: number): string =>
  `Only ${voted} of ${total} panellists ${voted === 1 ? 'was' : 'were'} heard, which is too few to rely on. Hear the others before you decide.`

/** Advice follows the probability; where there is none, the agreement. */
function sayAdvice(result: Result, session: Session): string {
  const { decision, leading, level, unrated, flips } = result
  if (result.kind === 'estimate')
    return level === 'high' ? '' : 'The ranges of the panellists differ; see their reasons before you plan with it.'
  if (decision === undefined) return 'Decide by their reasons, or ask what would settle it.'
  const contested =
    leading !== undefined && decision.answer !== leading && flips.length > 0
      ? ' Read why panellists changed their mind before you follow the vote.'
      : ''
  const answer = quoteAnswer(decision.answer)
  const { probability } = decision
  if (probability === undefined) return `${UNRATED[unrated!](answer, level)}${contested}`
  if (probability < BANDS.least) return `That is not enough for an answer.${contested}`
  const why = sayOutweighed(result, session)
  const outweighs = why === undefined ? '' : ` ${why}`
  if (probability < BANDS.probable) return `The question is open, leaning towards ${answer}.${outweighs}${contested}`
  const band = probability >= BANDS.firm ? 'nine of ten such decisions were right' : 'probably right'
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
  unconfirmed: () => 'Hold one more round, in which each panellist says whether its group says what it meant.',
}

const countSeats = (shares: readonly VoteShare[]): number =>
  shares.reduce((sum, { agentIds }) => sum + agentIds.length, 0)

const uncapitalize = (text: string): string => text[0]!.toLowerCase() + text.slice(1)

type Weighed = Pick<ConsensusResult, 'round' | 'decision' | 'independentVote' | 'weights'>

/** From this ratio of weights on, seats are said to outweigh others: below it, the difference is no more than a tendency. */
const OUTWEIGHS = 1.5

/**
 * Explains a decision that no majority of the independent votes supports: names the seats that outweigh others, and how much
 * each counts. Returns `undefined` if the decision has more votes than any other answer, or if no answer is given.
 */
export function sayOutweighed(
  { round, decision, independentVote, weights }: Weighed,
  session: Session,
): string | undefined {
  const behind = independentVote.find(({ answer }) => answer === decision?.answer)
  const rival = independentVote.find(({ answer }) => answer !== decision?.answer && !isUndecided(answer, session))
  if (decision === undefined || rival === undefined || (decision.probability ?? 1) < BANDS.least) return undefined
  const behindIds = behind?.agentIds ?? []
  if (behindIds.length > rival.agentIds.length) return undefined
  const weightOf = (agentId: string) => weights.find((one) => one.agentId === agentId)?.weight ?? 0
  const sum = (agentIds: readonly string[]) => agentIds.reduce((total, agentId) => total + weightOf(agentId), 0)
  if (sum(behindIds) <= sum(rival.agentIds)) {
    const shifts = listShifts(session, round)
    return shifts.length === 0 ? undefined : `Counting ${sayList(shifts)}, ${quoteAnswer(decision.answer)} is ahead.`
  }
  const skillOf = (agentIds: readonly string[]) => {
    const skills = weights.flatMap(({ agentId, skill }) => (agentIds.includes(agentId) ? skill : []))
    return skills.reduce((total, skill) => total + skill, 0) / skills.length
  }
  const isMoreSkilled = skillOf(behindIds) > skillOf(rival.agentIds)
  if (sum(behindIds) < OUTWEIGHS * sum(rival.agentIds))
    return `Weighed by how ${isMoreSkilled ? 'often each panellist is right' : 'sure each panellist is'}, ${quoteAnswer(decision.answer)} is slightly ahead.`
  const nameOf = nameSeats(session)
  const names = behindIds.map((agentId) => `${nameOf(agentId)} (${weightOf(agentId).toFixed(1)}×)`)
  const isOne = names.length === 1
  const [models, they] = isOne ? ['its model is', 'it is'] : ['their models are', 'they are']
  const why = isMoreSkilled ? `${models} right more often` : `${they} surer than usual`
  return `${sayList(names)} ${isOne ? 'outweighs' : 'outweigh'} the ${rival.agentIds.length} who answered ${quoteAnswer(rival.answer)} on their own (${sum(rival.agentIds).toFixed(1)}× together), because ${why}.`
}

const isUndecided = (answer: string, { question }: Session): boolean =>
  question?.kind === 'proposition' && answer === saySide(question, 'neutral')

/** What counted besides the first answers that the seats gave alone. */
function listShifts(session: Session, round: number): string[] {
  const { independent, again, votes } = readVotes(session, round)
  const informed = findInformedRound(session)
  const happened = {
    'second answers': again.length > 0,
    'split votes': [...independent, ...again].some(({ said }) => said.spread !== undefined),
    'changes after new facts': findFlips(votes).some((flip) => flip.round >= informed),
  }
  return Object.entries(happened).flatMap(([words, has]) => (has ? words : []))
}

type Counted = Pick<ConsensusResult, 'round' | 'kind' | 'leading' | 'vote' | 'independentVote'>

/** How many seats held an answer on their own, and how many hold it now. */
export interface VoteChange {
  answer: string
  alone: number
  end: number
}

/** Counts each answer before the seats heard each other and at the end. The answers of most seats at the end come first. */
export function compareVotes({ vote, independentVote }: Counted): VoteChange[] {
  const answers = new Set([...vote, ...independentVote].map(({ answer }) => answer))
  const countIn = (shares: ConsensusResult['vote'], answer: string): number =>
    shares.find((share) => share.answer === answer)?.agentIds.length ?? 0
  return [...answers].map((answer) => ({
    answer,
    alone: countIn(independentVote, answer),
    end: countIn(vote, answer),
  }))
}

interface Words {
  question: Question | undefined
  nameOf: NameOf
}

/** Says the vote in a sentence: “4 of 4 ended in favour; alone it was 3 to 1.” */
export function sayVote(
  result: Counted & Pick<ConsensusResult, 'seats' | 'carried' | 'unconfirmed' | 'estimate'>,
  words: Words,
): string {
  const { leading, vote, seats, carried, unconfirmed, estimate } = result
  const [first] = vote
  if (first === undefined)
    return seats.heard === 0 ? 'No panellist could be heard.' : 'No panellist gave a clear answer.'
  const most = first.agentIds.length
  const voters = vote.reduce((total, { agentIds }) => total + agentIds.length, 0)
  const earlier =
    carried.length === voters ? 'their earlier votes' : `the earlier vote of ${sayList(carried.map(words.nameOf))}`
  const marked = carried.length === 0 ? '' : `, counting ${earlier}`
  if (estimate !== undefined) {
    const possible = leading === undefined ? 'no one finds' : `${most} of ${seats.total} find`
    return `The panel estimates ${sayEstimate(estimate)}; ${possible} that possible${marked}.`
  }
  const alone = sayAlone(result, words)
  if (leading !== undefined && unconfirmed !== undefined)
    return `A model put the proposals of ${most} of ${seats.total} together as ${quoteAnswer(leading)}${marked}${alone}; that is not confirmed yet.`
  if (leading !== undefined)
    return `${most} of ${seats.total} ended ${findSide(leading, words) ?? `with ${quoteAnswer(leading)}`}${marked}${alone}.`
  const tied = vote.filter(({ agentIds }) => agentIds.length === most)
  const answers = sayList(tied.map(({ answer }) => quoteAnswer(answer)))
  if (most === 1 && tied.length > 1)
    return `${tied.length} panellists gave ${tied.length} different answers, ${answers}${marked}${alone}.`
  return `It is a tie: ${most} each for ${answers}${marked}${alone}.`
}

/** How the vote was before the seats heard each other. */
function sayAlone(result: Counted, words: Words): string {
  const { round, kind, independentVote } = result
  if (kind === 'estimate' || independentVote.length === 0) return ''
  const changes = compareVotes(result)
  const isSame = changes.every(({ alone, end }) => alone === end)
  if (isSame) return round === 1 ? '' : '; alone it was the same'
  const [only, other] = independentVote
  if (other === undefined) {
    const side = findSide(only!.answer, words)
    return `; alone, all ${side === undefined ? `said ${quoteAnswer(only!.answer)}` : `were ${side}`}`
  }
  const counts = changes.map(({ alone }) => alone)
  return `; alone it was ${(counts[0] === 0 ? counts : counts.filter((count) => count > 0)).join(' to ')}`
}

/** Returns the side of an answer to a proposition. */
function findSide(answer: string, { question }: Words): string | undefined {
  if (question?.kind !== 'proposition') return undefined
  return answer === question.yes ? 'in favour' : answer === question.no ? 'against' : 'undecided'
}

/** The longest quote, in characters. */
const LENGTH = 200

const quoteAnswer = (answer: string): string =>
  quote(answer.length > LENGTH ? `${answer.slice(0, LENGTH - 1)}…` : answer)

/** “3:1 alone → 4:0 at the end”. */
export const sayStrip = (votes: readonly VoteChange[]): string =>
  `${votes.map(({ alone }) => alone).join(':')} alone → ${votes.map(({ end }) => end).join(':')} at the end`
