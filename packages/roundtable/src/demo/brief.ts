import type { Situation } from '@sweatpants/demo-model'
import { MODES } from '../modes/index.ts'
import { FENCE_KINDS } from '../prompts/fence.ts'
import type { QuestionKind } from '../session/question.ts'
import type { Stance } from '../session/seat.ts'
import { stateProposition } from '../session/state-proposition.ts'

export type Side = Exclude<Stance, 'neutral'>

/** What a prompt of a debate says. */
export interface Brief {
  topic: string
  kind: QuestionKind
  /** What each side of a proposition says. */
  sides: Readonly<Record<Side, string>>
  /** The unit of an estimate. */
  unit: string
  /** The name of the seat and its persona, which are the same in every round. Empty if the prompt is for no seat. */
  seat: string
  /** The place of the seat in the panel, from 1; 0 if its name does not tell. */
  place: number
  /** 0 before the first round. */
  round: number
  /** The side that the role of the seat argues. */
  side: Side | undefined
  /** The possible answers, if there are any. */
  answers: readonly string[]
  /** What the seat held in its latest statement: its answer, its side or its number. */
  before: string | undefined
  /** What each other seat holds, by its latest statement: its answer, or its side. */
  votes: readonly string[]
  /** The latest statement of each other seat: its name, its vote and its key points. */
  statements: readonly Told[]
  /** The answer that was counted, if the prompt tells the result. */
  counted: string | undefined
  /** The estimates of the other seats. */
  numbers: readonly number[]
  /** Proposals to merge. */
  proposals: readonly string[]
}

export interface Told {
  from: string
  vote: string | undefined
  number: number | undefined
  points: readonly string[]
}

interface Fenced {
  kind: string
  from: string | undefined
  text: string
}

/** Reads a prompt of `prompts/`, which has the topic in a fence. Returns `undefined` for any other prompt. */
export function readBrief({ system, message }: Situation): Brief | undefined {
  const code = /<topic-([a-z\d]{8,16})>\n/.exec(message)?.[1]
  if (code === undefined) return undefined
  const inSystem = fencesIn(system, code)
  const inMessage = fencesIn(message, code)
  const name = /^You are (.+), (?:the only seat|one of \d+ seats)/m.exec(system)?.[1] ?? ''
  // Sorted: what a seat holds must not depend on the order of the prompt.
  const answers = textsOf('answers', inMessage).flatMap(toAnswers).sort()
  const quantity = textsOf('quantity', inMessage)[0]
  const kind = kindOf(inMessage, message)
  const { own, others } = latestOf(inMessage, name)
  const topic = textsOf('topic', inMessage)[0] ?? ''
  const { yes, no } = stateProposition(textsOf('proposition', inMessage)[0] ?? topic)
  return {
    topic,
    kind,
    sides: { support: yes, oppose: no },
    unit: /^unit: (.*)$/m.exec(quantity ?? '')?.[1] ?? '',
    seat: [name, ...textsOf('voice', inSystem)].join(' '),
    place: placeOf(name),
    round: Number(/^Round (\d+) of \d+\.$/m.exec(message)?.[1] ?? 0),
    side: sideOfRole(textsOf('assignment', inSystem)[0]?.split('\n', 1)[0]),
    answers,
    before: own === undefined ? undefined : (voteIn(own, kind) ?? numberIn(own)?.toString()),
    votes: others.flatMap(({ text }) => voteIn(text, kind) ?? []),
    statements: others.map(({ from, text }) => ({
      from,
      vote: voteIn(text, kind),
      number: numberIn(text),
      points: pointsIn(text),
    })),
    counted: /^the counted answer is “(.*)”$/m.exec(textsOf('result', inMessage)[0] ?? '')?.[1],
    numbers: others.flatMap(({ text }) => numberIn(text) ?? []),
    proposals: textsOf('proposal', inMessage),
  }
}

