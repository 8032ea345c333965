import { defined } from '../tools/defined.ts'
import { messageOf } from '../tools/describe.ts'
import type { Header, Progress } from '../tools/journal.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import type { StreamRef } from './log.ts'

/**
 * The runs of a store, of every kind. A row is written in the transaction of the write that it describes, so a list never
 * shows a run that is not stored, nor a state that the run has left.
 */
export interface RunIndex {
  /** Lists runs, the latest changed first. */
  list(filter?: RunFilter): MaybePromise<RunPage>
  /** Returns the run with this id. */
  find(id: string): MaybePromise<RunRow | undefined>
  /** Returns how many runs there are in each state. */
  count(): MaybePromise<Record<RunState, number>>
  /** Counts the runs of a kind and a principal, or those without one, that have not ended, up to `limit`. The time grows with the result. */
  countOpen(kind: string, principal: string | undefined, limit: number): MaybePromise<number>
}

/**
 * `waiting`: a question, a signal or a sleep is open. `blocked`: the run met code that it was not recorded with, and goes on
 * when code that fits is deployed.
 */
export type RunState = (typeof RUN_STATES)[number]

export const RUN_STATES = ['running', 'waiting', 'blocked', 'failed', 'completed', 'cancelled'] as const

/** The states of a run that has not ended. */
export const OPEN_STATES: readonly RunState[] = ['running', 'waiting', 'blocked']

export const isEnded = ({ state }: Pick<RunRow, 'state'>): boolean => !OPEN_STATES.includes(state)

export interface RunFilter {
  tool?: string
  state?: RunState
  principal?: string
  /** Only runs that have been in their state for at least so many milliseconds. */
  olderThan?: number
  /** Only runs whose id, tool or principal contains this text, in upper or lower case; on Postgres as its locale knows them. */
  search?: string
  /** `RunPage.next` of the page before. */
  after?: string
  /** Default 50. */
  limit?: number
}

export interface RunPage {
  runs: RunRow[]
  /** Passed as `after` for the next page; absent on the last one. */
  next?: string
}

/** A run as lists show it. `kind` and `id` name its stream. */
export interface RunRow extends StreamRef, RunMark {
  /** The stream that drives the run; absent when it is the run's own. */
  owner?: StreamRef
  /** Since when the run is in its state. */
  changedAt: number
}

/** The row of a run that is stored when its stream is created. Only `detail` may hold a user's text. */
export interface RunMark extends RunChange {
  tool: string
  version?: string
  principal?: string
  startedAt: number
}

/** The fields of a row that change while the run is active. */
export interface RunChange {
  state: RunState
  detail?: RunDetail
}

export interface RunDetail {
  /** The open waits of the run, at most ten. */
  waits?: RunWait[]
  /** Why it failed or is blocked. */
  problem?: string
}

export interface RunWait {
  /** The type of the effect, as in its entry: `elicit`, `sleep` and so on. */
  kind: string
  key: string
  /** The names of those who can answer, where that is not the caller. */
  to?: readonly string[]
  since: number
}

/**
 * The record by which an operator cancels a run that is driven with another stream. It is appended to that stream, and the
 * machine of the stream halts the run and lists it as cancelled.
 */
export interface RunCancel {
  type: 'run_cancel'
  runId: string
  time: number
}

export const DEFAULT_PAGE = 50

const MAX_WAITS = 10

const MAX_PROBLEM = 1_000

/** Returns the state that follows from what is open in a run. */
export function toChange({ asked }: Progress): RunChange {
  const waits = Object.values(asked).map(({ kind, key, to, time }) => ({
    kind,
    key,
    ...(to !== undefined && { to }),
    since: time,
  }))
  return waits.length === 0 ? { state: 'running' } : { state: 'waiting', detail: { waits: waits.slice(0, MAX_WAITS) } }
}

/** Returns the state of a run that has ended, or cannot go on. */
export const toProblem = (state: 'failed' | 'blocked', error: unknown): RunChange => ({
  state,
  detail: { problem: messageOf(error).slice(0, MAX_PROBLEM) },
})

/** Returns the state of a run that has ended. */
export function toEnd(ended: { type: 'completed' | 'cancelled' } | { type: 'failed'; error: unknown }): RunChange {
  return ended.type === 'failed' ? toProblem('failed', ended.error) : { state: ended.type }
}

export const toMark = ({ tool, version, principal, startedAt }: Header, change: RunChange): RunMark => ({
  tool,
  ...defined({ version, principal }),
  startedAt,
  ...change,
})

/** A place in a list: when the last run of a page changed, and the number of its row. */
export interface RunPlace {
  changedAt: number
  number: number
}

/** Puts a page together from one row more than fits. */
export function toPage<R extends RunPlace>(rows: readonly R[], limit: number, toRow: (row: R) => RunRow): RunPage {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const runs = page.map(toRow)
  return rows.length > limit && last !== undefined ? { runs, next: `${last.changedAt}-${last.number}` } : { runs }
}

/** Returns `undefined` for a text that no page returned. */
export function readPlace(after: string): RunPlace | undefined {
  const [, changedAt, number] = /^(\d+(?:\.\d+)?)-(\d{1,15})$/.exec(after) ?? []
  return number === undefined ? undefined : { changedAt: Number(changedAt), number: Number(number) }
}

export const countNone = (): Record<RunState, number> => ({
  running: 0,
  waiting: 0,
  blocked: 0,
  failed: 0,
  completed: 0,
  cancelled: 0,
})
