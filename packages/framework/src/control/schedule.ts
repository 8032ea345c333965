import { type Store, StreamExistsError, UnreadableError } from '../log/log.ts'
import { SweatpantsError } from '../tools/errors.ts'
import { canonicalJson, type Json } from '../tools/json.ts'
import { toJson } from '../tools/to-json.ts'
import type { McpTool } from '../tools/tool.ts'
import { type Cron, parseCron } from './cron.ts'

/** When a schedule ticks: by a clock, every so many milliseconds from its creation, or once. */
export type When = { cron: string; timeZone?: string } | { every: number } | { at: number | Date }

export interface ScheduleOptions {
  /** Names the schedule in its store. Default: the name of the tool. A schedule with the same name is replaced. */
  name?: string
  /** The principal of the runs. */
  principal?: string
  /**
   * What happens at the start if ticks passed while no node ran: `once`, the default, begins one run for all of them, and
   * `skip` begins none.
   */
  missed?: 'once' | 'skip'
  /**
   * What happens at a tick while the run of the tick before has not ended: `skip`, the default, begins none; `queue` begins one
   * when that run has ended, for all ticks until then; `allow` begins it at once. A run that waits or is blocked has not ended.
   */
  overlap?: Overlap
  now?: () => number
}

export type Overlap = 'skip' | 'queue' | 'allow'

/** A schedule as it is stored. */
export interface Schedule {
  name: string
  tool: string
  params: Json
  when: { cron: string; timeZone: string } | { every: number } | { at: number }
  principal?: string
  missed: 'once' | 'skip'
  overlap: Overlap
  /** The time from which ticks are counted. */
  setAt: number
}

export interface ListedSchedule extends Schedule {
  /** Absent after the only tick of `at`. */
  nextAt?: number
  /** The last tick that is over, and the last run that one began. */
  lastAt?: number
  lastRun?: string
  /** The last tick that began no run: the run before had not ended, or the store did not accept the new one for its size. */
  skippedAt?: number
  /** A tick that waits for the run before to end. */
  queuedAt?: number
}

export type ScheduleEvent = { type: 'schedule_set'; schedule: Schedule }

/** What the driver keeps of a schedule. */
export type ScheduleRegister = Pick<ListedSchedule, 'lastAt' | 'lastRun' | 'skippedAt' | 'queuedAt'>

export const KIND = 'schedule'

/** The shortest time between two ticks. */
const SHORTEST = 1_000

/** The latest time that a date can be. */
const LATEST = 8.64e15

/**
 * Begins runs of a tool at certain times, once per tick on all nodes together. Nodes that run `startSchedules` with the tool
 * take part. Calling it again with the same name and the same values changes nothing, so a server may call it at every start.
 */
export async function schedule(
  store: Store,
  tool: Pick<McpTool, 'name'>,
  params: unknown,
  when: When,
  { name = tool.name, principal, missed = 'once', overlap = 'skip', now = Date.now }: ScheduleOptions = {},
): Promise<string> {
  if (name === '') throw new SweatpantsError('a schedule has a name of at least one character, not ""')
  const stored = toStored(when)
  const set: Schedule = {
    name,
    tool: tool.name,
    params: toJson(params, `the arguments of ${tool.name}`) ?? null,
    when: stored,
    ...(principal !== undefined && { principal }),
    missed,
    overlap,
    // A time that has passed is due at once.
    setAt: 'at' in stored ? Math.min(now(), stored.at - 1) : now(),
  }
  const log = store.log<ScheduleEvent>(KIND)
  const dueAt = nextTick(set, set.setAt)
  if (dueAt !== undefined && dueAt > LATEST)
    throw new SweatpantsError(`the first tick of schedule ${name} is later than any date; use a shorter time`)
  const events = [{ type: 'schedule_set' as const, schedule: set }]
  try {
    await log.create(name, { about: { tool: tool.name }, events, ...(dueAt !== undefined && { dueAt }) })
  } catch (error) {
    if (!(error instanceof StreamExistsError)) throw error
    const known = await readSchedule(store, name)
    // Due at once: the node that drives it reads the new values and computes the next tick.
    if (known === undefined || isOther(known, set)) await log.append(name, { events, dueAt: 0 })
  }
  return name
}

