import { repairJson } from '../tools/repair-json.ts'
import { ModelError } from './errors.ts'

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The arguments of a call, from the JSON that the model wrote. */
export function toInput(text: string, name: string): Record<string, unknown> {
  const input = text.trim() === '' ? {} : repairJson(text)
  if (isRecord(input)) return input
  throw new ModelError('malformed', `the model called ${name} with input that is not an object: ${text.slice(0, 200)}`)
}
