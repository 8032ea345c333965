import { callForced, callTool, correctCall, toCall } from './call-tool.ts'
import { fill } from './fill.ts'
import { rotate } from './random.ts'
import type { Json, JsonSchema, Suggest } from './schema.ts'
import type { Situation } from './situation.ts'
import { suggestFor } from './suggest.ts'
import { summarizeResults } from './summarize-results.ts'
import type { Answer, Part, Voice } from './voice.ts'
import { subjectOf, toSecondPerson } from './words.ts'

/** Answers a prompt. A tool that the caller demands comes first, then a voice, then the rules of the model itself. */
export function answerTo(situation: Situation, voices: readonly Voice[]): Answer {
  const part = firstPart(situation, voices)
  const forced = callForced(situation, fromValues(part?.values))
  if (forced !== undefined) return forced
  if (part !== undefined) return play(part, situation)
  return (
    correctCall(situation) ??
    callTool(situation) ??
    fillFormat(situation, suggestFor(situation)) ??
    summarizeResults(situation) ??
    chooseListed(situation) ??
    introduce(situation, voices)
  )
}

function firstPart(situation: Situation, voices: readonly Voice[]): Part | undefined {
  for (const voice of voices) {
    const part = voice.read(situation)
    if (part !== undefined) return part
  }
  return undefined
}

/** A part is taken word for word: its message may quote other participants, so it is not searched for values. */
function play({ call, values, answer }: Part, situation: Situation): Answer {
  const tool = situation.tools.find(({ name }) => name === call?.name)
  if (tool !== undefined) return toCall(tool, situation, fromValues(call?.values))
  return fillFormat(situation, fromValues(values)) ?? answer
}

const fromValues = (values: Readonly<Record<string, Json>> = {}): Suggest => {
  const known = new Map(Object.entries(values))
  return ({ name }) => (known.has(name) ? [known.get(name)!] : [])
}

const ANY_ANSWER: JsonSchema = { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] }

/** Returns data if the prompt asks for data: by a schema, or by an example in its text. */
function fillFormat({ format, message, system, seed, today }: Situation, suggest: Suggest): Answer | undefined {
  const shown = schemaInText(message) ?? schemaInText(system)
  const schema = format === undefined ? shown : (format.schema ?? shown ?? ANY_ANSWER)
  const value = schema && fill(schema, { suggest, seed, today, subject: subjectOf(message) })
  return value === undefined ? undefined : { type: 'data', value }
}

const LISTED = /\b(?:reply|respond|answer) with (?:exactly |only )?one of:?\s+([^\n.]+)/i

/** Returns one of the answers that the prompt lists: `Reply with one of 1, 5, 9, and nothing else.` */
function chooseListed({ message, seed }: Situation): Answer | undefined {
  const list = LISTED.exec(message)?.[1]?.replace(/,? and nothing else\b.*/i, '')
  if (list === undefined) return undefined
  const choices = list.split(/\s*,\s*(?:(?:or|and)\s+)?|\s+or\s+/i).filter((choice) => choice !== '')
  const [text] = rotate(choices, seed, message)
  return text === undefined ? undefined : { type: 'text', text }
}

const SELF = 'I am a demo model: I follow rules on this machine, without a key or a network.'

const GREETING = /^\s*(hi|hello|hey|hiya|good (morning|afternoon|evening)|greetings)\b/i

const toList = new Intl.ListFormat('en', { type: 'conjunction' })

/** Says what the model is, and what it can do for the person with these tools and voices. */
function introduce({ tools, message }: Situation, voices: readonly Voice[]): Answer {
  const greeting = GREETING.test(message) ? 'Hello! ' : ''
  if (tools.length === 0) {
    const abilities = toList.format(['fill a schema', ...voices.map(({ ability }) => ability)])
    return { type: 'text', text: `${greeting}${SELF} Without tools I can ${abilities}.` }
  }
  const usable = tools.map(({ name, description = '' }) => {
    const gist = description.split(/[.\n]/)[0]?.trim()
    return gist ? `- ${toSecondPerson(gist)} (\`${name}\`)` : `- \`${name}\``
  })
  const text = `${greeting}${SELF} Tell me what you would like to do, in words like these:\n\n${usable.join('\n')}`
  return { type: 'text', text }
}

/** The schema of a property, by the start of its example. */
const EXAMPLES: readonly [RegExp, (example: string) => JsonSchema][] = [
  [/^\[\s*\{/, () => ({ type: 'array', items: { type: 'object' }, default: [] })],
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
function schemaInText(text: string): JsonSchema | undefined {
  const start = findExample(text)
  if (start === undefined) return undefined
  const members = membersOf(text.slice(start, start + LONGEST_EXAMPLE))
  if (members.length === 0) return undefined
  const properties = Object.fromEntries(members.map(([name, example]) => [name, schemaOf(example)]))
  const required = members.filter(([, example]) => !OPTIONAL.test(example)).map(([name]) => name)
  return { type: 'object', properties, required }
}

const LONGEST_EXAMPLE = 20_000

/** The index after the bracket of the first example: it follows a line that asks for JSON. */
function findExample(text: string): number | undefined {
  let end = 0
  for (const line of text.split(/[\n{]/)) {
    const verb = line.search(/\b(?:respond|reply|answer|return|output)\b/i)
    const start = end
    end += line.length + 1
    if (verb === -1 || !/\bjson\b/i.test(line.slice(verb))) continue
    const bracket = text.indexOf('{', start + line.length)
    return bracket === -1 ? undefined : bracket + 1
  }
  return undefined
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
    const [named, name] = /^[^"]*"(\w+)"\s*:/.exec(member) ?? []
    return name === undefined ? [] : [[name, member.slice(named!.length).trimStart()]]
  })
}
