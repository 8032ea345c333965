import type { Situation } from '@sweatpants/demo-model'
import type { Brief } from './brief.ts'
import {
  type Argument,
  FOR_ESTIMATE,
  FOR_OPTION,
  FOR_PROPOSAL,
  INTERESTS,
  PROPOSALS,
  REPLIES,
  themeOf,
} from './library.ts'
import type { Held } from './stance.ts'

/** What a seat says in a statement. */
export interface Said {
  /** Mentions the point of another seat that the first argument answers. */
  reply: string | undefined
  arguments: readonly Argument[]
}

/** Chooses two arguments: in the first round what the persona looks at, later an answer to a point of the other side. */
export function chooseArguments(brief: Brief, held: Held, draw: Situation['draw']): Said {
  const own = rank(argumentsFor(brief, held), brief, draw)
  if (brief.round < 2) return { reply: undefined, arguments: own.slice(0, 2) }
  const opposed = brief.statements.filter(({ vote }) => vote !== (held.answer ?? held.side))
  const points = [...new Set(opposed.flatMap(({ points }) => points))]
  const replyTo = points[(brief.round + brief.place) % Math.max(points.length, 1)]
  const about = ALL.find(({ point }) => isSame(point, replyTo))?.about
  const answer = own.find((argument) => argument.about === about)
  const fresh = own.filter((argument) => argument !== answer)
  const next = fresh[brief.round % fresh.length]!
  return answer === undefined
    ? { reply: undefined, arguments: [next, fresh[(brief.round + 1) % fresh.length]!] }
    : { reply: sayReply(replyTo!, brief), arguments: [answer, next] }
}

/** Which way of replying, by round and place: seats that speak one after another do not sound alike. */
const sayReply = (point: string, { round, place }: Brief): string =>
  REPLIES[(round + place) % REPLIES.length]!.replace('{point}', () => point.replace(/\.$/, ''))

const ALL: readonly Argument[] = [
  ...['write a framework', 'move', 'ban', ''].flatMap((topic) => Object.values(themeOf(topic).arguments).flat()),
  ...PROPOSALS.flatMap((proposal) => proposal.arguments),
  ...FOR_OPTION.flat(),
  ...FOR_PROPOSAL,
  ...Object.values(FOR_ESTIMATE).flat(),
]

/** Whether a text is the point of an argument, with any answer in it. */
function isSame(point: string, text: string | undefined): boolean {
  const [before, after] = point.split('{answer}') as [string, string?]
  return after === undefined ? text === point : (text?.startsWith(before) ?? false) && text!.endsWith(after)
}

function argumentsFor({ topic, kind, answers }: Brief, { side, answer = '', leans }: Held): readonly Argument[] {
  if (kind === 'proposition') return themeOf(topic).arguments[side]
  if (kind === 'estimate') return FOR_ESTIMATE[leans]
  if (kind === 'open') return PROPOSALS.find(({ proposal }) => proposal === answer)?.arguments ?? FOR_PROPOSAL
  const general = FOR_OPTION[Math.max(0, answers.indexOf(answer)) % FOR_OPTION.length]!
  return general.map((argument) => ({
    ...argument,
    point: capitalize(argument.point.replace('{answer}', () => answer)),
  }))
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Orders arguments: what the persona looks at first, then in an order that is drawn for the seat. */
function rank(all: readonly Argument[], { seat, topic }: Brief, draw: Situation['draw']): readonly Argument[] {
  const interest = INTERESTS.find(([pattern]) => pattern.test(seat))?.[1]
  const placed = all.map((argument, index) => ({
    argument,
    place: argument.about === interest ? -1 : draw(`argument ${index} ${seat} ${topic}`),
  }))
  return placed.toSorted((a, b) => a.place - b.place).map(({ argument }) => argument)
}
