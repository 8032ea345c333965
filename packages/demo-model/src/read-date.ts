import { asksFor } from './schema.ts'
import type { Situation } from './situation.ts'
import type { Reader } from './suggest.ts'
import { wordsOf } from './words.ts'

const ISO = /\b\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?)?/g
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const SPOKEN = new RegExp(
  `\\b(?:(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${MONTHS.join('|')})[a-z]*|(${MONTHS.join('|')})[a-z]* (\\d{1,2})(?:st|nd|rd|th)?),? (\\d{4})\\b`,
  'gi',
)

const WEEKDAYS = 'sun mon tues wednes thurs fri satur'.split(' ')

/** Days from today, by how people name them. */
const RELATIVE: readonly [RegExp, (match: RegExpExecArray, today: string) => number][] = [
  [/\bin (\d+) days?\b/i, ([, days]) => Number(days)],
  [/\bin (\d+) weeks?\b/i, ([, weeks]) => 7 * Number(weeks)],
  [/\bday after tomorrow\b/i, () => 2],
  [/\btomorrow\b/i, () => 1],
  [/\bnext week\b/i, () => 7],
  [new RegExp(`\\b(${WEEKDAYS.join('|')})day\\b`, 'i'), ([, named], today) => daysUntil(named!, today)],
  [/\b(?:today|tonight|now)\b/i, () => 0],
]

const FORMATS = new Set(['date', 'date-time', 'time'])
const NAMES = new Set(['date', 'day', 'when', 'deadline', 'due', 'departure', 'arrival', 'checkin', 'checkout'])
const LATER = new Set(['end', 'to', 'until', 'out', 'return', 'checkout', 'last', 'due'])

/** Returns the dates of the message. “Tomorrow” counts from the first date that the prompt names, or from today. */
export const readDate: Reader = ({ name, schema, required }, situation) => {
  const words = wordsOf(name)
  const format = String(schema.format)
  if (!asksFor(schema, 'string') || !(FORMATS.has(format) || words.some((word) => NAMES.has(word)))) return []
  const dates = [...findDates(situation.message), ...(required && FORMATS.has(format) ? relativeDate(situation) : [])]
  const chosen = words.some((word) => LATER.has(word)) ? dates.at(-1) : dates[0]
  if (chosen === undefined) return []
  const [day, time] = chosen.split('T') as [string, string?]
  if (format === 'date-time') return [toMoment(day, time ?? findTime(situation.message) ?? '09:00')]
  return format === 'time' ? [] : [day]
}

/** Returns the dates of a text as `YYYY-MM-DD`, with a time if it has one. */
export function findDates(text: string): string[] {
  const spoken = [...text.matchAll(SPOKEN)].map(([, before, named, month, after, year]) => {
    const number = MONTHS.indexOf((named ?? month)!.slice(0, 3).toLowerCase()) + 1
    return `${year}-${String(number).padStart(2, '0')}-${(before ?? after)!.padStart(2, '0')}`
  })
  return [...(text.match(ISO) ?? []), ...spoken]
}

function relativeDate({ message, system, said, ...situation }: Situation): string[] {
  const told = [system, ...said.flatMap((one) => (one.type === 'text' ? one.text : []))].flatMap(findDates)
  const today = told[0]?.slice(0, 10) ?? situation.today
  for (const [pattern, days] of RELATIVE) {
    const match = pattern.exec(message)
    if (match !== null) return [dayAfter(today, days(match, today))]
  }
  return []
}

/** Returns the days until the next such weekday, from 1 to 7. */
const daysUntil = (named: string, today: string): number =>
  ((WEEKDAYS.indexOf(named.toLowerCase()) - new Date(today).getUTCDay() + 6) % 7) + 1

const findTime = (text: string): string | undefined => /\b([01]\d|2[0-3]):[0-5]\d\b/.exec(text)?.[0]

function toMoment(day: string, time: string): string {
  const [, hours, seconds = ':00', zone = 'Z'] = /^(\d\d:\d\d)(:\d\d(?:\.\d+)?)?(.*)$/.exec(time) ?? []
  return `${day}T${hours}${seconds}${zone || 'Z'}`
}

/** Returns the day that is so many days after a day, both as `YYYY-MM-DD`. */
export function dayAfter(day: string, days: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return new Date(Date.UTC(year, month - 1, date + days)).toISOString().slice(0, 10)
}
