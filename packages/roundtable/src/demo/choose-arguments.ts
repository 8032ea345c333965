import type { Situation } from '@sweatpants/demo-model'
import type { Brief } from './brief.ts'
import { type Argument, FOR_ESTIMATE, FOR_OPTION, FOR_PROPOSAL, INTERESTS, PROPOSALS, themeOf } from './library.ts'
import type { Held } from './stance.ts'

/** What a seat says in a statement. */
export interface Said {
  /** The point of another seat that the first argument answers. */
  replyTo: string | undefined
  arguments: readonly Argument[]
}

/** Chooses two arguments: in the first round what the persona looks at, later an answer to a point of the other side. */
export function chooseArguments(brief: Brief, held: Held, draw: Situation['draw']): Said {
  const own = rank(argumentsFor(brief, held), brief, draw)
  if (brief.round < 2) return { replyTo: undefined, arguments: own.slice(0, 2) }
  const opposed = brief.statements.filter(({ vote }) => vote !== (held.answer ?? held.side))
  const points = [...new Set(opposed.flatMap(({ points }) => points))]
  const replyTo = points[(brief.round + brief.place) % Math.max(points.length, 1)]
  const about = ALL.find(({ point }) => isSame(point, replyTo))?.about
  const answer = own.find((argument) => argument.about === about)
  const fresh = own.filter((argument) => argument !== answer)
  const next = fresh[brief.round % fresh.length]!
  return answer === undefined
    ? { replyTo: undefined, arguments: [next, fresh[(brief.round + 1) % fresh.length]!] }
    : { replyTo, arguments: [answer, next] }
}

const ALL: readonly Argument[] = [
  ...['write a framework', 'move', 'ban', ''].flatMap((topic) => Object.values(themeOf(topic).arguments).flat()),
  ...PROPOSALS,
  ...FOR_OPTION,
  ...FOR_PROPOSAL,
  ...FOR_ESTIMATE,
]

/** Whether a text is the point of an argument, with any answer in it. */
function isSame(point: string, text: string | undefined): boolean {
  const [before, after] = point.split('{answer}') as [string, string?]
  return after === undefined ? text === point : (text?.startsWith(before) ?? false) && text!.endsWith(after)
}

function argumentsFor({ topic, kind }: Brief, { side, answer = '' }: Held): readonly Argument[] {
  if (kind === 'proposition') return themeOf(topic).arguments[side]
  if (kind === 'estimate') return FOR_ESTIMATE
  const [general, named] = kind === 'open' ? [FOR_PROPOSAL, uncapitalize(answer)] : [FOR_OPTION, answer]
  const filled = general.map((argument) => ({ ...argument, point: argument.point.replace('{answer}', () => named) }))
  return [...PROPOSALS.filter(({ proposal }) => proposal === answer), ...filled]
}

const uncapitalize = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** Orders arguments: what the persona looks at first, then in an order that is drawn for the seat. */
function rank(all: readonly Argument[], { seat, topic }: Brief, draw: Situation['draw']): readonly Argument[] {
  const interest = INTERESTS.find(([pattern]) => pattern.test(seat))?.[1]
  const placed = all.map((argument, index) => ({
    argument,
    place: argument.about === interest ? -1 : draw(`argument ${index} ${seat} ${topic}`),
  }))
  return placed.toSorted((a, b) => a.place - b.place).map(({ argument }) => argument)
}
