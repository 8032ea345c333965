import type { NewStream } from '../../log/log.ts'
import { toRunEvents } from '../../log/run-journal.ts'
import type { Recording } from '../../tools/journal.ts'
import type { Json } from '../../tools/json.ts'
import type { ClientCapabilities } from '../core/client-capabilities.ts'
import type { OutsideEvent } from '../core/outside-event.ts'
import { LARGE, type TaskAbout, type TaskEvent, type TaskRegister } from './task-state.ts'

export interface NewTaskStream {
  tool: string
  version: string | undefined
  arguments: Json
  principal: string | undefined
  capabilities: ClientCapabilities
  /** Milliseconds that the task is kept, from its last change and again from its end. */
  ttl: number
  now: number
  /** Tells whether a repeated request is the one that created the task. */
  claim?: string | undefined
  /** A run that goes on as this task. */
  begun?: Recording | undefined
  /** What others sent to that run. */
  outside?: readonly OutsideEvent[] | undefined
}

/** Returns the stream of a task that is due at once. */
export function toTaskStream({ tool, arguments: args, ...task }: NewTaskStream): Omit<NewStream<TaskEvent>, 'node'> {
  const { principal, capabilities, ttl, claim, begun, outside, now } = task
  const createdAt = new Date(now).toISOString()
  const isLarge = JSON.stringify(args).length > LARGE
  const run = begun && toBegun(begun)
  const named = {
    tool,
    ...(task.version !== undefined && { version: task.version }),
  }
  const about: TaskAbout = {
    ...named,
    status: 'working',
    createdAt,
    lastUpdatedAt: createdAt,
    ttlMs: ttl,
    capabilities,
    ...(claim !== undefined && { claim }),
    ...(!isLarge && { arguments: args }),
  }
  const owner = principal !== undefined && { principal }
  return {
    // Rows and registers are JSON.
    about: about as unknown as Json,
    ...(run && { register: run.register as unknown as Json }),
    ...owner,
    events: [
      ...(isLarge ? [{ type: 'call' as const, arguments: args }] : []),
      ...(run?.events ?? []),
      ...(outside ?? []),
    ],
    dueAt: 0,
    run: { ...named, ...owner, startedAt: begun?.header.startedAt ?? now, state: 'running' },
  }
}

function toBegun(begun: Recording): { events: TaskEvent[]; register: TaskRegister } {
  const { events, progress } = toRunEvents(begun)
  return { events, register: { header: begun.header, ...progress, revision: begun.revision, after: 0 } }
}
