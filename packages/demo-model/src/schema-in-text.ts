import type { JsonSchema } from './schema.ts'

/** The schema of a property, by the start of its example. */
const EXAMPLES: readonly [RegExp, (example: string) => JsonSchema][] = [
  [/^\[\s*\{/, () => ({ type: 'array', maxItems: 0 })],
  [/^\[/, () => ({ type: 'array', items: { type: 'string' } })],
  [/^\{/, () => ({ type: 'object' })],
  [/^["']?<?(-?\d|number|integer|float)/i, () => ({ type: 'number' })],
  [/^["']?<?(true|false|boolean)/i, () => ({ type: 'boolean' })],
  [/^"[^"]*"\s*\|/, (example) => ({ enum: [...example.matchAll(/"([^"]+)"/g)].map(([, value]) => value) })],
]

/**
 * Returns the schema of an example in a prompt: `Answer with JSON: {"position": "...", "confidence": 0.8}`. It reads the
 * properties of the outermost object only. A property whose example says "optional" or "only if" is optional.
 */
export function schemaInText(text: string): JsonSchema | undefined {
  const asked = /\b(?:respond|reply|answer|return|output)\b[^\n{]*\bjson\b[^{]*(\{)/i.exec(text)
  if (asked === null) return undefined
  const members = membersOf(text.slice(asked.index + asked[0].length))
  if (members.length === 0) return undefined
  const properties = Object.fromEntries(members.map(([name, example]) => [name, schemaOf(example)]))
  const required = members.filter(([, example]) => !OPTIONAL.test(example)).map(([name]) => name)
  return { type: 'object', properties, required }
}

const OPTIONAL = /\b(optional|omit(ted)?|only (if|when|where))\b/i

const schemaOf = (example: string): JsonSchema =>
  EXAMPLES.find(([pattern]) => pattern.test(example))?.[1](example) ?? { type: 'string' }

/** Returns names and examples, up to the bracket that closes the object. */
function membersOf(text: string): [string, string][] {
  const members = ['']
  let depth = 0
  let quoted = false
  for (const character of text) {
    if (character === '"') quoted = !quoted
    if (!quoted && '{['.includes(character)) depth++
    if (!quoted && '}]'.includes(character)) depth--
    if (depth < 0) break
    if (character === ',' && depth === 0 && !quoted) members.push('')
    else members.push(members.pop()! + character)
  }
  return members.flatMap((member): [string, string][] => {
    const [, name, example] = /^[^"]*"(\w+)"\s*:\s*([\s\S]*)$/.exec(member) ?? []
    return name === undefined ? [] : [[name, example!]]
  })
}
