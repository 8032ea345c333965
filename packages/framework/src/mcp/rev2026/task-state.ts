import type { Opened } from '../../log/log.ts'
import type { DriverRegister } from '../../log/machine.ts'
import type { RunEvent, RunRegister } from '../../log/run-journal.ts'
import type { Recording } from '../../tools/journal.ts'
import type { Json } from '../../tools/json.ts'
import type { ClientCapabilities } from '../core/client-capabilities.ts'
import { ErrorCode } from '../core/errors.ts'
import { type Told, type ToldEvent, tell } from '../core/outside-event.ts'
import { readRecording } from './stream-journal.ts'
import type { OpenQuestion } from './task-peer.ts'

/** A record of a task: what its run recorded, what it was told, and what is too large for its row. */
export type TaskEvent =
  | RunEvent
  | { type: 'call'; arguments: Json }
  | { type: 'questions'; open: Record<string, OpenQuestion> }
  | ToldEvent
  | { type: 'result'; result: Json }

/** The fields of a task's row. */
export interface TaskAbout {
  tool: string
  version?: string
  status: 'working' | 'completed' | 'failed' | 'cancelled'
  createdAt: string
  lastUpdatedAt: string
  ttlMs: number
  capabilities: ClientCapabilities
  /** Tells whether a repeated request is the one that created the task. */
  claim?: string
  /** Absent when they are large: then the first record has them. */
  arguments?: Json
  /** Absent when it is large: then the record of the command `result` has it. */
  result?: Json
  error?: { code: number; message: string; data?: Json }
}

export type TaskEnd = Pick<TaskAbout, 'status' | 'result' | 'error'>

/** The fields that change while a task runs. */
export interface TaskRegister extends Partial<RunRegister>, Pick<DriverRegister, 'blocked'> {
  /** Absent when they are large: then the record of the command `openAt` has them. */
  open?: Record<string, OpenQuestion>
  openAt?: string
  /** When the last of what the task waits for is due: its questions expire, its sleep or its pause between two attempts is over. */
  until?: number
  statusMessage?: string
  /** When it last changed, while it runs. */
  updatedAt?: number
}

export interface TaskState extends Told {
  about: TaskAbout
  arguments: Json
  register: TaskRegister
  recording: Recording | undefined
  /** The keys of the questions that the store had open when the task was loaded. */
  indexed: readonly string[]
}

/** Characters of arguments and results that the row of a task takes. */
export const LARGE = 2_048

export const isOver = ({ status }: TaskAbout): boolean => status !== 'working'

/** When a task ends by itself: some time after its last write, and not before what it waits for. */
export const deadlineOf = (
  { createdAt, ttlMs }: TaskAbout,
  { until = 0, updatedAt = 0 }: Pick<TaskRegister, 'until' | 'updatedAt'>,
): number => Math.max(Date.parse(createdAt), updatedAt, until) + ttlMs

export function toTaskState(
  { about, register, events }: Pick<Opened<TaskEvent>, 'about' | 'register' | 'events'>,
  indexed: readonly string[] = [],
): TaskState {
  // Only tasks write these.
  const known = about as unknown as TaskAbout
  const kept = (register ?? {}) as unknown as TaskRegister
  const [first] = events
  const initial: TaskState = {
    about: known,
    arguments: first?.event.type === 'call' ? first.event.arguments : known.arguments!,
    register: kept,
    recording: readRecording(kept, events),
    outside: [],
    isCancelled: false,
    indexed,
  }
  return events.reduce((state, { event }) => reduceTask(state, event), initial)
}

/** A driver only follows what its task is told: it wrote the rest. */
export function reduceTask(state: TaskState, event: TaskEvent): TaskState {
  switch (event.type) {
    case 'answer':
    case 'signal':
    case 'cancel':
      return tell(state, event)
    default:
      return state
  }
}

/** The end of a task that took too long. */
export const EXPIRED: TaskEnd = {
  status: 'failed',
  error: { code: ErrorCode.internal, message: 'the task expired before it was completed', data: { reason: 'expired' } },
}
