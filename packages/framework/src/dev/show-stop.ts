import { ToolContent } from '../tools/content.ts'
import { type Json, toJson } from '../tools/json.ts'
import type { RunResult } from '../tools/run-tool.ts'
import type { RunError, RunStop } from './run-event.ts'

/** How a run stopped, as the page shows it. */
export function toStop(result: RunResult | { type: 'broken'; error: unknown }): RunStop {
  switch (result.type) {
    case 'completed':
      return { type: 'completed', value: showValue(result.value), usage: result.usage }
    case 'failed':
      return { type: 'failed', error: toRunError(result.error), usage: result.usage }
    case 'cancelled':
      return { type: 'cancelled', usage: result.usage }
    case 'broken':
      return { type: 'broken', error: toRunError(result.error) }
    case 'parked':
      throw new Error('the run parked, although its peer waits for every answer')
  }
}

function showValue(value: unknown): Json {
  const shown = value instanceof ToolContent ? { ...value } : value
  try {
    return toJson(shown, 'the result', Number.POSITIVE_INFINITY) ?? null
  } catch {
    return String(value)
  }
}

const toRunError = (thrown: unknown): RunError =>
  thrown instanceof Error ? { name: thrown.name, message: thrown.message } : { name: 'Error', message: String(thrown) }
