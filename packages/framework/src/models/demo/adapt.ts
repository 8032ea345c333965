import type { Json } from '../../tools/json.ts'
import type { JsonSchema } from '../../tools/schema.ts'
import { choicesOf } from './choices.ts'
import { fitText } from './fit-text.ts'

/** A value as the schema would have it, nearest first. */
export function adapt(value: Json, schema: JsonSchema): Json[] {
  const types = [(schema.type as string | string[] | undefined) ?? []].flat()
  const same = choicesOf(schema).filter((choice) => fold(choice) === fold(value))
  const asked = types.flatMap((type) => FORMS[type]?.(value, schema) ?? [])
  return [...same, value, ...asked]
}

const fold = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value)).toLowerCase()

const FORMS: Record<string, (value: Json, schema: JsonSchema) => Json[]> = {
  string: (value, schema) =>
    typeof value === 'string' || typeof value === 'number' ? [fitText(`${value}`, schema)] : [],
  number: (value, schema) => within(value, schema),
  integer: (value, schema) => within(value, schema).map(Math.round),
}

function within(value: Json, { minimum, maximum }: JsonSchema): number[] {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) return []
  const low = (minimum ?? Number.NEGATIVE_INFINITY) as number
  const high = (maximum ?? Number.POSITIVE_INFINITY) as number
  return [number, Math.max(low, Math.min(high, number))]
}
