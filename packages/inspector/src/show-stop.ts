import { type Json, type RunResult, ToolContent } from '@sweatpants/framework'
import type { RunError, RunStop } from './run-event.ts'

type Ended = Exclude<RunResult, { type: 'parked' }>

/** Returns the end of a run as the page shows it. */
export function showStop(result: Ended | { type: 'broken'; error: unknown }): RunStop {
  switch (result.type) {
    case 'completed':
      return { type: 'completed', value: showValue(result.value), usage: result.usage }
    case 'failed':
      return { type: 'failed', error: toRunError(result.error), usage: result.usage }
    case 'cancelled':
      return { type: 'cancelled', usage: result.usage }
    case 'broken':
      return { type: 'broken', error: toRunError(result.error) }
  }
}

function showValue(value: unknown): Json {
  // The runtime refuses results that JSON cannot carry; a tool may return nothing, or content blocks.
  return value instanceof ToolContent ? ({ ...value } as unknown as Json) : ((value ?? null) as Json)
}

const toRunError = (thrown: unknown): RunError =>
  thrown instanceof Error ? { name: thrown.name, message: thrown.message } : { name: 'Error', message: String(thrown) }
