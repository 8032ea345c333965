import type { NewQuestion, QuestionRef, StoredQuestion } from '../log/questions.ts'
import { toUserName } from '../log/questions.ts'
import { defined } from '../tools/defined.ts'
import type { ElicitEffect } from '../tools/effects/elicit.ts'
import type { ElicitAnswer } from '../tools/elicit.ts'
import { JsonError } from '../tools/errors.ts'
import { isObject, type Json } from '../tools/json.ts'
import { check, foreignSchema, type JsonSchema, jsonSchema } from '../tools/schema.ts'
import { fingerprint } from '../tools/sha256.ts'
import { toJson } from '../tools/to-json.ts'

/** What a question shows to those who answer it. */
interface Shown {
  /** The tool that asks, and the name that its author gave to the question. */
  toolName: string
  key: string
  message: string
  /** The end of the message, which a component leaves out. */
  plain?: string
  context: Readonly<Record<string, Json>>
  /** The form of the answer. */
  schema?: JsonSchema
  ui?: string
  /** The page that the person is asked to open; the form has no fields then. */
  url?: string
  /** The hosted server whose question it is; absent for a tool of the application. */
  origin?: string
  attempt: number
  /** Why it is asked again. */
  refusal?: string
}

/** The event that an answer appends, without the answer. */
export interface AnswerEvent {
  type: string
  [field: string]: Json
}

/** The body of a stored question. */
interface QuestionBody extends Shown {
  digest: string
  event: AnswerEvent
}

/** An open question as those see it who may answer it. */
export interface InboxQuestion extends Shown {
  /** Names the question, also in the URL of its answers. */
  id: string
  /** Fingerprint of what is shown. An answer that names it counts only for this message, context and form. */
  digest: string
  /** The principal whose run asks; absent without authentication. */
  askedBy?: string
  to: readonly string[]
  /** How many people must answer, and who has. */
  quorum: number
  answeredBy: readonly string[]
  openedAt: number
  expiresAt?: number
}

type Asked = Pick<ElicitEffect, 'toolName' | 'key' | 'message' | 'context' | 'attempt'> &
  Partial<
    Pick<
      ElicitEffect,
      'plain' | 'schema' | 'ui' | 'url' | 'origin' | 'refusal' | 'expiresAt' | 'to' | 'quorum' | 'answeredBy'
    >
  >

/**
 * Returns the question as a store keeps it, under `key`, for the `questions` of an append. Without `to` it is addressed to
 * the owner of its stream. An answer appends `event` with the fields `result`, `timestamp` and `answeredBy`.
 */
export function toNewQuestion(
  key: string,
  asked: Asked,
  { owner, event }: { owner: string | undefined; event: AnswerEvent },
): NewQuestion {
  const { toolName, message, plain, context, schema, ui, url, origin, attempt, refusal, expiresAt } = asked
  const { to, quorum, answeredBy } = asked
  const shown: Shown = {
    toolName,
    key: asked.key,
    message,
    context,
    attempt,
    ...defined({ plain, schema, ui, url, origin, refusal }),
  }
  const body: QuestionBody = { ...shown, digest: fingerprint(JSON.stringify(shown)), event }
  return {
    key,
    to: to ?? [toUserName(owner)],
    ...defined({ quorum, answeredBy, expiresAt }),
    ...(to !== undefined && { isOutgoing: true }),
    // Made of JSON.
    body: body as unknown as Json,
  }
}

export function toInboxQuestion(stored: StoredQuestion): InboxQuestion {
  // Only `toNewQuestion` makes bodies.
  const { event, ...shown } = stored.body as unknown as QuestionBody
  const { principal, to, quorum, answeredBy, openedAt, expiresAt } = stored
  return {
    id: toQuestionId(stored),
    ...shown,
    ...(principal !== undefined && { askedBy: principal }),
    to,
    quorum,
    answeredBy,
    openedAt,
    ...(expiresAt !== undefined && { expiresAt }),
  }
}

export const eventOf = ({ body }: StoredQuestion): AnswerEvent => (body as unknown as QuestionBody).event

const toQuestionId = ({ kind, id, key }: QuestionRef): string =>
  Buffer.from(JSON.stringify([kind, id, key])).toString('base64url')

/** Returns what a question id names, or `undefined` for any other text. */
export function readQuestionId(text: string): QuestionRef | undefined {
  try {
    const [kind, id, key] = JSON.parse(Buffer.from(text, 'base64url').toString())
    const isRef = [kind, id, key].every((part) => typeof part === 'string')
    return isRef ? { kind, id, key } : undefined
  } catch {
    return undefined
  }
}

export type CheckedAnswer = { type: 'valid'; answer: ElicitAnswer } | { type: 'invalid'; problem: string }

/** Checks an answer against the form of its question; a valid one has only the fields that it may have. */
export async function checkAnswer(
  { schema, url, origin }: Pick<Shown, 'schema' | 'url' | 'origin'>,
  result: unknown,
): Promise<CheckedAnswer> {
  const { action, content } = isObject(result) ? result : {}
  if (action === 'decline' || action === 'cancel') return { type: 'valid', answer: { action } }
  if (action === 'accept' && url !== undefined) return { type: 'valid', answer: { action, content: {} } }
  try {
    toJson(content, 'the answer')
  } catch (error) {
    // A run could not record it, and would fail.
    if (error instanceof JsonError) return { type: 'invalid', problem: error.message }
    throw error
  }
  const takesAnything = schema === undefined || Object.keys(schema).length === 0
  // The half of a tool that runs in the page may return nothing, which JSON leaves out.
  if (action !== 'accept' || (content === undefined && !takesAnything)) {
    return {
      type: 'invalid',
      problem: 'an answer is { action: "accept", content }, { action: "decline" } or { action: "cancel" }',
    }
  }
  const toSchema = origin === undefined ? jsonSchema : foreignSchema
  const checked = takesAnything ? undefined : await check(toSchema(schema), content)
  if (checked?.type === 'invalid') {
    return { type: 'invalid', problem: `the answer does not fit its schema: ${checked.problem}` }
  }
  return { type: 'valid', answer: { action, content } }
}
