import {
  type ListedSchedule,
  listSchedules,
  type Overlap,
  removeSchedule,
  schedule,
  type When,
} from '../control/schedule.ts'
import { SweatpantsError } from '../tools/errors.ts'
import { readArgs, UsageError } from './args.ts'
import { toTable, toTime } from './inspect.ts'
import { readJson, readSpan, runOnStore, type StoreCommand, toDuration } from './runs.ts'

const OPTIONS = {
  store: { type: 'string' },
  cron: { type: 'string' },
  'time-zone': { type: 'string' },
  every: { type: 'string' },
  at: { type: 'string' },
  params: { type: 'string' },
  name: { type: 'string' },
  principal: { type: 'string' },
  missed: { type: 'string' },
  overlap: { type: 'string' },
  json: { type: 'boolean' },
} as const

type Values = ReturnType<typeof readArgs<typeof OPTIONS>>['values']

const COMMANDS: Readonly<Record<string, (asked: StoreCommand<Values>) => Promise<string>>> = {
  async list({ store, values }) {
    const listed = await listSchedules(store)
    if (values.json) return JSON.stringify(listed, null, 2)
    if (listed.length === 0) return 'There are no schedules.'
    return toTable([['schedule', 'tool', 'when', 'next', 'last run', 'overlap'], ...listed.map(toRow)])
  },
  async add({ store, values, given }) {
    const { name, principal, missed, overlap } = values
    const when = readWhen(values)
    const params = values.params === undefined ? {} : readJson(values.params, '--params')
    const options = {
      ...(name !== undefined && { name }),
      ...(principal !== undefined && { principal }),
      ...(missed !== undefined && { missed: readChoice(missed, MISSED, '--missed') }),
      ...(overlap !== undefined && { overlap: readChoice(overlap, OVERLAPS, '--overlap') }),
    }
    const set = await schedule(store, { name: given('the name of a tool') }, params, when, options)
    const { nextAt } = (await listSchedules(store)).find((one) => one.name === set)!
    return `Schedule ${set} is set${nextAt === undefined ? '' : `; it ticks next at ${toTime(nextAt)}`}.`
  },
  async remove({ store, given }) {
    const name = given('the name of a schedule')
    const isKnown = (await listSchedules(store)).some((one) => one.name === name)
    if (!isKnown) throw new UsageError(`there is no schedule ${name}; schedules list shows them`)
    await removeSchedule(store, name)
    return `Schedule ${name} is removed. Runs that it began go on.`
  },
}

/** `sweatpants schedules`: resolves to the exit code. */
export const schedules = (args: readonly string[]): Promise<number> =>
  // Such as a cron expression that does not parse.
  runOnStore('schedules', COMMANDS, readArgs(args, OPTIONS), (asked) => asked, SweatpantsError, ['add'])

function readWhen({ cron, every, at, 'time-zone': timeZone }: Values): When {
  if ([cron, every, at].filter((one) => one !== undefined).length !== 1) {
    throw new UsageError('schedules add takes one of --cron, --every and --at')
  }
  if (cron !== undefined) return { cron, ...(timeZone !== undefined && { timeZone }) }
  if (timeZone !== undefined) throw new UsageError('--time-zone belongs to --cron')
  if (every !== undefined) return { every: readSpan(every, '--every') }
  const time = Date.parse(at!)
  if (Number.isNaN(time)) throw new UsageError(`--at takes a time like 2027-01-01T00:00:00Z, not "${at}"`)
  return { at: time }
}

const MISSED = ['once', 'skip'] as const
const OVERLAPS: readonly Overlap[] = ['skip', 'queue', 'allow']

function readChoice<T extends string>(text: string, choices: readonly T[], name: string): T {
  const found = choices.find((choice) => choice === text)
  if (found !== undefined) return found
  throw new UsageError(`${name} takes ${choices.join(', ')}, not "${text}"`)
}

function toRow({ name, tool, when, nextAt, queuedAt, lastRun, overlap }: ListedSchedule): string[] {
  const next = queuedAt === undefined ? describeNext(nextAt) : `when ${lastRun} has ended`
  return [name, tool, describeWhen(when), next, lastRun ?? '', overlap]
}

const describeNext = (nextAt: number | undefined): string => (nextAt === undefined ? '(never)' : toTime(nextAt))

function describeWhen(when: ListedSchedule['when']): string {
  if ('cron' in when) return `${when.cron} (${when.timeZone})`
  return 'every' in when ? `every ${toDuration(when.every)}` : `at ${toTime(when.at)}`
}
