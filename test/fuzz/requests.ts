import fc from 'fast-check'
import { cuts, mutated, mutatedBytes } from './mutate.ts'
import { junk, nastyText, writeJson } from './nasty.ts'
import { type Sent, toBytes } from './surface.ts'

/** What Node sends in the first line of a request. */
const isPath = (text: string): boolean => /^[\x21-\x7e]*$/.test(text) && text.length < 4_000

/** What Node sends and takes as the value of a header. */
export const isHeader = (text: string): boolean => /^[\x20-\x7e]*$/.test(text) && text.length < 4_000

/** A part of a path: any text as it should be written, and what is sent as it is. */
const segment: fc.Arbitrary<string> = fc.oneof(
  nastyText.filter((text) => text.isWellFormed() && text.length < 400).map(encodeURIComponent),
  // What leads elsewhere is not for the surface that is tried.
  nastyText.filter((text) => isPath(text) && !text.includes('..')),
)

/** The value of a parameter in an address, as it should be written. */
export const parameter: fc.Arbitrary<string> = fc
  .oneof(nastyText, fc.integer().map(String), fc.double().map(String))
  .map((text) => (text.isWellFormed() ? encodeURIComponent(text).slice(0, 4_000) : '%ff'))

export const method: fc.Arbitrary<string> = fc.constantFrom('GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS', 'HEAD')

const HEADERS = ['last-event-id', 'origin', 'content-type', 'accept', 'host', 'sec-fetch-site', 'content-encoding']

/** A few headers, each with anything in it. */
export const headers = (...more: readonly string[]): fc.Arbitrary<Record<string, string>> =>
  fc.dictionary(fc.constantFrom(...HEADERS, ...more), nastyText.filter(isHeader), { maxKeys: 3 })

/** Requests of any method, with any headers and any body, for one of these paths: `{part}` is any part, and `{value}` any parameter. */
export function requests(paths: readonly string[], ...moreHeaders: readonly string[]): fc.Arbitrary<Sent> {
  const path = fc
    .tuple(fc.constantFrom(...paths), segment, parameter)
    // Not by a pattern: what is put in may have a meaning in one.
    .map(([given, part, value]) => given.split('{part}').join(part).split('{value}').join(value))
  return fc
    .record({ method, path, headers: headers(...moreHeaders), value: junk })
    .map(({ value, ...sent }) => ({ ...sent, ...(sent.method === 'POST' && { body: toBytes(value) }) }))
}

/** A body of any bytes, wherever it is cut, where one like these was expected. */
export const bodies = (expected: readonly unknown[]): fc.Arbitrary<Pick<Sent, 'body' | 'places'>> =>
  fc.record({
    body: mutatedBytes(fc.constantFrom(...expected).map((given) => JSON.stringify(given))),
    places: cuts,
  })

/** What is posted, and where. */
export type Command = readonly [place: string, body: unknown]

/** A few of these, mostly with some of their parts changed, in groups of which each is sent at once. */
export function changedCommands(commands: readonly Command[]): fc.Arbitrary<Command[][]> {
  const command = fc.constantFrom(...commands).chain(([place, body]) => {
    const changed = { arbitrary: mutated(body), weight: 4 }
    return fc.tuple(fc.constant(place), fc.oneof(changed, { arbitrary: fc.constant(body), weight: 1 }))
  })
  return fc.array(fc.array(command, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 })
}

/** The texts with what they name put in the place of their names, as they stand in JSON. */
export function fill(value: unknown, names: Readonly<Record<string, string>>): Buffer {
  const filled = Object.entries(names).reduce(
    (text, [name, put]) => text.replaceAll(JSON.stringify(name), () => JSON.stringify(put)),
    writeJson(value),
  )
  return Buffer.from(filled)
}
