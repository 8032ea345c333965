import type { AnswerEvent } from '../../inbox/question.ts'
import type { Log, Store, StreamRecord, StreamRef } from '../../log/log.ts'
import type { Machine } from '../../log/machine.ts'
import { VersionError } from '../../tools/errors.ts'
import type { RunOptions } from '../../tools/run-tool.ts'
import { findVersion } from '../../tools/tool-versions.ts'
import type { Catalog } from '../core/catalog.ts'
import type { Sampler } from '../core/sampler.ts'
import type { TaskPeer } from './task-peer.ts'
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

export interface TaskMachineOptions {
  store: Store
  log: Log<TaskEvent>
  signalUrl?: ((refs: readonly StreamRef[], event: AnswerEvent) => string) | undefined
  catalog: Catalog
  sampler: Sampler
  onVersionChange: RunOptions['onVersionChange']
  onError: (error: unknown) => void
  /** Called when this server has another version of a task's tool. */
  onOtherVersion: (error: VersionError) => void
  /** Called when what clients see of a task has changed and is stored. */
  onChange: (taskId: string, principal: string | undefined, about: TaskAbout, peer: TaskPeer) => void
}

/** Whether this server has the tool of a task, in the version that its run has. */
export function canDrive(record: StreamRecord, options: TaskMachineOptions): boolean {
  const { catalog, onVersionChange = 'fail', onOtherVersion } = options
  // Only tasks write these.
  const about = record.about as unknown as TaskAbout
  const register = (record.register ?? {}) as unknown as TaskRegister
  const { version } = register.header ?? about
  const tool = catalog.tools.get(about.tool)
  if (tool !== undefined && (findVersion(tool, version) !== undefined || onVersionChange !== 'fail')) return true
  if (tool !== undefined) onOtherVersion(new VersionError('a task', tool.name, version, tool.version))
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
