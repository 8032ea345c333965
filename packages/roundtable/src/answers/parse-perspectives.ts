import { findData } from './find-data.ts'
import { fieldsOf, findExcess, missing, type Parsed, readText } from './read-object.ts'

const SIZE = 500

/** Reads `count` different perspectives: a list of texts or objects, alone or as `perspectives`. */
export function parsePerspectives(text: string, count: number): Parsed<string[]> {
  const tooLong = findExcess(text)
  if (tooLong !== undefined) return { type: 'malformed', problem: tooLong }
  const expected = `a JSON list of ${count} different perspectives`
  const found = findData(text, readList)
  if (found === undefined) return { type: 'malformed', problem: missing(expected, text) }
  if (found.length < count) return { type: 'malformed', problem: `expected ${expected}; got ${found.length}` }
  return { type: 'parsed', value: found.slice(0, count) }
}

function readList(data: unknown): string[] | undefined {
  const list = Array.isArray(data) ? data : fieldsOf(data)?.('perspectives', 'experts', 'roles')
  if (!Array.isArray(list)) return undefined
  const perspectives = list.slice(0, 100).flatMap((one) => readPerspective(one) ?? [])
  const names = perspectives.map((one) => one.toLowerCase())
  const different = perspectives.filter((_, i) => names.indexOf(names[i]!) === i)
  return different.length === 0 ? undefined : different
}

function readPerspective(value: unknown): string | undefined {
  const fields = fieldsOf(value)
  if (fields === undefined) return readText(value, SIZE)
  const name = readText(fields('perspective', 'name', 'title', 'role', 'expert'), SIZE)
  const description = readText(fields('description', 'focus', 'instruction'), SIZE)
  return name === undefined || description === undefined ? name : readText(`${name}: ${description}`, SIZE)
}
