import type { JsonSchema } from '../../tools/schema.ts'
import { readBrief } from './debate-brief.ts'
import { suggestFromDebate } from './debate-voice.ts'
import { fill } from './fill.ts'
import { schemaInText } from './schema-in-text.ts'
import type { Strategy } from './strategy.ts'
import { subjectOf } from './subject.ts'
import { suggestFor } from './suggest.ts'

const ANY_ANSWER: JsonSchema = { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] }

/** Data, where the answer must be data: by a schema, or as the prompt shows it. */
export const fillFormat: Strategy = (situation) => {
  const { format, message, system, seed } = situation
  const shown = schemaInText(message) ?? schemaInText(system)
  const schema = format === undefined ? shown : (format.schema ?? shown ?? ANY_ANSWER)
  if (schema === undefined) return undefined
  // What others said in a debate is no value for a field of one's own.
  const isSeat = format === undefined && readBrief(situation) !== undefined
  const suggest = isSeat ? suggestFromDebate(situation) : suggestFor(situation)
  const value = fill(schema, { suggest, seed, subject: subjectOf(message) })
  return value === undefined ? undefined : { type: 'data', value }
}
