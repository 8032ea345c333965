import type { Answers } from '../tools/answer-box.ts'
import { defined } from '../tools/defined.ts'
import type { ElicitEffect } from '../tools/effects/elicit.ts'
import type { Json } from '../tools/json.ts'
import type { JsonSchema } from '../tools/schema.ts'

/** An open question, as it is handed to the code that suspends. */
export interface AskedQuestion {
  /** What an answer is given by. Unique among all calls of a conversation, and another one when the question is asked again. */
  id: string
  tool: string
  key: string
  message: string
  context: Readonly<Record<string, Json>>
  /** The form of the answer. */
  schema: JsonSchema
  /** The page that the person is asked to open; the form has no fields then. */
  url?: string
  /** Why it is asked again. */
  refusal?: string
  expiresAt?: number
}

/** Returns the questions of the call `callId` as plain data. */
export const toAsked = (callId: string, questions: readonly ElicitEffect[]): AskedQuestion[] =>
  questions.map((question) => {
    const { toolName, key, message, context, schema, url, refusal, expiresAt } = question
    return {
      id: toAskedId(callId, question),
      tool: toolName,
      key,
      message,
      context,
      schema,
      ...defined({ url, refusal, expiresAt }),
    }
  })

/** Returns those of the answers that belong to the open questions, by the ids that the run has for them. */
export function fromAnswers(callId: string, questions: readonly ElicitEffect[], answers: unknown): Answers {
  const given = (answers ?? {}) as Answers
  const own = questions.flatMap((question) => {
    const answer = given[toAskedId(callId, question)]
    return answer === undefined ? [] : [[question.id, answer]]
  })
  return Object.fromEntries(own)
}

/**
 * An answer that was refused must not answer the next attempt: frameworks that suspend hand out the answers of earlier
 * resumptions again.
 */
const toAskedId = (callId: string, { id, attempt }: ElicitEffect): string =>
  attempt === 1 ? `${callId}/${id}` : `${callId}/${id}#${attempt}`
