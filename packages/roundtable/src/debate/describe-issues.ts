import { z } from 'zod'

/** `topic: Too big: expected string to have <=20000 characters`. An unknown key comes with the nearest known one. */
export const describeIssues = ({ issues }: z.core.$ZodError, known: readonly string[] = []): string =>
  describeAll(issues, known)

const describeAll = (issues: readonly z.core.$ZodIssue[], known: readonly string[]): string =>
  issues.map((issue) => place(issue.path) + describe(issue, known)).join('; ')

function describe(issue: z.core.$ZodIssue, known: readonly string[]): string {
  if (issue.code === 'invalid_union') {
    const forms = issue.errors.map((form) => describeAll(form, known))
    return forms.length === 0 ? 'Invalid input: it has none of the possible forms' : forms.join(', or ')
  }
  if (issue.code !== 'unrecognized_keys') return issue.message
  return issue.keys.map((key) => `there is no ${JSON.stringify(key)}${suggest(key, known)}`).join('; ')
}

/** Returns the keys of an object schema and of the objects in it. */
export const keysOf = (schema: z.ZodType): string[] => [...new Set(namesIn(z.toJSONSchema(schema, { io: 'input' })))]

function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {} } = schema as { properties?: object }
  return [...Object.keys(properties), ...Object.values(schema).flatMap(namesIn)]
}

/** A key that differs more than this is no suggestion. */
const MOST_EDITS = 3

function suggest(key: string, known: readonly string[]): string {
  const near = known
    .map((name) => ({ name, edits: countEdits(key.slice(0, 40).toLowerCase(), name.toLowerCase()) }))
    .toSorted((a, b) => a.edits - b.edits)[0]
  if (near !== undefined && near.edits <= MOST_EDITS) return `; did you mean ${JSON.stringify(near.name)}?`
  return known.length === 0 ? '' : `; known are ${known.join(', ')}`
}

/** The Levenshtein distance. */
function countEdits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + Number(one[i - 1] !== other[j - 1])))
    row = next
  }
  return row[other.length]!
}

const place = (path: readonly PropertyKey[]): string => {
  const told = path.map((key, index) =>
    typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${String(key)}`,
  )
  return told.length === 0 ? '' : `${told.join('')}: `
}
