import { randomUUID } from 'node:crypto'
import type { Json, McpTool, Recording } from '@sweatpants/framework'
import { HttpError } from '@sweatpants/framework/http'
import {
  appendCommand,
  type Kind,
  type Log,
  Node,
  type NodeOptions,
  readRun,
  States,
  type Store,
} from '@sweatpants/framework/log'
import type { Model } from '@sweatpants/framework/models'
import type { ListedRun } from './project.ts'
import { type Replayed, replay } from './replay.ts'
import type { Fork, RunEvent, Samples } from './run-event.ts'
import { emptyRun, isOpen, type RunAbout, type RunState, reduceAll, reduceRun, toAbout } from './run-state.ts'
import { RunWork } from './run-work.ts'

export interface RunsOptions {
  store: Store
  model: Model
  /** Returns the tools as they are now. */
  tools(): readonly McpTool[]
  /** Called after each change of a run with the place of its last event; without one when the run was deleted. */
  onChange(runId: string, change: { head: number; about: RunAbout } | undefined): void
  onError(error: unknown): void
  /** How often this process looks for runs, and how soon it counts as dead. */
  node?: NodeOptions
}

const KIND = 'inspected'

/** How many runs are listed. */
const LISTED = 100

/** Milliseconds after which a killed inspector no longer holds its runs. Short, because a person waits to go on debugging. */
const LEASE = 3_000

/** Raised when the state of a run looks different: older snapshots are ignored. */
const SHAPE = 1

/**
 * The runs of a project: streams of the store, each with its journal under it. A run is driven only by the process in which a
 * person started or resumed it; a run that another process left is paused, unless a person has cancelled it.
 */
export class Runs {
  readonly log: Log<RunEvent>
  readonly #options: RunsOptions
  readonly #process = randomUUID()
  readonly #states: States<RunState, RunEvent>
  readonly #kind: Kind<RunState, RunEvent>
  readonly #works = new Map<string, RunWork>()
  /** Runs that did not fit the tools when they were last driven here. */
  readonly #misfits = new Set<string>()

