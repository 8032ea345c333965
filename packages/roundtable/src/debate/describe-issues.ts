import { findNearest } from '@sweatpants/framework/cli'
import { z } from 'zod'

/** `topic: Too big: expected string to have <=20000 characters`. An unknown key comes with the nearest one that is known at its place. */
export const describeIssues = ({ issues }: z.core.$ZodError, schema: z.ZodType): string =>
  describeAll(issues, z.toJSONSchema(schema, { io: 'input' }), [])

type Path = readonly PropertyKey[]

const describeAll = (issues: readonly z.core.$ZodIssue[], schema: unknown, above: Path): string =>
  issues.map((issue) => place(issue.path) + describe(issue, schema, [...above, ...issue.path])).join('; ')

function describe(issue: z.core.$ZodIssue, schema: unknown, path: Path): string {
  if (issue.code === 'invalid_union') {
    const forms = issue.errors.map((form) => describeAll(form, schema, path))
    if (forms.length > 0) return forms.join(', or ')
    const values = placesAt(schema, path).flatMap(({ const: value, enum: several = [] }) => [value ?? several].flat())
    return `Invalid input: expected one of ${values.map((value) => JSON.stringify(value)).join(', ')}`
  }
  if (issue.code !== 'unrecognized_keys') return issue.message
  const known = [...new Set(placesAt(schema, path).flatMap(({ properties = {} }) => Object.keys(properties)))]
  return issue.keys.map((key) => `there is no ${JSON.stringify(key)}${suggest(key, known)}`).join('; ')
}

/** Returns the parts of a JSON Schema that describe a place, in all its forms. */
function placesAt(schema: unknown, path: Path): z.core.JSONSchema.JSONSchema[] {
  const part = (schema ?? {}) as z.core.JSONSchema.JSONSchema
  const { properties = {}, items, anyOf = [], oneOf = [] } = part
  const [key, ...rest] = path
  const own = key === undefined ? [part] : placesAt(typeof key === 'number' ? items : properties[String(key)], rest)
  return [...own, ...[...anyOf, ...oneOf].flatMap((form) => placesAt(form, path))]
}

/** A key that differs more than this is no suggestion. */
const MOST_EDITS = 3

function suggest(key: string, known: readonly string[]): string {
  // It is a key of another form.
  if (known.includes(key)) return ' in this form'
  const nearest = findNearest(key, known, MOST_EDITS)
  if (nearest !== undefined) return `; did you mean ${JSON.stringify(nearest)}?`
  return known.length === 0 ? '' : `; known are ${known.join(', ')}`
}

const place = (path: readonly PropertyKey[]): string => {
  const told = path.map((key, index) =>
    typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${String(key)}`,
  )
  return told.length === 0 ? '' : `${told.join('')}: `
}