/** Names end with a number, or with a letter where names are hidden. */
function placeOf(name: string): number {
  const letter = /^Participant ([A-Z])$/.exec(name)?.[1]
  return letter === undefined ? Number(/_(\d{1,3})$/.exec(name)?.[1] ?? 0) : letter.charCodeAt(0) - 64
}

/** Kinds that no longer close are remembered, so that the rest of the text is searched once for each. */
function fencesIn(text: string, code: string): Fenced[] {
  const opening = new RegExp(`<(${FENCE_KINDS.join('|')})-${code}( [^<>]*)?>\\n`, 'g')
  const open = new Set<string>()
  const fences: Fenced[] = []
  for (let mark = opening.exec(text); mark !== null; mark = opening.exec(text)) {
    const [all, kind, about = ''] = mark as unknown as [string, string, string?]
    const start = mark.index + all.length
    const end = open.has(kind) ? -1 : text.indexOf(`\n</${kind}-${code}>`, start)
    if (end === -1) open.add(kind)
    else {
      fences.push({ kind, from: / from="([^"]*)"/.exec(about)?.[1], text: text.slice(start, end) })
      opening.lastIndex = end
    }
  }
  return fences
}

const textsOf = (wanted: string, fences: readonly Fenced[]): string[] =>
  fences.filter(({ kind }) => kind === wanted).map(({ text }) => text)

/** Short answers share one line. Otherwise each answer has a fence of its own. */
function toAnswers(text: string): string[] {
  const listed = /^Possible answers: (.+)$/.exec(text)?.[1]
  return listed === undefined ? [text] : listed.split(' | ')
}

function sideOfRole(name: string | undefined): Side | undefined {
  const roles = MODES.flatMap(({ assignRoles }) => assignRoles(MOST_ROLES, []))
  const stance = roles.find((role) => role.name === name)?.stance
  return stance === 'neutral' ? undefined : stance
}

/** So many seats have every role that a mode assigns. */
const MOST_ROLES = 3

/** Tells the kind of the question from what the prompt encloses. */
function kindOf(fences: readonly Fenced[], message: string): QuestionKind {
  if (fences.some(({ kind }) => kind === 'proposition')) return 'proposition'
  if (fences.some(({ kind }) => kind === 'quantity')) return 'estimate'
  return message.includes('The topic is a choice') ? 'choice' : 'open'
}

/** The latest statements: that of the seat itself, and those of the others. */
function latestOf(fences: readonly Fenced[], name: string) {
  const latest = new Map(fences.flatMap(({ kind, from, text }) => (kind === 'statement' && from ? [[from, text]] : [])))
  const own = latest.get(name)
  latest.delete(name)
  return { own, others: [...latest].map(([from, text]) => ({ from, text })) }
}

/** The number in the middle; of an even number of them, the upper one. */
export const medianOf = (numbers: readonly number[]): number | undefined =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]

/** The line of a statement that says what the seat holds, in brackets. */
const HELD = /^\(.*\)$/m
const VOTE = /^\((?:answer “(.*?)”)?(?:, )?(?:stance (support|oppose))?/
const ESTIMATE = /\bestimate (-?[\d.e+]+)/

function voteIn(text: string, kind: QuestionKind): string | undefined {
  const [, answer, stance] = VOTE.exec(HELD.exec(text)?.[0] ?? '') ?? []
  return kind === 'proposition' ? stance : answer
}

const pointsIn = (text: string): string[] => [...text.matchAll(/^- (.+)$/gm)].map(([, point]) => point!)

function numberIn(text: string): number | undefined {
  const number = Number(ESTIMATE.exec(HELD.exec(text)?.[0] ?? '')?.[1] ?? Number.NaN)
  return Number.isFinite(number) ? number : undefined
}

/** A vote in words. Votes are answers where there are answers, and sides otherwise. */
export const sayVote = (vote: string, sides: Brief['sides']): string =>
  vote === 'support' || vote === 'oppose' ? sides[vote] : vote
