import { callForced, callTool, correctCall, toCall } from './call-tool.ts'
import { fill } from './fill.ts'
import type { Suggest } from './place.ts'
import type { Json, JsonSchema } from './schema.ts'
import { schemaInText } from './schema-in-text.ts'
import type { Situation } from './situation.ts'
import { suggestFor } from './suggest.ts'
import { summarizeResults } from './summarize-results.ts'
import type { Answer, Part, Voice } from './voice.ts'
import { subjectOf } from './words.ts'

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
function fillFormat({ format, message, system, seed }: Situation, suggest: Suggest): Answer | undefined {
  const shown = schemaInText(message) ?? schemaInText(system)
  const schema = format === undefined ? shown : (format.schema ?? shown ?? ANY_ANSWER)
  const value = schema && fill(schema, { suggest, seed, subject: subjectOf(message) })
  return value === undefined ? undefined : { type: 'data', value }
}

const SELF = 'I am a demo model: I follow rules on this machine and understand little.'

const toList = new Intl.ListFormat('en', { type: 'conjunction' })

/** Says what the model is, and what it can do with these tools and voices. */
function introduce({ tools, exchanges }: Situation, voices: readonly Voice[]): Answer {
  if (exchanges.length > 0) return { type: 'text', text: `${SELF} I have nothing to add to these results.` }
  if (tools.length === 0) {
    const abilities = toList.format(['fill a schema', ...voices.map(({ ability }) => ability)])
    return { type: 'text', text: `${SELF} Without tools I can ${abilities}.` }
  }
  const usable = tools.map(({ name, description = '' }) => {
    const gist = description.split(/[.\n]/)[0]?.trim()
    return gist ? `- ${name}: ${gist}` : `- ${name}`
  })
  const text = `${SELF} I can use these tools, when your message mentions what they do:\n\n${usable.join('\n')}`
  return { type: 'text', text }
}
