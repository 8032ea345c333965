/**
 * What an operator does with a run. Each is a write to the run's stream, or to the stream that drives it, so it is safe while
 * another node drives the run.
 *
 * O1 A cancel and a resume are writes that the driver reads; they take no lease.
 * O2 A retry and a fork begin a new run from a copy of the journal. The old run is not changed; a blocked one is closed.
 * O3 A run that did not end is closed or deleted only under a fence of its own, so no node drives it at that moment.
 */
import { cancelCall } from '../chat/turn-work.ts'
import type { Store, StreamRef } from '../log/log.ts'
import type { RunRow, RunState } from '../log/run-index.ts'
import type { CallEvent } from '../mcp/rev2026/kept-call.ts'
import { toTaskStream } from '../mcp/rev2026/task-stream.ts'
import type { TaskEvent } from '../mcp/rev2026/task-work.ts'
import { type Entry, emptyProgress, type Recording } from '../tools/journal.ts'
import type { Json } from '../tools/json.ts'
import { policies } from '../tools/policy.ts'
import { mintId } from '../tools/seed.ts'
import { readRun, type ShownRun, type StoredRun, showRun } from './read-run.ts'
import { RunControlError } from './run-control-error.ts'

export interface RunControlsOptions {
  store: Store
  /** Cancels the runs that are driven with streams of other kinds than chats, by kind. */
  cancels?: Readonly<Record<string, (run: RunRow) => Promise<void>>>
  /** Milliseconds that a new run may take, and that it is kept after its end. Default 7 days. */
  ttl?: number
  now?: () => number
}

export interface RunControls {
  show(id: string): Promise<ShownRun>
  /** Halts the run wherever it is; its `finally` blocks run. Resolves when the cancel is stored. */
  cancel(id: string): Promise<void>
  /** Makes a blocked run due at once, for nodes that have code that fits it. */
  resume(id: string): Promise<void>
  /**
   * Begins a run that has the first `from` entries of this one, and resolves to its id. Its steps have the same idempotency
   * keys. Default: all entries before the last one that failed.
   */
  retry(id: string, from?: number): Promise<string>
  /** Begins a run that is the same up to an answer and gets another one there, and resolves to its id. */
  fork(id: string, at: number, answer: Json): Promise<string>
  /** Deletes a run that has ended, or that no node drives. */
  forget(id: string): Promise<void>
}

const WEEK = 7 * 86_400_000

const ENDED: readonly RunState[] = ['failed', 'completed', 'cancelled']

export function createRunControls({
  store,
  cancels = {},
  ttl = WEEK,
  now = Date.now,
}: RunControlsOptions): RunControls {
  const tasks = store.log<TaskEvent>('task')

  async function begin({ run, arguments: args, capabilities }: StoredRun, begun: Recording): Promise<string> {
    const id = mintId()
    const { tool, version, principal } = begun.header
    const stream = toTaskStream({
      tool,
      version,
      arguments: args,
      principal: principal ?? run.principal,
      capabilities: capabilities ?? { elicitation: {} },
      ttl,
      now: now(),
      begun,
    })
    await tasks.create(id, stream)
    return id
  }

  return {
    show: (id) => showRun(store, id),

    async cancel(id) {
      const run = await find(store, id)
      if (isEnded(run)) throw new RunControlError('run_ended', `run ${id} is over: ${run.state}`)
      const command = { events: [{ type: 'cancel' as const, time: now() }], commandId: 'cancel', dueAt: 0 }
      if (run.kind === 'task') return void (await tasks.append(id, command))
      if (run.kind === 'call') return void (await store.log<CallEvent>('call').append(id, command))
      const { owner } = run
      if (owner?.kind === 'chat') return cancelCall(store, owner.id, id)
      const cancel = owner && cancels[owner.kind]
      if (cancel === undefined) throw cannot('cancelled', run)
      await cancel(run)
    },

    async resume(id) {
      const run = await find(store, id)
      if (run.state !== 'blocked') {
        throw new RunControlError('run_running', `run ${id} is ${run.state}; only a blocked run is resumed`)
      }
      const { kind, id: driven } = driverOf(run)
      await store.log(kind).append(driven, { events: [], dueAt: 0 })
    },

    async retry(id, from) {
      const stored = await readRun(store, id)
      const { run } = stored
      if (!isEnded(run) && run.state !== 'blocked') {
        throw new RunControlError('run_waiting', `run ${id} is ${run.state}; cancel it before you retry it`)
      }
      if (run.state === 'blocked' && run.kind !== 'task') throw cannot('retried while it is blocked; resume it', run)
      const recording = recordingOf(stored)
      const at = readAt(from ?? firstOfFailure(recording.entries), recording.entries.length)
      const retried = () => begin(stored, cut(recording, recording.entries.slice(0, at)))
      return run.state === 'blocked' ? within(store, run, (fence) => replace(store, run, fence, retried)) : retried()
    },

    async fork(id, at, answer) {
      const stored = await readRun(store, id)
      const recording = recordingOf(stored)
      const entry = recording.entries[readAt(at, recording.entries.length - 1)]!
      if (entry.type !== 'value' || !isAnswer(entry)) {
        throw new RunControlError(
          'bad_entry',
          `entry ${at} of run ${id} is no answer; fork from a question or a signal`,
        )
      }
      const answered: Entry = { ...entry, value: answer, time: now() }
      return begin(stored, cut(recording, [...recording.entries.slice(0, at), answered]))
    },

    async forget(id) {
      const run = await find(store, id)
      const log = store.log(run.kind)
      if (isEnded(run)) return void (await log.delete(id))
      if (run.owner !== undefined) {
        throw new RunControlError(
          'run_running',
          `run ${id} belongs to ${run.owner.kind} ${run.owner.id}; cancel it first`,
        )
      }
      await within(store, run, async (fence) => log.delete(id, { fence, withRuns: true }))
    },
  }
}

