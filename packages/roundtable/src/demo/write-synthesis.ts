import type { Json } from '@sweatpants/demo-model'
import type { Brief, Told } from './brief.ts'

/** Writes the answer of a debate from the votes and key points that the prompt tells. It judges nothing. */
export function writeSynthesis({ topic, statements, counted }: Brief): Record<string, Json> {
  const answer = counted ?? 'The panel is divided'
  const others = statements.filter(({ vote }) => !isFor(vote, counted))
  const followers = statements.filter(({ vote }) => isFor(vote, counted))
  const shared = findShared(statements)
  return {
    answer: `${answer}. That is what the panel's votes on “${topic}” come to; the demo model adds no judgement of its own.`,
    follows: answer,
    reasons: listPoints(followers),
    conditions: [],
    risks: listPoints(others),
    nextSteps: [{ text: 'Ask a panel of real models, or try the answer on a small scale.', by: [] }],
    commonGround: shared,
    disagreements: others.map(({ from, vote }) => ({
      text: `${from} holds “${vote ?? 'no clear answer'}” instead.`,
      by: [from],
      settledBy: 'A small trial.',
    })),
    wouldChange: others.slice(0, 1).map(({ from, points }) => ({
      text: `If ${from} is right: ${points[0] ?? 'its reasons count more than they did here'}`,
      by: [from],
    })),
  }
}

const SIDES: Readonly<Record<string, string>> = { support: 'yes', oppose: 'no' }

/** A side is counted under the words of the proposition, which begin with yes or no. */
const isFor = (vote: string | undefined, counted = ''): boolean =>
  vote === counted || (vote !== undefined && SIDES[vote] !== undefined && counted.toLowerCase().startsWith(SIDES[vote]))

/** Each point once, with all who made it. */
function listPoints(statements: readonly Told[]): { text: string; by: string[] }[] {
  const said = statements.flatMap(({ from, points }) => points.map((text) => ({ text, from })))
  return [...Map.groupBy(said, ({ text }) => text)].map(([text, those]) => ({
    text,
    by: [...new Set(those.map(({ from }) => from))],
  }))
}

const findShared = (statements: readonly Told[]): { text: string; by: string[] }[] =>
  statements.length < 2 ? [] : listPoints(statements).filter(({ by }) => by.length === statements.length)
