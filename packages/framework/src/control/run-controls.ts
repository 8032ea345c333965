/**
 * What an operator does with a run. Each is a write to the run's stream, or to the stream that drives it, so it is safe while
 * another node drives the run.
 *
 * O1 A cancel is a write that the driver reads; it takes no lease.
 * O2 A retry and a fork begin a new run from a copy of the journal. The old run is not changed; a blocked one is closed.
 * O3 A run that did not end is closed, deleted or made due only under a fence of its own, so no node drives it at that moment.
 */
import { cancelCall, isCallOpen } from '../chat/call-of-run.ts'
import { Lease } from '../log/lease.ts'
import type { Store, StreamRef } from '../log/log.ts'
import { Node } from '../log/node.ts'
import { isEnded, type RunCancel, type RunRow } from '../log/run-index.ts'
import type { CallEvent } from '../mcp/rev2026/call-events.ts'
import type { TaskAbout, TaskEvent } from '../mcp/rev2026/task-state.ts'
import { toTaskStream } from '../mcp/rev2026/task-stream.ts'
import { type Entry, emptyProgress, type Recording } from '../tools/journal.ts'
import { isObject, type Json } from '../tools/json.ts'
import type { McpTool } from '../tools/tool.ts'
import { mergeVersions } from '../tools/tool-versions.ts'
import { mintId } from '../tools/uuid.ts'
import { type AskedQuestion, findQuestion, type Replayable, refuseMisfit } from './asked-question.ts'
import { canCopy, findToolOf, isAnswer, readRun, type ShownRun, type StoredRun, showRun } from './read-run.ts'
import { RunControlError } from './run-control-error.ts'

export interface RunControlsOptions {
  store: Store
  /** The tools of the runs, as they are deployed: they check the answer of a fork. Default: none, and the new run checks it. */
  tools?: readonly McpTool[] | (() => readonly McpTool[])
  /** Milliseconds that a new run may take, and that it is kept after its end. Default 7 days. */
  ttl?: number
  now?: () => number
}

export interface RunControls {
  show(id: string): Promise<ShownRun>
  /** Returns what the entry `at` answers, as the tool asks it now; `undefined` if `tools` does not have the tool. */
  question(id: string, at: number): Promise<AskedQuestion | undefined>
  /** Halts the run wherever it is; its `finally` blocks run. Resolves when the cancel is stored. */
  cancel(id: string): Promise<void>
  /** Makes a blocked run due at once, for nodes that have code that fits it. Resolves when that is stored. */
  resume(id: string): Promise<void>
  /**
   * Begins a run that has the first `from` entries of this one, and resolves to its id. Its steps have the same idempotency
   * keys. Default: all entries before the last one that failed. A run that runs or waits is refused: two runs would go on.
   */
  retry(id: string, from?: number): Promise<string>
  /** Begins a run that is the same up to an answer and gets another one there, and resolves to its id. Refuses an answer that does not fit its question. */
  fork(id: string, at: number, answer: Json): Promise<string>
  /** Deletes a run that has ended, or that no node drives. */
  forget(id: string): Promise<void>
}

const WEEK = 7 * 86_400_000