/** Lists the schedules of a store. One that cannot be read is left out, and named in an error that is passed to `onError`. */
export async function listSchedules(
  store: Store,
  { onError = console.error }: { onError?: (error: unknown) => void } = {},
): Promise<ListedSchedule[]> {
  const streams = await store.log<ScheduleEvent>(KIND).list(undefined)
  const schedules = await Promise.all(
    streams.map(async ({ id }) => {
      try {
        return await readSchedule(store, id)
      } catch (error) {
        if (!(error instanceof UnreadableError)) throw error
        return void onError(error)
      }
    }),
  )
  return schedules.filter((one) => one !== undefined)
}

/** Removes a schedule. Runs that it began go on. Does nothing if there is none. */
export async function removeSchedule(store: Store, name: string): Promise<void> {
  await store.log(KIND).delete(name)
}

/** Returns a schedule, or `undefined` if there is none. */
export async function readSchedule(store: Store, name: string): Promise<ListedSchedule | undefined> {
  const opened = await openSchedule(store, name)
  if (opened === undefined) return undefined
  const nextAt = nextTickOf(opened.state)
  return { ...opened.state.schedule, ...(nextAt !== undefined && { nextAt }), ...opened.state.register }
}

/** A schedule with what its driver keeps of it. */
export interface ScheduleState {
  schedule: Schedule
  register: ScheduleRegister
}

/** Reads a schedule and its place in the log; with a fence, takes its stream over. */
export async function openSchedule(
  store: Store,
  name: string,
  fence?: number,
): Promise<{ state: ScheduleState; lsn: number } | undefined> {
  const opened = await store.log<ScheduleEvent>(KIND).open(name, fence)
  const schedule = opened?.events.at(-1)?.event.schedule
  if (opened === undefined || schedule === undefined) return undefined
  // Only drivers of schedules write registers.
  return { state: { schedule, register: (opened.register ?? {}) as ScheduleRegister }, lsn: opened.head }
}

function isOther(known: Schedule, set: Schedule): boolean {
  const values = ({ tool, params, when, principal, missed, overlap }: Schedule) =>
    canonicalJson([tool, params, when, principal ?? null, missed, overlap])
  return values(known) !== values(set)
}

function toStored(when: When): Schedule['when'] {
  if ('cron' in when) {
    const { cron, timeZone = 'UTC' } = when
    parseCron(cron, timeZone)
    return { cron, timeZone }
  }
  if ('every' in when) {
    if (when.every >= SHORTEST && Number.isFinite(when.every)) return { every: when.every }
    throw new SweatpantsError(`a schedule ticks at most once a second; every is ${when.every} milliseconds`)
  }
  const at = Number(when.at)
  if (Number.isFinite(at)) return { at }
  throw new SweatpantsError(`the time of a schedule is ${String(when.at)}, which is no time`)
}

/** Returns the first tick that is not over. */
export const nextTickOf = ({ schedule, register }: ScheduleState): number | undefined =>
  nextTick(schedule, Math.max(schedule.setAt, register.lastAt ?? 0))

const crons = new Map<string, Cron>()

/** Returns the first tick after a time, or `undefined` when there is none. */
export function nextTick({ when, setAt }: Schedule, after: number): number | undefined {
  if ('at' in when) return when.at > after ? when.at : undefined
  if ('every' in when) return setAt + (Math.floor((after - setAt) / when.every) + 1) * when.every
  const key = `${when.cron} ${when.timeZone}`
  const cron = crons.get(key) ?? parseCron(when.cron, when.timeZone)
  crons.set(key, cron)
  return cron.next(after)
}
