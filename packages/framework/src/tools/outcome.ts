import { toText } from './describe.ts'
import { ThrownValueError, toError } from './errors.ts'
import type { Json } from './json.ts'
import { silence } from './maybe-promise.ts'
import { toJson } from './to-json.ts'

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
  silence(thrown)
  const error = toError(thrown)
  const failure: Failure = { name: toText(error.name), message: toText(error.message) }
  if (error instanceof ThrownValueError) return { type: 'failure', failure }
  try {
    // Own fields by convention: Node system errors and MCP errors carry `code`, MCP errors carry `data`.
    const { code, data } = thrown as { code?: unknown; data?: unknown }
    if (typeof code === 'string') failure.code = toText(code)
    else if (Number.isFinite(code)) failure.code = code as number
    if (data !== undefined) failure.data = jsonOrText(data)
  } catch {
    // Fields that cannot be read must not hide the message.
  }
  return { type: 'failure', failure }
}

/** Returns how a call ended: with its value, or with what it threw. */
export async function settle(call: () => unknown): Promise<Outcome> {
  try {
    return succeeded(await call())
  } catch (error) {
    return failed(error)
  }
}

/** An error's data must not hide the error: what JSON cannot carry is kept as text. */
function jsonOrText(data: unknown): Json | undefined {
  try {
    return toJson(data, 'data')
  } catch {
    return toText(data)
  }
}
