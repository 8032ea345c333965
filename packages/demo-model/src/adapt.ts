import { choicesOf, type Json, type JsonSchema, MOST } from './schema.ts'
import { withoutLastWord } from './words.ts'

/** Returns forms of a value that the schema may accept, the nearest first. */
export function adapt(value: Json, schema: JsonSchema): Json[] {
  const types = [(schema.type as string | string[] | undefined) ?? []].flat()
  const same = choicesOf(schema).filter((choice) => fold(choice) === fold(value))
  const converted = types.flatMap((type) => FORMS[type]?.(value, schema) ?? [])
  return [...same, value, ...converted]
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

/** Cuts a text after a whole word if it is too long, and pads it with dots if it is too short. */
export function fitText(text: string, { minLength = 0, maxLength = Number.POSITIVE_INFINITY }: JsonSchema): string {
  const [shortest, longest] = [minLength as number, maxLength as number]
  return cut(text, longest, shortest).padEnd(Math.min(shortest, MOST.characters), '.')
}

/** JSON Schema counts the length in characters, JavaScript in UTF-16 units. */
function cut(text: string, longest: number, shortest: number): string {
  const characters = [...text]
  if (characters.length <= longest) return text
  const short = characters.slice(0, longest).join('')
  const whole = withoutLastWord(short)
  return whole.length >= Math.max(shortest, 1) ? whole : short
}