  constructor(options: RunsOptions) {
    this.#options = options
    this.log = options.store.log(KIND)
    this.#states = new States({ log: this.log, initial: emptyRun, reduce: reduceRun, shape: SHAPE })
    this.#kind = Node.register<RunState, RunEvent>(
      options.store,
      {
        kind: KIND,
        // A run that waits stays in memory as long as the inspector runs.
        idle: Number.POSITIVE_INFINITY,
        now: Date.now,
        load: async ({ id }) => {
          const state = await this.#states.load(id)
          return isLive(state) ? { state, lsn: state.lsn } : undefined
        },
        reduce: reduceRun,
        begin: (driven) => {
          const { tools, model, onChange, onError } = options
          const { id } = driven
          const work = new RunWork(driven, {
            process: this.#process,
            tools,
            model,
            onChange: (head, about) => onChange(id, { head, about }),
            onMisfit: () => this.#misfits.add(id),
            onLeave: () => this.#works.delete(id),
            onError,
          })
          this.#works.set(id, work)
          return work
        },
        onError: options.onError,
      },
      { leaseTtl: LEASE, ...options.node },
    )
  }

  /** Pauses the runs that earlier processes have left, soon after. */
  start(): Promise<void> {
    return this.#kind.start()
  }

  /** Resolves when this process has stopped driving the run; `undefined` when it does not drive it. */
  isHere(runId: string): Promise<void> | undefined {
    return this.#kind.isHere(runId)
  }

  async list(): Promise<ListedRun[]> {
    const streams = await this.log.list(undefined, LISTED)
    // Only this class writes streams of this kind.
    return streams.map(({ id, about }) => ({ runId: id, ...(about as unknown as RunAbout) }))
  }

  begin(tool: string, params: Json, samples: Samples): Promise<string> {
    return this.#start({ tool, params, samples })
  }

  /** Begins a run that has the first `at` entries of another one, and goes on from there. The other run is not changed. */
  async fork(runId: string, at: number): Promise<string> {
    const { tool, params, samples } = await this.#load(runId)
    const { header, entries } = await this.#read(runId)
    if (at > entries.length) {
      throw new HttpError(400, 'bad_entry', `run ${runId} has ${entries.length} entries, and no entry ${at}`)
    }
    return this.#start({ tool, params, samples, fork: { runId, header, entries: entries.slice(0, at) } })
  }

  async #start(call: { tool: string; params: Json; samples: Samples; fork?: Fork }): Promise<string> {
    this.#tool(call.tool)
    const runId = randomUUID()
    const event: RunEvent = { type: 'run_start', ...call, process: this.#process, time: Date.now() }
    const state = reduceAll(emptyRun, [event])
    const about = toAbout(state)
    // Due from the start: if this process dies, the next one finds the run and pauses it.
    await this.#kind.create(runId, { about: { ...about }, events: [event], dueAt: 0 }, state)
    this.#options.onChange(runId, { head: state.lsn, about })
    return runId
  }

  /** `attempt` is the one that the person saw: an answer counts only for the question that was shown. */
  answer(runId: string, { id, attempt, answer }: { id: string; attempt: number; answer: Json }): Promise<void> {
    return this.#command(runId, ({ happenings }) => {
      const question = happenings.find((one) => isOpen(one) && one.id === id)
      if (question === undefined || !isOpen(question))
        throw conflict('question_closed', `the question ${id} is not open`)
      if (question.attempt !== attempt) {
        throw conflict('question_changed', `the question ${id} has changed since it was shown; read it again`)
      }
      return [{ type: 'question_answer', id, answer, time: Date.now() }]
    })
  }

  /** Goes on from the journal, with the tool as it is now. */
  resume(runId: string): Promise<void> {
    return this.#command(runId, (state) => {
      if (this.#isOurs(state)) throw conflict('run_running', `run ${runId} is running already`)
      return []
    })
  }

  cancel(runId: string): Promise<void> {
    return this.#command(runId, () => [{ type: 'run_cancel', time: Date.now() }])
  }

  async delete(runId: string): Promise<void> {
    const record = await this.log.get(runId)
    if (record?.isDriven || this.isHere(runId)) {
      throw conflict('run_running', `run ${runId} is running; cancel it first`)
    }
    await this.log.delete(runId, { withRuns: true })
    this.#states.forget(runId)
    this.#misfits.delete(runId)
    this.#options.onChange(runId, undefined)
  }

  async replay(runId: string, at: number): Promise<Replayed> {
    const { tool, params } = await this.#load(runId)
    return replay(this.#tool(tool), params, await this.#read(runId), at)
  }

  /** Goes on with changed tools: runs that wait start over from their journals, and runs that did not fit are tried again. */
  async reload(): Promise<void> {
    await Promise.all([...this.#works.values()].map((work) => work.reload()))
    const names = this.#options.tools().map(({ name }) => name)
    for (const runId of [...this.#misfits]) {
      if (!names.includes((await this.#load(runId)).tool)) continue
      this.#misfits.delete(runId)
      await this.resume(runId)
    }
  }

  /** Pauses every run. */
  close(): Promise<void> {
    return this.#kind.close()
  }

  /** Appends what a person wants of a run, and makes the run go on if it does not. */
  async #command(runId: string, decide: (state: RunState) => RunEvent[]): Promise<void> {
    const { isDriven } = (await this.log.get(runId)) ?? {}
    if (isDriven && this.isHere(runId) === undefined) {
      throw conflict(
        'run_elsewhere',
        `run ${runId} belongs to another inspector; try again a few seconds after it stopped`,
      )
    }
    let about: RunAbout | undefined
    const head = await appendCommand({ log: this.log, states: this.#states }, runId, randomUUID(), (state) => {
      const events = [...this.#resumption(runId, state), ...decide(state)]
      about = toAbout(reduceAll(state, events))
      return { events, about: { ...about } }
    })
    this.#options.onChange(runId, { head, about: about! })
    this.#kind.wake(runId)
  }

  #resumption(runId: string, state: RunState): RunEvent[] {
    if (state.lsn === 0) throw notFound(`there is no run ${runId}`)
    if (this.#isOurs(state)) return []
    if (!isLive(state) && state.status !== 'paused' && state.status !== 'broken') {
      throw conflict('run_ended', `run ${runId} is over: ${state.status}`)
    }
    this.#tool(state.tool)
    return [{ type: 'run_resume', process: this.#process, time: Date.now() }]
  }

  #isOurs(state: RunState): boolean {
    return isLive(state) && state.process === this.#process
  }

  async #load(runId: string): Promise<RunState> {
    const state = await this.#states.load(runId)
    if (state.lsn === 0) throw notFound(`there is no run ${runId}`)
    return state
  }

  async #read(runId: string): Promise<Recording> {
    const recording = await readRun(this.#options.store, runId)
    if (recording === undefined) throw notFound(`run ${runId} has recorded nothing`)
    return recording
  }

  #tool(name: string): McpTool {
    const tool = this.#options.tools().find((known) => known.name === name)
    if (tool === undefined) throw new HttpError(404, 'tool_not_found', `the project has no tool ${name}`)
    return tool
  }
}

const isLive = ({ status }: RunState): boolean => status === 'running' || status === 'waiting'

const conflict = (code: string, message: string): HttpError => new HttpError(409, code, message)

const notFound = (message: string): HttpError => new HttpError(404, 'run_not_found', message)