async function find(store: Store, id: string): Promise<RunRow> {
  const run = await store.runs.find(id)
  if (run === undefined) throw new RunControlError('run_not_found', `there is no run ${id}`)
  return run
}

const isEnded = ({ state }: RunRow): boolean => ENDED.includes(state)

const driverOf = ({ kind, id, owner }: RunRow): StreamRef => owner ?? { kind, id }

const cannot = (how: string, { kind, owner }: RunRow): RunControlError =>
  new RunControlError('not_supported', `a run of a ${owner?.kind ?? kind} cannot be ${how} here`)

function recordingOf({ run, recording }: StoredRun): Recording {
  if (recording !== undefined) return recording
  throw new RunControlError('bad_entry', `run ${run.id} has recorded nothing`)
}

function readAt(at: number, most: number): number {
  if (Number.isInteger(at) && at >= 0 && at <= most) return at
  throw new RunControlError('bad_entry', `the run has entries up to ${most}, and no entry ${at}`)
}

const firstOfFailure = (entries: readonly Entry[]): number => {
  const failed = entries.findLastIndex(({ type }) => type === 'failure')
  return failed === -1 ? entries.length : failed
}

const isAnswer = (entry: Extract<Entry, { type: 'value' }>): boolean =>
  entry.isAnswer === true || policies[entry.kind as keyof typeof policies]?.isAnswer === 'always'

const cut = ({ header }: Recording, entries: readonly Entry[]): Recording => ({
  revision: 1,
  header,
  entries,
  progress: emptyProgress(),
})

/** Acts as the only driver of the run. The lease lasts as long as it takes. */
async function within<T>(store: Store, run: RunRow, act: (fence: number) => Promise<T>): Promise<T> {
  const node = `control-${mintId()}`
  await store.leases.beat(node, LEASE)
  const fence = await store.leases.acquire(run, node)
  if (fence === undefined) {
    throw new RunControlError(
      'run_running',
      `run ${run.id} is driven by a node at the moment; cancel it, or try again in a minute`,
    )
  }
  try {
    return await act(fence)
  } finally {
    await store.leases.release(run, fence)
  }
}

/** Milliseconds after which another node may drive a run that this process left behind. */
const LEASE = 10_000

/** Begins the new run first: a process that dies in between leaves two runs, and not none. */
async function replace(store: Store, { id }: RunRow, fence: number, begin: () => Promise<string>): Promise<string> {
  const log = store.log<TaskEvent>('task')
  const next = await begin()
  const { about, lastWrite } = (await log.get(id))!
  await log.append(id, {
    events: [],
    fence,
    write: lastWrite + 1,
    about: { ...(about as object), status: 'cancelled', lastUpdatedAt: new Date().toISOString() },
    dueAt: null,
    run: { state: 'cancelled', detail: { problem: `retried as ${next}` } },
  })
  return next
}
