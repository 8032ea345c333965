import type { ElicitEffect } from '../tools/effects/elicit.ts'
import type { ElicitAnswer, Elicits } from '../tools/elicit.ts'
import type { InferInput } from '../tools/schema.ts'

/** What the scripted person does with a question: answer it, or leave it open until it expires or is withdrawn. */
export type Answer<TContent = unknown> = ElicitAnswer<TContent> | Silence

export interface Silence {
  action: 'none'
}

/** One answer, several taken in the order in which the questions are opened, or a function for every question. */
export type ScriptedAnswers<TContent = unknown> =
  | Answer<TContent>
  | readonly Answer<TContent>[]
  | ((question: ElicitEffect) => Answer<TContent>)

/** Answers by the tool's own keys; content is what the response schema takes. */
export type AnswersOf<E extends Elicits> = {
  readonly [K in keyof E]?: ScriptedAnswers<InferInput<E[K]['response']>>
}

/** The person answers. */
export const accept = <T>(content: T): { action: 'accept'; content: T } => ({ action: 'accept', content })
/** The person says no. */
export const decline = (): { action: 'decline' } => ({ action: 'decline' })
/** The person goes away without an answer. */
export const cancel = (): { action: 'cancel' } => ({ action: 'cancel' })
/** Says nothing: for questions that expire, and for those that lose a race. */
export const silence = (): Silence => ({ action: 'none' })
