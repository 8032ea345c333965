/** What a field must be; with `?` it may be absent. */
type FieldType = 'string' | 'number' | 'boolean' | 'object' | 'array' | 'json'
export type Shape = Readonly<Record<string, FieldType | `${FieldType}?`>>

/** What is wrong with `value`, which should have the fields of `shape`; undefined when nothing is. */
export function problemWith(value: object, shape: Shape): string | undefined {
  for (const [field, wanted] of Object.entries(shape)) {
    const found = (value as Record<string, unknown>)[field]
    const isOptional = wanted.endsWith('?')
    if (found === undefined && isOptional) continue
    const type = isOptional ? wanted.slice(0, -1) : wanted
    if (!fits(found, type)) return `${field} must be ${found === undefined ? 'given, as ' : ''}${A[type as FieldType]}`
  }
  return undefined
}

const A: Record<FieldType, string> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  json: 'a value',
}

function fits(value: unknown, type: string): boolean {
  if (type === 'json') return value !== undefined
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  if (type === 'number') return Number.isFinite(value)
  return typeof value === type
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
