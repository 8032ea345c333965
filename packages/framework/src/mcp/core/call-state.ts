/**
 * What a view is told of its call. A result of the tool that is not final has it in `_meta["dev.sweatpants/call"]`, and
 * `continue_call` returns it as structured content. Old views live as long as conversations, so it says its version.
 */
import { type ElicitEffect, toShortMessage } from '../../tools/effects/elicit.ts'
import { isObject } from '../../tools/json.ts'
import type { JsonSchema } from '../../tools/schema.ts'
import { withTitles } from './fit-form.ts'
import type { CallToolResult } from './outcome.ts'

/** Where a result says that the call has not ended, and by which handle it goes on. */
export const CALL_META = 'dev.sweatpants/call'

/** Where a result says which answers were ignored, and why. */
export const IGNORED_META = 'dev.sweatpants/ignored'

/** The status of a call that waits for answers. */
export const ASKING = 'waiting_for_answer'

/** A question as a view shows it. */
export interface ViewQuestion {
  id: string
  key: string
  /** Without `plain`. */
  message: string
  /** What a component makes needless. */
  plain?: string
  context: ElicitEffect['context']
  schema: JsonSchema
  attempt: number
  /** Why the last answer was refused, or that the question has changed. */
  refusal?: string
  expiresAt?: number
  /** Only the person may answer it: an answer of the model is refused. */
  mustAsk?: true
}

/** How a call is. `call` is the handle by which the view goes on; the model does not see it. */
export type CallState = { version: 1; ignored?: unknown } & (
  | { status: typeof ASKING; call: string; questions: readonly ViewQuestion[] }
  | { status: 'running'; call: string; message: string }
  | { status: 'done'; result: CallToolResult }
  /** The view shows a call that has not asked anything yet, or that is not of this session: the host gives it the result. */
  | { status: 'none' }
)

export function toViewQuestion(question: ElicitEffect): ViewQuestion {
  const { id, key, plain, context, schema, attempt, refusal, hasChanged, expiresAt, mustAsk, ui } = question
  return {
    id,
    key,
    message: toShortMessage(question),
    ...(plain !== undefined && { plain }),
    context,
    schema: ui === 'in-app' ? schema : withTitles(schema),
    attempt,
    ...(refusal !== undefined && { refusal: hasChanged ? 'This question has changed since you were asked.' : refusal }),
    ...(expiresAt !== undefined && { expiresAt }),
    // A form that is not flat is nothing that a model fills in.
    ...((mustAsk || ui === 'in-app') && { mustAsk: true as const }),
  }
}

/** Returns the state of a call that has returned a result. */
export function toCallState(result: Record<string, unknown>): CallState {
  const { _meta, ...rest } = result as unknown as CallToolResult
  const ignored = _meta?.[IGNORED_META]
  const noted = ignored !== undefined && { ignored }
  const state = readCallState(result)
  if (state !== undefined) return { ...state, ...noted }
  const { [IGNORED_META]: _, ...kept } = _meta ?? {}
  const isBare = Object.keys(kept).length === 0
  return { version: 1, status: 'done', result: { ...rest, ...(!isBare && { _meta: kept }) }, ...noted }
}

/** Returns what a result that is not final says of its call; `undefined` for another result. */
export function readCallState({ _meta }: { _meta?: unknown }): CallState | undefined {
  const state = isObject(_meta) ? _meta[CALL_META] : undefined
  // Only this server writes it.
  return isObject(state) ? (state as unknown as CallState) : undefined
}

/** Returns a result with more in its `_meta`. */
export const withMeta = (result: Record<string, unknown>, added: object | undefined): Record<string, unknown> =>
  added === undefined ? result : { ...result, _meta: { ...(result._meta as object | undefined), ...added } }
