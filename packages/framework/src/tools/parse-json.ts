import { JsonError } from './errors.ts'

/** Levels of nesting in what comes from outside: more than any value that is kept has, and no danger to code that calls itself. */
export const MAX_LEVELS = 256

/**
 * Returns the value of a JSON text from outside. Throws a `JsonError`, and no other error, that says what is wrong with `what`:
 * it is not JSON, or nested so deeply that to look at it would overflow the stack.
 */
export function parseJson(text: string, what: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new JsonError(`${what} is not JSON: ${(cause as SyntaxError).message}`, { cause })
  }
  // Each level opens with a character and closes with one: most messages are too short to be deep.
  if (text.length > 2 * MAX_LEVELS && isDeeper(value, MAX_LEVELS)) {
    throw new JsonError(`${what} is nested deeper than ${MAX_LEVELS} levels`)
  }
  return value
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  if (Array.isArray(value)) {
    for (const part of value) if (isDeeper(part, levels - 1)) return true
    return false
  }
  // Unlike `Object.values` this makes no list, which would take as long as to parse the text.
  for (const key in value) if (isDeeper((value as Record<string, unknown>)[key], levels - 1)) return true
  return false
}
