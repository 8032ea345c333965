import { describe } from './describe.ts'
import { type Json, toJson } from './json.ts'

/** A failure as it is recorded: what is left of an error when only JSON survives. */
export interface Failure {
  name: string
  message: string
  code?: string | number
  data?: Json | undefined
}

export interface Failed {
  type: 'failure'
  failure: Failure
}

/** How an effect ended. */
export type Outcome = { type: 'value'; value: unknown } | Failed

/** The peer cannot, or need not, wait: the answer comes later, through `resume`. */
export interface Deferred {
  type: 'deferred'
}

/** An attempt at a step has failed, and another one begins at `nextAt`. */
export interface Retried {
  type: 'retried'
  failure: Failure
  nextAt: number
}

/** Says that the answer comes later. */
export const deferred: Deferred = { type: 'deferred' }

/** The outcome of an effect that has a value. */
export const succeeded = (value: unknown): Outcome => ({ type: 'value', value })

/** The recorded form of anything thrown. */
export function failed(thrown: unknown): Failed {
  if (!(thrown instanceof Error)) return { type: 'failure', failure: { name: 'Error', message: toText(thrown) } }
  const failure: Failure = { name: thrown.name, message: toText(thrown.message) }
  // Own fields by convention: Node system errors and MCP errors carry `code`, MCP errors carry `data`.
  const { code, data } = thrown as { code?: unknown; data?: unknown }
  if (typeof code === 'string' || typeof code === 'number') failure.code = code
  if (data !== undefined) failure.data = jsonOrText(data)
  return { type: 'failure', failure }
}

/** An error's data must not hide the error: what JSON cannot carry is kept as text. */
function jsonOrText(data: unknown): Json | undefined {
  try {
    return toJson(data, 'data')
  } catch {
    return toText(data)
  }
}

/** What a person needs to know fits; what a journal entry may hold is not for errors to fill. */
const MAX_TEXT = 10_000

function toText(value: unknown): string {
  try {
    const text = String(value)
    return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
  } catch {
    return describe(value)
  }
}
