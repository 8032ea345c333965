import type { JsonSchema } from '../../tools/schema.ts'
import { draw, toRandom, toUuid } from '../../tools/seed.ts'
import { dayAfter } from './calendar.ts'
import { fitText } from './fit-text.ts'
import type { Filler, Filling, Place } from './place.ts'
import { samplePattern } from './sample-pattern.ts'
import { usualText } from './usual-text.ts'

type Sample = (index: number, seed: string) => string

/** Texts of the formats that schemas name. Some patterns mean one of these without saying so. */
const FORMATS: Record<string, Sample> = {
  date: (index) => dayAfter(FIRST_DAY, index),
  'date-time': (index) => `${dayAfter(FIRST_DAY, index)}T09:00:00Z`,
  time: (index) => `${String(9 + (index % 12)).padStart(2, '0')}:00:00Z`,
  duration: (index) => `P${index + 1}D`,
  email: (index) => `alex${index || ''}@example.com`,
  uri: (index) => `https://example.com/${index || ''}`,
  uuid: (index, seed) => toUuid(draw(seed, 'uuid', index)),
  hostname: (index) => `host${index || ''}.example.com`,
  ipv4: (index) => `192.0.2.${(index % 250) + 1}`,
  ipv6: (index) => `2001:db8::${index + 1}`,
  'json-pointer': (index) => `/${index}`,
  regex: (index) => `^item${index}$`,
  clock: (index) => `${String(9 + (index % 12)).padStart(2, '0')}:00`,
  digits: (index) => String(index + 1),
}

const FIRST_DAY = '2026-07-28'

const SAME: Record<string, string> = {
  url: 'uri',
  iri: 'uri',
  'uri-reference': 'uri',
  'iri-reference': 'uri',
  'uri-template': 'uri',
  'idn-email': 'email',
  'idn-hostname': 'hostname',
}

export const fillString: Filler = function* (schema, place, filling) {
  const format = String(schema.format)
  const sample = new Map(Object.entries(FORMATS)).get(SAME[format] ?? format)
  const seed = `${filling.seed} ${place.path}`
  if (sample !== undefined) yield sample(place.index, seed)
  const patterns = [(schema.pattern ?? []) as string | string[]].flat()
  if (patterns.length === 0) yield* texts(schema, place, filling)
  for (const known of Object.values(FORMATS)) yield known(place.index, seed)
  yield* sampled(patterns, seed, place.index)
  yield* texts(schema, place, filling)
}

/** What is usual for such a name. The later of several say which one they are, also where there is little room. */
function* texts(schema: JsonSchema, { name, index }: Place, { subject }: Filling): Generator<string> {
  const text = usualText(name, subject)
  const { maxLength = Number.POSITIVE_INFINITY } = schema as { [keyword: string]: number }
  const mark = index === 0 ? '' : ` ${index + 1}`
  yield fitText(fitText(text, { maxLength: Math.max(0, maxLength - mark.length) }) + mark, schema)
  yield fitText(mark.trim() || 'a', schema)
}

/** How often what may repeat does repeat; long texts are tried last. */
const REACHES = [1, 0, 2, 3, 5, 8, 16, 32, 64]

function* sampled(patterns: readonly string[], seed: string, index: number): Generator<string> {
  if (patterns.length === 0) return
  for (const reach of REACHES) {
    for (const turn of [0, 1, 2]) {
      const next = draw(seed, `pattern ${reach} ${turn}`, index)
      const made = patterns.map((pattern) => samplePattern(pattern, { reach, random: () => toRandom(next) }))
      yield* made.flatMap((text) => text ?? [])
      if (made.length > 1) yield made.join('')
    }
  }
}
