import type { Log, StreamRecord } from '../../log/log.ts'
import type { Machine } from '../../log/machine.ts'
import type { VersionError } from '../../tools/errors.ts'
import { type ServerParts, takesVersion } from '../core/server-parts.ts'
import type { TaskActivity } from './task-peer.ts'
import {
  deadlineOf,
  isOver,
  reduceTask,
  type TaskAbout,
  type TaskEvent,
  type TaskRegister,
  type TaskState,
  toTaskState,
} from './task-state.ts'
import { IDLE, TaskWork } from './task-work.ts'

export interface TaskMachineOptions extends Omit<ServerParts, 'leaseTtl'> {
  log: Log<TaskEvent>
  /** Called when this server has another version of a task's tool. */
  onOtherVersion: (error: VersionError) => void
  /** Called when what clients see of a task has changed and is stored. */
  onChange: (taskId: string, principal: string | undefined, about: TaskAbout, activity: TaskActivity) => void
}

/** Whether this server has the tool of a task, in the version that its run has. */
export function canDrive(record: StreamRecord, options: TaskMachineOptions): boolean {
  // Only tasks write these.
  const about = record.about as unknown as TaskAbout
  const register = (record.register ?? {}) as unknown as TaskRegister
  const { version } = register.header ?? about
  const tool = options.catalog.tools.get(about.tool)
  if (tool !== undefined && takesVersion(options, tool, version, 'a task', options.onOtherVersion)) return true
  // Any server can end what no server could go on with.
  return Date.now() >= deadlineOf(about, register)
}

/** How tasks are driven. */
export const createTaskMachine = (options: TaskMachineOptions): Machine<TaskState, TaskEvent> => ({
  kind: 'task',
  idle: IDLE,
  now: Date.now,
  accepts: (record) => isOver(record.about as unknown as TaskAbout) || canDrive(record, options),
  async load({ id }, fence) {
    // Before the records: an answer that closes a question after this is among them.
    const indexed = await options.store.questions.keys({ kind: 'task', id })
    const opened = await options.log.open(id, fence)
    if (opened === undefined || isOver(opened.about as unknown as TaskAbout)) return undefined
    return { state: toTaskState(opened, indexed), lsn: opened.head }
  },
  reduce: reduceTask,
  begin: (driven) => new TaskWork(options, driven),
  onError: options.onError,
})
