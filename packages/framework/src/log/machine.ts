import { Drained } from '../tools/drain.ts'
import { JournalConflictError, OtherCodeError, type RecordSizeError } from '../tools/errors.ts'
import type { Json } from '../tools/json.ts'
import type { RunOptions } from '../tools/run-tool.ts'
import { type Append, FenceError, StreamGoneError, type StreamRecord } from './log.ts'
import type { RunChange } from './run-index.ts'
import type { RunStreams } from './run-journal.ts'

/** How the streams of one kind are driven. */
export interface Machine<S, E> {
  readonly kind: string
  /** Milliseconds that a stream which waits stays in memory. */
  readonly idle: number
  now(): number
  /** Whether this process can drive the stream: its tool and version are here. Called before the lease is acquired. */
  accepts?(record: StreamRecord): boolean
  /** Returns the state to begin with and its place, or `undefined` when there is nothing to drive. */
  load(record: StreamRecord, fence: number): Promise<{ state: S; lsn: number } | undefined>
  reduce(state: S, event: E, lsn: number): S
  begin(driven: Driven<S, E>): Work<E>
  onError(error: unknown): void
}

/** The functions that a driver offers to the work on its stream. */
export interface Driven<S, E> {
  readonly id: string
  readonly principal: string | undefined
  readonly fence: number
  /** As far as the log is known here. */
  readonly state: S
  /** When the stream was first blocked, while it has not moved on since. */
  readonly blockedSince: number | undefined
  readonly now: () => number
  /** Something may have changed: `reconcile` and `take` are called soon. */
  ring(): void
  /** Appends at once, with the fence. Throws `Drained` after the write once the stream is being released. */
  write(append: DriverAppend<E>): Promise<number>
  /** Gives an event to all readers at once, without storing it; a later write has to include what it says. */
  broadcast(event: E): void
  /** The runs that are driven with the stream. */
  readonly runs: RunStreams
  /** Makes sure of the lease (D6), before an effect that is not a step. Rejects with `Drained` when it is not, and stops driving. */
  confirm(): Promise<void>
  /** Makes sure of the lease before a step (D6). */
  readonly runStep: NonNullable<RunOptions['runStep']>
  /** Aborts when the stream is being released. */
  readonly leaving: AbortSignal
  /** Stops driving. An error is reported unless it only says that another driver goes on. */
  stop(error?: unknown): void
  /** Releases the stream until other code is here to go on with it (D7). */
  block(error: OtherCodeError): void
}

export type DriverAppend<E> = Omit<Append<E>, 'fence' | 'register'> & { register?: { [key: string]: Json } }

/** The interface that chats, tasks, kept calls and debates implement. */
export interface Work<E> {
  /** Awaited before `reconcile` when the state may have changed. */
  tidy?(): Promise<void>
  /** Begins what the state asks for and passes on what it brings. Idempotent. */
  reconcile(): void
  /** Returns what to append now. With `isLast` the stream is released with that write. */
  take(): { append?: DriverAppend<E>; isLast?: boolean }
  /** Takes back events that were to be appended at a `head` which the log has passed. `take` is called again after the log was read. */
  putBack?(events: readonly E[]): void
  /**
   * Called when the store does not accept what `take` returned, because it is too large. `take` is called again, and has to return
   * something smaller (D8).
   */
  tooLarge?(error: RecordSizeError, events: readonly E[]): void
  /** Called after an append. */
  appended?(): Promise<void>
  /** How lists show the run of this stream; stored with the next write after it changed. */
  readonly run?: RunChange | undefined
  /** Returns what says that the stream is blocked, in its log and in lists; `undefined` if they say so already. */
  blocked?(problem: Blocked): Pick<DriverAppend<E>, 'events' | 'about'> | undefined
  /** Whether nothing happens before a command or `wakeAt`. */
  readonly waits: boolean
  readonly wakeAt: number | undefined
  /** Drops what waits; resolves when nothing runs any more. */
  leave(): Promise<void>
  /** Called when the stream was deleted. */
  gone?(): Promise<void>
}

/** Why a stream is blocked; kept in its register. */
export interface Blocked {
  code: string
  since: number
}

/** The driver's part of the register; the work has its own. */
export interface DriverRegister {
  blocked?: Blocked
}

/** Whether an error says that another driver goes on with the stream, or that none has to. */
export const isLoss = (error: unknown): boolean =>
  error instanceof FenceError ||
  error instanceof StreamGoneError ||
  error instanceof JournalConflictError ||
  error instanceof Drained

/** Whether an error says that a run met code that it was not recorded with. */
export const isDivergence = (error: unknown): error is OtherCodeError => error instanceof OtherCodeError
