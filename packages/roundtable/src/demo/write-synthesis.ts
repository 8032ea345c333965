import type { Json } from '@sweatpants/demo-model'
import { quote } from '../session/phrases.ts'
import { type Brief, medianOf, type Side, sayVote, type Told } from './brief.ts'
import { themeOf } from './library.ts'

/** Writes the answer of a debate from the votes and key points that the prompt tells. It judges nothing. */
export function writeSynthesis(brief: Brief): Record<string, Json> {
  const { topic, kind, sides, statements, counted } = brief
  const answer = counted ?? 'The panel is divided'
  if (kind === 'estimate') return writeEstimate(brief, answer)
  const isFollowed = ({ vote }: Told): boolean => isFor(vote, counted)
  const followers = statements.filter(isFollowed)
  const others = statements.filter((one) => !isFollowed(one))
  const reasons = listPoints(followers)
  const theme = themeOf(topic)
  const side = kind === 'proposition' ? sideOf(counted) : undefined
  return {
    answer: `**${answer}.** ${reasons[0] === undefined ? '' : `The panel’s main reason: ${reasons[0].text} `}${SCRIPTED}`,
    follows: answer,
    reasons: reasons.slice(0, MOST),
    conditions: side === undefined ? [] : [{ text: theme.condition[side], by: [] }],
    // What speaks for another answer is a risk of this one only if the two are yes and no.
    risks: side !== undefined && others.length > 0 ? listPoints(others).slice(0, MOST) : listRisks(topic, side),
    nextSteps: [...(side === undefined ? [] : [{ text: theme.nextStep[side], by: [] }]), ASK_REAL_MODELS],
    commonGround: findShared(statements),
    disagreements: others.slice(0, MOST).map(({ from, vote, points }) => ({
      text: `${quoteFirst(points)} speaks for “${vote === undefined ? 'no clear answer' : sayVote(vote, sides)}”.`,
      by: [from],
      settledBy: 'A small trial whose result is a number.',
    })),
    wouldChange: others.slice(0, 1).map(({ from, points }) => ({
      text: `A number that shows: ${points[0] ?? 'the minority is right.'}`,
      by: [from],
    })),
  }
}

/** The panel has no reasons for the middle of its numbers, but for lower and for higher ones. */
function writeEstimate({ statements, numbers }: Brief, answer: string): Record<string, Json> {
  const middle = medianOf(numbers) ?? 0
  const [less, more] = [
    listPoints(statements.filter(({ number = middle }) => number < middle)),
    listPoints(statements.filter(({ number = middle }) => number > middle)),
  ]
  const say = (what: string, points: typeof less) =>
    points.slice(0, 1).map(({ text, by }) => ({ text: `${what}, if this holds: ${text}`, by }))
  return {
    answer: `**${answer}.** That is the middle of the panel’s numbers. ${SCRIPTED}`,
    follows: answer,
    reasons: [],
    conditions: [...say('Less', less), ...say('More', more)],
    risks: [],
    nextSteps: [ASK_REAL_MODELS],
    commonGround: findShared(statements),
    disagreements: [],
    wouldChange: [],
  }
}

const SCRIPTED = 'This debate follows a script: it shows the form of an answer, and is no advice.'

const ASK_REAL_MODELS = { text: 'Ask a panel of real models, and give it the facts that only you know.', by: [] }

/** The longest list. */
export const MOST = 3

/** A side is counted under the words of the proposition, which begin with yes or no. */
const isFor = (vote: string | undefined, counted: string | undefined): boolean =>
  vote !== undefined && (vote === counted || vote === sideOf(counted))

const sideOf = (counted = ''): Side | undefined =>
  /^yes\b/i.test(counted) ? 'support' : /^no\b/i.test(counted) ? 'oppose' : undefined

/** If all agree, what the other side would have said. */
function listRisks(topic: string, side: Side | undefined): { text: string; by: string[] }[] {
  if (side === undefined) return []
  const opposed = themeOf(topic).arguments[side === 'support' ? 'oppose' : 'support']
  return opposed.filter(({ about }) => about === 'risk').map(({ point }) => ({ text: point, by: [] }))
}

const quoteFirst = ([first]: readonly string[]): string => (first === undefined ? 'A panellist' : quote(first))

/** Each point once, with all who made it, those of most panellists first. */
export function listPoints(statements: readonly Told[]): { text: string; by: string[] }[] {
  const said = statements.flatMap(({ from, points }) => points.map((text) => ({ text, from })))
  return [...Map.groupBy(said, ({ text }) => text)]
    .map(([text, those]) => ({ text, by: [...new Set(those.map(({ from }) => from))] }))
    .sort((a, b) => b.by.length - a.by.length)
}

const findShared = (statements: readonly Told[]): { text: string; by: string[] }[] =>
  statements.length < 2 ? [] : listPoints(statements).filter(({ by }) => by.length === statements.length)
