import { fitText } from './adapt.ts'
import { draw } from './random.ts'
import { dayAfter } from './read-date.ts'
import { samplePattern } from './sample-pattern.ts'
import type { Filler, Filling, JsonSchema, Place } from './schema.ts'
import { wordsOf } from './words.ts'

type Sample = (index: number, context: { seed: string; today: string }) => string

/** Samples by format. `clock` and `digits` are no formats of JSON Schema, but what many patterns ask for. */
const FORMATS: Record<string, Sample> = {
  date: (index, { today }) => dayAfter(today, AHEAD + index),
  'date-time': (index, { today }) => `${dayAfter(today, AHEAD + index)}T09:00:00Z`,
  time: (index) => `${String(9 + (index % 12)).padStart(2, '0')}:00:00Z`,
  duration: (index) => `P${index + 1}D`,
  email: (index) => `alex${index || ''}@example.com`,
  uri: (index) => `https://example.com/${index || ''}`,
  uuid: (index, { seed }) => toUuid(`${seed} ${index}`),
  hostname: (index) => `host${index || ''}.example.com`,
  ipv4: (index) => `192.0.2.${(index % 250) + 1}`,
  ipv6: (index) => `2001:db8::${index + 1}`,
  'json-pointer': (index) => `/${index}`,
  regex: (index) => `^item${index}$`,
  clock: (index) => `${String(9 + (index % 12)).padStart(2, '0')}:00`,
  digits: (index) => String(index + 1),
}

/** Days from today to the first made-up date: a trip in the past cannot be booked. */
const AHEAD = 7

const toUuid = (seed: string): string =>
  'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, (_, at) =>
    Math.floor(draw(seed, `digit ${at}`) * 16).toString(16),
  )

const ALIASES: Record<string, string> = {
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
  const sample = new Map(Object.entries(FORMATS)).get(ALIASES[format] ?? format)
  const seed = `${filling.seed} ${place.path}`
  const context = { seed, today: filling.today }
  if (sample !== undefined) yield sample(place.index, context)
  const patterns = [(schema.pattern ?? []) as string | string[]].flat()
  if (patterns.length === 0) yield* texts(schema, place, filling)
  for (const known of Object.values(FORMATS)) yield known(place.index, context)
  yield* sampled(patterns, seed, place.index)
  yield* texts(schema, place, filling)
}

/** Yields the usual text for a name. Later items of an array get a number, also if there is little room for it. */
function* texts(schema: JsonSchema, { name, index }: Place, filling: Filling): Generator<string> {
  const text = usualText(name, filling)
  const { maxLength = Number.POSITIVE_INFINITY } = schema as { [keyword: string]: number }
  const mark = index === 0 ? '' : ` ${index + 1}`
  yield fitText(fitText(text, { maxLength: Math.max(0, maxLength - mark.length) }) + mark, schema)
  yield fitText(mark.trim() || 'a', schema)
}

/** How often an unbounded repetition repeats. Long texts are tried last. */
const REACHES = [1, 0, 2, 3, 5, 8, 16, 32, 64]

function* sampled(patterns: readonly string[], seed: string, index: number): Generator<string> {
  if (patterns.length === 0) return
  for (const reach of REACHES) {
    for (const turn of [0, 1, 2]) {
      let drawn = 0
      const random = () => draw(seed, `pattern ${reach} ${turn} ${index} ${drawn++}`)
      const made = patterns.map((pattern) => samplePattern(pattern, { reach, random }))
      yield* made.flatMap((text) => text ?? [])
      if (made.length > 1) yield made.join('')
    }
  }
}

/** What people usually enter, by the words of the name. */
const usualTexts = (today: string): readonly [name: RegExp, ...texts: string[]][] => [
  [/\b(id|reference|key|code)\b/, 'demo-1'],
  [/\b(from|origin|departure)\b/, 'Lisbon', 'Vienna'],
  [/\b(to|destination|arrival|city|location|place)\b/, 'Vienna', 'Lisbon'],
  [/\bcountry\b/, 'Portugal'],
  [/\b(last|family|sur) ?name\b/, 'Example'],
  [/\b(name|person|author|guest|customer|player)\b/, 'Alex'],
  [/\bemail\b/, 'alex@example.com'],
  [/\b(url|uri|link|website)\b/, 'https://example.com/'],
  [/\b(date|day|deadline)\b/, dayAfter(today, AHEAD)],
  [/\btime\b/, '09:00'],
  [/\bphone\b/, '+1 555 0100'],
  [/\bcurrency\b/, 'EUR'],
  [/\b(language|locale|lang)\b/, 'en'],
  [/\bcolou?r\b/, 'blue'],
  [/\b(expression|formula)\b/, '1 + 1'],
]

function usualText(name: string, { subject, today }: Filling): string {
  const words = wordsOf(name).join(' ')
  const [, ...texts] = usualTexts(today).find(([pattern]) => pattern.test(words)) ?? []
  const said = subject.toLowerCase()
  // A trip to Lisbon does not begin there.
  return texts.find((text) => !said.includes(text.toLowerCase())) ?? texts[0] ?? (subject || words || 'demo')
}
