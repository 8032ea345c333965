import { isObject } from '../tools/json.ts'
import { repairJson } from '../tools/repair-json.ts'
import { ModelError } from './errors.ts'

/** Returns the arguments of a call from the JSON that the model wrote. */
export function toInput(text: string, name: string): Record<string, unknown> {
  const input = text.trim() === '' ? {} : repairJson(text)
  if (isObject(input)) return input
  throw new ModelError('malformed', `the model called ${name} with input that is not an object: ${text.slice(0, 200)}`)
}
