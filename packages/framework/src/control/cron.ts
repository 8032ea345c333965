import { SweatpantsError } from '../tools/errors.ts'

/** When a cron expression ticks, in a time zone. */
export interface Cron {
  /** Returns the first tick after a time. */
  next(after: number): number
}

interface Field {
  readonly name: string
  readonly first: number
  readonly last: number
  /** Names of values, from `first` on. */
  readonly names?: readonly string[]
}

const FIELDS: readonly Field[] = [
  { name: 'minute', first: 0, last: 59 },
  { name: 'hour', first: 0, last: 23 },
  { name: 'day of the month', first: 1, last: 31 },
  {
    name: 'month',
    first: 1,
    last: 12,
    names: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  },
  { name: 'day of the week', first: 0, last: 7, names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] },
]

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** By how much clocks are set back in autumn: on Lord Howe Island by half an hour, at the station Troll by two. */
const SET_BACK = [HOUR, HOUR / 2, 2 * HOUR]

/** 29 February is at most eight years away. */
const FAR = 9 * 366 * 24 * HOUR

/**
 * Parses five fields: minute, hour, day of the month, month, day of the week. A field is `*`, a number, a name, a range `1-5`,
 * a list `1,15` or a step such as `0-30/10`. If both days are restricted, either is enough. A time that the clock skips in spring does not tick; a
 * time that the clock repeats in autumn ticks once, unless the hour is `*`. Throws for an expression that never ticks.
 */
export function parseCron(text: string, timeZone = 'UTC'): Cron {
  const parts = text.trim().split(/\s+/)
  if (parts.length !== FIELDS.length) {
    throw new SweatpantsError(
      `a cron expression has 5 fields: minute, hour, day, month, weekday; this is ${JSON.stringify(text)}`,
    )
  }
  const [minutes, hours, days, months, weekdays] = parts.map((part, i) => parseField(part, FIELDS[i]!, text)) as Sets
  const isEitherDay = parts[2] !== '*' && parts[4] !== '*'
  const isEveryHour = parts[1] === '*'
  const toLocal = createLocal(timeZone)

  const isDay = ({ day, month, weekday }: Local): boolean => {
    if (!months.has(month)) return false
    const isOfWeek = weekdays.has(weekday) || (weekday === 0 && weekdays.has(7))
    return isEitherDay ? days.has(day) || isOfWeek : days.has(day) && isOfWeek
  }
  const isRepeated = (time: number, { text }: Local): boolean =>
    !isEveryHour && SET_BACK.some((ms) => toLocal(time - ms).text === text)

  const next = (after: number): number => {
    const until = after + FAR
    let time = (Math.floor(after / MINUTE) + 1) * MINUTE
    while (time <= until) {
      const local = toLocal(time)
      if (!isDay(local) || !hours.has(local.hour)) time += (60 - local.minute) * MINUTE
      else if (!minutes.has(local.minute) || isRepeated(time, local)) time += MINUTE
      else return time
    }
    throw new SweatpantsError(`the cron expression ${JSON.stringify(text)} never ticks`)
  }
  next(0)
  return { next }
}

type Sets = [Set<number>, Set<number>, Set<number>, Set<number>, Set<number>]

function parseField(part: string, field: Field, text: string): Set<number> {
  const values = new Set<number>()
  for (const item of part.split(',')) {
    const [, range, from, to, step = '1'] = /^(\*|([a-z0-9]+)(?:-([a-z0-9]+))?)(?:\/(\d+))?$/i.exec(item) ?? []
    if (range === undefined || Number(step) === 0) throw wrong(item, field, text)
    const first = range === '*' ? field.first : parseValue(from!, field, text)
    // `5/10` starts at 5 and goes on to the end.
    const open = item.includes('/') ? field.last : first
    const last = range === '*' ? field.last : to === undefined ? open : parseValue(to, field, text)
    if (last < first) throw wrong(item, field, text)
    for (let value = first; value <= last; value += Number(step)) values.add(value)
  }
  return values
}

function parseValue(word: string, field: Field, text: string): number {
  const named = field.names?.indexOf(word.toLowerCase()) ?? -1
  const value = named === -1 ? Number(word) : named + field.first
  if (Number.isInteger(value) && value >= field.first && value <= field.last) return value
  throw wrong(word, field, text)
}

const wrong = (item: string, { name, first, last }: Field, text: string): SweatpantsError =>
  new SweatpantsError(
    `${JSON.stringify(item)} is no ${name} from ${first} to ${last} in the cron expression ${JSON.stringify(text)}`,
  )

interface Local {
  minute: number
  hour: number
  day: number
  month: number
  weekday: number
  /** The minute in words: the same for two times that a clock shows alike. */
  text: string
}

function createLocal(timeZone: string): (time: number) => Local {
  let format: Intl.DateTimeFormat
  try {
    const two = '2-digit'
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: two,
      day: two,
      hour: two,
      minute: two,
    })
  } catch (cause) {
    throw new SweatpantsError(`${JSON.stringify(timeZone)} is no time zone; use a name like Europe/Vienna`, { cause })
  }
  return (time) => {
    const text = format.format(time)
    const [day, month, year, hour, minute] = text.match(/\d+/g)!.map(Number) as [number, number, number, number, number]
    return { minute, hour, day, month, weekday: new Date(Date.UTC(year, month - 1, day)).getUTCDay(), text }
  }
}