export function createRunControls({ store, tools = [], ttl = WEEK, now = Date.now }: RunControlsOptions): RunControls {
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

  /** Returns `undefined` if the tool of the run is not here. */
  function replayable(stored: StoredRun): Replayable | undefined {
    const tool = findToolOf(stored.run, mergeVersions(typeof tools === 'function' ? tools() : tools))
    return tool && { tool, arguments: stored.arguments, recording: recordingOf(stored) }
  }

  return {
    show: (id) => showRun(store, id),

    async cancel(id) {
      const run = await find(store, id)
      if (isEnded(run)) throw over(run)
      const command = { events: [{ type: 'cancel' as const, time: now() }], commandId: 'cancel', dueAt: 0 }
      if (run.kind === 'task') return void (await tasks.append(id, command))
      if (run.kind === 'call') return void (await store.log<CallEvent>('call').append(id, command))
      const { owner } = run
      if (owner?.kind === 'chat') {
        if (await cancelCall(store, owner.id, id)) return
        throw new RunControlError('run_running', `run ${id} has only just begun; cancel it again in a moment`)
      }
      if (owner === undefined) throw cannot('cancelled', run)
      const record: RunCancel = { type: 'run_cancel', runId: id, time: now() }
      await store.log<RunCancel>(owner.kind).append(owner.id, { events: [record], commandId: `cancel/${id}`, dueAt: 0 })
      Node.wake(store, owner)
    },

    async resume(id) {
      const run = await find(store, id)
      if (run.state !== 'blocked') {
        throw new RunControlError('run_running', `run ${id} is ${run.state}; only a blocked run is resumed`)
      }
      if (run.owner?.kind === 'inspected') throw cannot('resumed', run, 'resume it in the inspector')
      const driver = driverOf(run)
      const lease = createLease(store)
      const over = performance.now() + LEASE
      // A node that tries it at the moment, and blocks it again, would write a later time over this one.
      for (;;) {
        const held = await lease.hold(driver, async (fence) =>
          store.log(driver.kind).append(driver.id, { events: [], dueAt: 0, fence, release: true }),
        )
        if (held !== undefined || (await find(store, id)).state !== 'blocked') return
        if (performance.now() > over) throw driven(run)
        await new Promise((resolve) => setTimeout(resolve, RETRY))
      }
    },

    async retry(id, from) {
      const stored = await readRun(store, id)
      const { run } = stored
      refuseOther(stored)
      if (!isEnded(run) && run.state !== 'blocked') throw stillOpen(run)
      if (run.state === 'blocked' && run.kind !== 'task') throw cannot('retried while it is blocked', run, 'resume it')
      const retried = (held: StoredRun) => {
        const recording = recordingOf(held)
        const at = readAt(from ?? firstOfFailure(recording.entries), recording.entries.length)
        return begin(held, cut(recording, recording.entries.slice(0, at)))
      }
      if (run.state !== 'blocked') return retried(stored)
      return within(store, run, async (fence) => {
        // Another operator may have retried it since, or a node whose code fits may have gone on with it.
        const held = await readRun(store, id)
        if (isEnded(held.run)) throw over(held.run)
        if (held.run.state !== 'blocked') throw stillOpen(held.run)
        return replace(store, run, fence, () => retried(held))
      })
    },

    async question(id, at) {
      const stored = await readRun(store, id)
      answerOf(stored, at)
      const run = replayable(stored)
      return run && findQuestion(run, at)
    },

    async fork(id, at, answer) {
      const stored = await readRun(store, id)
      refuseOther(stored)
      const entry = answerOf(stored, at)
      if (entry.kind === 'elicit') refuseShape(answer)
      const recording = recordingOf(stored)
      const entries: Entry[] = [...recording.entries.slice(0, at), { ...entry, value: answer, time: now() }]
      const run = replayable(stored)
      if (run !== undefined) await refuseMisfit(run, entries)
      return begin(stored, cut(recording, entries))
    },

    async forget(id) {
      const run = await find(store, id)
      const log = store.log(run.kind)
      if (isEnded(run)) {
        if (run.owner?.kind === 'chat' && (await isCallOpen(store, run.owner.id, id))) throw unrecorded(run)
        return void (await log.delete(id))
      }
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

const driverOf = ({ kind, id, owner }: RunRow): StreamRef => owner ?? { kind, id }

const cannot = (how: string, { id, kind, owner }: RunRow, instead?: string): RunControlError =>
  new RunControlError(
    'not_supported',
    `run ${id} is driven with a stream of kind ${owner?.kind ?? kind}, so it cannot be ${how} here${instead === undefined ? '' : `; ${instead}`}`,
  )

/** Without its journal, a driver that takes the chat over would begin the call anew. */
const unrecorded = ({ id, owner }: RunRow): RunControlError =>
  new RunControlError(
    'run_running',
    `run ${id} has ended, and chat ${owner?.id} has not recorded its outcome yet; forget it again in a moment`,
  )

const over = ({ id, state }: RunRow): RunControlError => new RunControlError('run_ended', `run ${id} is over: ${state}`)

const stillOpen = ({ id, state, detail }: RunRow): RunControlError => {
  const waits = detail?.waits
    ?.map(({ kind, key }) => `the ${kind === 'elicit' ? 'question' : kind} "${key}"`)
    .join(', ')
  const what = state === 'waiting' ? `waits for ${waits ?? 'an outcome'}` : `is ${state}`
  return new RunControlError('run_waiting', `run ${id} ${what}; answer it, or cancel it and retry it then`)
}

/** A new run is a task. Only tools of an application run as tasks. */
function refuseOther(stored: StoredRun): void {
  if (canCopy(stored)) return
  const { run, isPrompt, origin } = stored
  const copied = 'retried or forked'
  if (origin !== undefined) {
    const why = `run ${run.id} calls "${run.tool}" of the server ${origin}, so it cannot be ${copied}: only own tools run as tasks`
    throw new RunControlError('not_supported', `${why}; let the chat call the tool again`)
  }
  if (!isPrompt) throw cannot(copied, run, WHERE[run.owner?.kind ?? ''])
  const why = `run ${run.id} is of the prompt "${run.tool}", so it cannot be ${copied}: only tools run as tasks`
  throw new RunControlError('not_supported', `${why}; get the prompt again`)
}

const WHERE: Readonly<Record<string, string>> = {
  debate: 'continue the debate',
  inspected: 'resume it in the inspector, or call the tool again',
}

/** Returns the answer at a place of the journal. */
function answerOf(stored: StoredRun, at: number): Extract<Entry, { type: 'value' }> {
  const { entries } = recordingOf(stored)
  const entry = entries[readAt(at, entries.length - 1)]!
  if (entry.type === 'value' && isAnswer(entry)) return entry
  throw new RunControlError(
    'bad_entry',
    `entry ${at} of run ${stored.run.id} is no answer; fork from a question or a signal`,
  )
}

const ACTIONS = ['accept', 'decline', 'cancel']

function refuseShape(answer: Json): void {
  const { action } = isObject(answer) ? answer : {}
  if (ACTIONS.includes(action as string)) return
  throw new RunControlError(
    'answer_invalid',
    'an answer is { action: "accept", content }, { action: "decline" } or { action: "cancel" }',
  )
}

function recordingOf({ run, recording }: StoredRun): Recording {
  if (recording !== undefined) return recording
  throw new RunControlError('bad_entry', `run ${run.id} has recorded nothing`)
}

function readAt(at: number, most: number): number {
  if (Number.isInteger(at) && at >= 0 && at <= most) return at
  if (most < 0) throw new RunControlError('bad_entry', 'the run has no entries yet')
  throw new RunControlError('bad_entry', `the run has entries up to ${most}, and no entry ${at}`)
}

const firstOfFailure = (entries: readonly Entry[]): number => {
  const failed = entries.findLastIndex(({ type }) => type === 'failure')
  return failed === -1 ? entries.length : failed
}

const cut = ({ header }: Recording, entries: readonly Entry[]): Recording => ({
  revision: 1,
  header,
  entries,
  progress: emptyProgress(),
})

/** Acts as the only driver of the run. The lease lasts as long as it takes. */
async function within<T>(store: Store, run: RunRow, act: (fence: number) => Promise<T>): Promise<T> {
  const held = await createLease(store).hold(run, act)
  if (held !== undefined) return held.result
  throw driven(run)
}

const createLease = (store: Store): Lease => new Lease(store.leases, `control-${mintId()}`, LEASE)

const driven = ({ id }: RunRow): RunControlError =>
  new RunControlError('run_running', `run ${id} is driven by a node at the moment; cancel it, or try again in a minute`)

/** Milliseconds after which another node may drive a run that this process left behind. */
const LEASE = 10_000

/** Milliseconds between two attempts to resume a run. */
const RETRY = 100

/** Begins the new run first: a process that dies in between leaves two runs, and not none. */
async function replace(store: Store, { id }: RunRow, fence: number, begin: () => Promise<string>): Promise<string> {
  const log = store.log<TaskEvent>('task')
  const next = await begin()
  const record = (await log.get(id))!
  // Only tasks write these.
  const about = record.about as unknown as TaskAbout
  const time = Date.now()
  await log.append(id, {
    events: [],
    fence,
    write: record.lastWrite + 1,
    about: { ...about, status: 'cancelled', lastUpdatedAt: new Date(time).toISOString() } as unknown as Json,
    dueAt: null,
    expiresAt: time + about.ttlMs,
    questions: { closes: await store.questions.keys({ kind: 'task', id }) },
    run: { state: 'cancelled', detail: { problem: `retried as ${next}` } },
  })
  return next
}
