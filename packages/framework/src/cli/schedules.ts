import {
  type ListedSchedule,
  listSchedules,
  type Overlap,
  readSchedule,
  removeSchedule,
  schedule,
  type When,
} from '../control/schedule.ts'
import { type Store, UnreadableError } from '../log/log.ts'
import { defined } from '../tools/defined.ts'
import { SweatpantsError } from '../tools/errors.ts'
import { readArgs, readChoice, readWritten, UsageError } from './args.ts'
import { COMMANDS } from './commands.ts'
import { runOnStore, type StoreActions } from './store-command.ts'
import { toList } from './table.ts'
import { readSpan, toDuration, toTime } from './times.ts'

type Values = ReturnType<typeof readArgs<typeof COMMANDS.schedules.options>>['values']

const ACTIONS: StoreActions<Values> = {
  async list({ store, values }) {
    const listed = await listSchedules(store)
    const columns = ['schedule', 'tool', 'when', 'next', 'last run', 'overlap']
    return toList({ page: listed, columns, rows: listed.map(toRow), empty: 'There are no schedules.' }, values.json)
  },
  async add({ store, values, given }) {
    const { name, principal, missed, overlap } = values
    const when = readWhen(values)
    const params = values.params === undefined ? {} : readWritten(values.params, '--params is')
    const options = {
      ...defined({ name, principal }),
      ...(missed !== undefined && { missed: readChoice(missed, MISSED, '--missed') }),
      ...(overlap !== undefined && { overlap: readChoice(overlap, OVERLAPS, '--overlap') }),
    }
    const set = await schedule(store, { name: given('the name of a tool') }, params, when, options)
    const { nextAt } = (await readSchedule(store, set))!
    return `Schedule ${set} is set${nextAt === undefined ? '' : `; it ticks next at ${toTime(nextAt)}`}.`
  },
  async remove({ store, given }) {
    const name = given('the name of a schedule')
    if (!(await exists(store, name))) throw new UsageError(`there is no schedule ${name}; schedules list shows them`)
    await removeSchedule(store, name)
    return `Schedule ${name} is removed. Runs that it began go on.`
  },
}

/** `sweatpants schedules`: resolves to the exit code. */
export const schedules = (args: readonly string[]): Promise<number> =>
  // Such as a cron expression that does not parse.
  runOnStore('schedules', ACTIONS, readArgs(args, COMMANDS.schedules.options), {
    isMistake: (error) => error instanceof SweatpantsError,
    creates: ['add'],
  })

async function exists(store: Store, name: string): Promise<boolean> {
  try {
    return (await readSchedule(store, name)) !== undefined
  } catch (error) {
    // One that cannot be read can be removed.
    if (error instanceof UnreadableError) return true
    throw error
  }
}

function readWhen({ cron, every, at, 'time-zone': timeZone }: Values): When {
  if ([cron, every, at].filter((one) => one !== undefined).length !== 1) {
    throw new UsageError('schedules add takes one of --cron, --every and --at')
  }
  if (cron !== undefined) return { cron, ...(timeZone !== undefined && { timeZone }) }
  if (timeZone !== undefined) throw new UsageError('--time-zone belongs to --cron')
  if (every !== undefined) return { every: readSpan(every, '--every') }
  // `Date.parse` also takes other forms, "5" for a day in May 2001, and 30 February for 2 March.
  const [day] = /^\d{4}-\d\d-\d\d/.exec(at!) ?? []
  const time = day === undefined ? Number.NaN : Date.parse(at!)
  if (Number.isNaN(time) || !new Date(day!).toISOString().startsWith(day!))
    throw new UsageError(`--at takes a time like 2027-01-01T00:00:00Z, not "${at}"`)
  return { at: time }
}

const MISSED = ['once', 'skip'] as const
const OVERLAPS: readonly Overlap[] = ['skip', 'queue', 'allow']

function toRow({ name, tool, when, nextAt, queuedAt, lastRun, overlap }: ListedSchedule): string[] {
  const next = queuedAt === undefined ? describeNext(nextAt) : `when ${lastRun} has ended`
  return [name, tool, describeWhen(when), next, lastRun ?? '', overlap]
}

const describeNext = (nextAt: number | undefined): string => (nextAt === undefined ? '(never)' : toTime(nextAt))

function describeWhen(when: ListedSchedule['when']): string {
  if ('cron' in when) return `${when.cron} (${when.timeZone})`
  return 'every' in when ? `every ${toDuration(when.every)}` : `at ${toTime(when.at)}`
}
