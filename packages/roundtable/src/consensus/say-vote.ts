import type { ConsensusResult } from '../session/consensus.ts'
import type { NameOf } from '../session/name-seats.ts'
import { quote, sayList } from '../session/phrases.ts'
import type { Question } from '../session/question.ts'
import { sayNumber } from './vote-history.ts'

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
  result: Counted & Pick<ConsensusResult, 'seats' | 'carried' | 'estimate'>,
  words: Words,
): string {
  const { leading, vote, seats, carried, estimate } = result
  const [first] = vote
  if (first === undefined)
    return seats.heard === 0 ? 'No panellist could be heard.' : 'No panellist gave a clear answer.'
  const most = first.agentIds.length
  const marked = carried.length === 0 ? '' : `, counting the earlier vote of ${sayList(carried.map(words.nameOf))}`
  if (estimate !== undefined && leading !== undefined)
    return `The panel estimates ${sayEstimate(estimate)}; ${most} of ${seats.total} find that possible${marked}.`
  const alone = sayAlone(result, words)
  if (leading !== undefined)
    return `${most} of ${seats.total} ended ${findSide(leading, words) ?? `with ${quoteAnswer(leading)}`}${marked}${alone}.`
  const tied = vote.filter(({ agentIds }) => agentIds.length === most)
  const answers = sayList(tied.map(({ answer }) => quoteAnswer(answer)))
  if (most === 1 && tied.length > 1)
    return `${tied.length} panellists gave ${tied.length} different answers, ${answers}${marked}${alone}.`
  return `It is a tie: ${most} each for ${answers}${marked}${alone}.`
}

/** “19 weeks, between 10 and 45”. */
export const sayEstimate = ({ median, low, high, unit }: NonNullable<ConsensusResult['estimate']>): string =>
  `${sayNumber(median)} ${unit}, between ${sayNumber(low)} and ${sayNumber(high)}`

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
  return answer === question.yes ? 'in favour' : answer === question.no ? 'against' : undefined
}

/** The longest quote, in characters. */
const LENGTH = 200

export const quoteAnswer = (answer: string): string =>
  quote(answer.length > LENGTH ? `${answer.slice(0, LENGTH - 1)}…` : answer)

/** “3:1 alone → 4:0 at the end”. */
export const sayStrip = (votes: readonly VoteChange[]): string =>
  `${votes.map(({ alone }) => alone).join(':')} alone → ${votes.map(({ end }) => end).join(':')} at the end`
