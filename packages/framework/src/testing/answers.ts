import type { ElicitEffect } from '../tools/effects/elicit.ts'
import type { ElicitAnswer, Elicits, GivenOf } from '../tools/elicit.ts'
import { ScriptError } from './script-error.ts'

/** What the scripted person does with a question: answer it now or later, or leave it open until it expires or is withdrawn. */
export type Answer<TContent = unknown> = PlainAnswer<TContent> | Later<Answer<TContent>> | From<Answer<TContent>>

export type PlainAnswer<TContent = unknown> = ElicitAnswer<TContent> | Silence

export interface Silence {
  action: 'none'
}

/** Something that happens some time after it is asked or waited for. */
export class Later<T> {
  readonly milliseconds: number
  readonly item: T

  constructor(milliseconds: number, item: T) {
    this.milliseconds = milliseconds
    this.item = item
  }
}

/** An answer, and who gives it. */
export class From<T> {
  readonly person: string
  readonly answer: T

  constructor(person: string, answer: T) {
    this.person = person
    this.answer = answer
  }
}

/** One answer, several taken in the order in which the questions are opened, or a function for every question. */
export type ScriptedAnswers<TContent = unknown> =
  | Answer<TContent>
  | readonly Answer<TContent>[]
  | ((question: ElicitEffect) => Answer<TContent>)

/** Answers by the tool's own keys; content is what the response schema takes. */
export type AnswersOf<E extends Elicits> = {
  readonly [K in keyof E]?: ScriptedAnswers<GivenOf<E[K]>>
}

/** The person answers. */
export const accept = <T>(content: T): { action: 'accept'; content: T } => ({ action: 'accept', content })
/** The person says no. */
export const decline = (): { action: 'decline' } => ({ action: 'decline' })
/** The person goes away without an answer. */
export const cancel = (): { action: 'cancel' } => ({ action: 'cancel' })
/** No person is there: the host cancels the question at once, as hosts without a screen do. */
export const unattended = (): { action: 'cancel'; reason: 'unattended' } => ({ action: 'cancel', reason: 'unattended' })
/** Says nothing: for questions that expire, and for those that lose a race. */
export const silence = (): Silence => ({ action: 'none' })

/** How long something takes: milliseconds, or `'90 seconds'`, `'1 hour'`, `'3 days'`. */
export type Duration = number | `${number} ${Unit}` | `${number} ${Unit}s`

type Unit = keyof typeof UNITS

const UNITS = { millisecond: 1, second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 }

/** Lets time pass first: `after('3 days', accept({ ok: true }))`. For answers, and for signals. */
export const after = <T>(duration: Duration, item: T): Later<T> => new Later(toMilliseconds(duration), item)

/** Says who answers, where a question is put to several: `by('user:ada', accept({ ok: true }))`. */
export const by = <T extends Answer>(person: string, answer: T): From<T> => new From(person, answer)

export function toMilliseconds(duration: Duration): number {
  if (typeof duration === 'number') return duration
  const [, count, unit] = /^(\d+(?:\.\d+)?) ([a-z]+?)s?$/.exec(duration) ?? []
  if (unit === undefined || !Object.hasOwn(UNITS, unit))
    throw new ScriptError(`a duration is a number of ${Object.keys(UNITS).join('s, ')}s, not "${duration}"`, [])
  return Number(count) * UNITS[unit as Unit]
}

/** An answer without what is around it. */
export function unwrap(answer: Answer): { answer: PlainAnswer; milliseconds: number; person?: string } {
  if (answer instanceof Later) {
    const inner = unwrap(answer.item)
    return { ...inner, milliseconds: inner.milliseconds + answer.milliseconds }
  }
  if (answer instanceof From) return { ...unwrap(answer.answer), person: answer.person }
  return { answer, milliseconds: 0 }
}
