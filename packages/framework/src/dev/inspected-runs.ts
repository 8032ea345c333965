import { HttpError } from '../http/http-error.ts'
import type { Log, Store } from '../log/log.ts'
import type { Model } from '../models/model.ts'
import type { Json } from '../tools/json.ts'
import { mintId } from '../tools/seed.ts'
import type { McpTool } from '../tools/tool.ts'
import { InspectedRun, type InspectedRunOptions, type RunAbout, toAbout } from './inspected-run.ts'
import { type Replayed, replay } from './replay.ts'
import type { RunEvent, Samples } from './run-event.ts'
import { emptyRun, type RunState, reduceRun } from './run-state.ts'

/** A run as a list shows it. */
export interface ListedRun extends RunAbout {
  runId: string
}

export interface InspectedRunsOptions {
  store: Store
  model: Model
  /** The tools as they are now. */
  tools(): readonly McpTool[]
  /** Told of each change: of a run, and how far its log goes; of one that was forgotten, no more than that. */
  onChange(runId: string, change: { head: number; about: RunAbout } | undefined): void
  onError(error: unknown): void
}

/** How many are listed. */
const LISTED = 100

/** The runs of a project: those in this process, and those of which there is only a journal and a log. */
export class InspectedRuns {
  readonly log: Log<RunEvent>
  readonly #options: InspectedRunsOptions
  readonly #live = new Map<string, InspectedRun>()
  /** Those that did not fit the source when they were last tried. */
  readonly #broken = new Set<string>()

  constructor(options: InspectedRunsOptions) {
    this.#options = options
    this.log = options.store.log('inspected-run')
  }

  async list(): Promise<ListedRun[]> {
    const sessions = await this.log.list(undefined, LISTED)
    // What this class has written.
    return sessions.map(({ id, about }) => ({ runId: id, ...(about as unknown as RunAbout) }))
  }

  /** What an earlier process left running goes on when somebody says so: its steps are done in the world. */
  async pauseLeft(): Promise<void> {
    for (const { runId, status } of await this.list()) {
      if (status !== 'running' && status !== 'waiting') continue
      await this.#append(runId, await this.#read(runId), { type: 'run_pause', time: Date.now() })
    }
  }

  async start(toolName: string, params: Json, samples: Samples): Promise<string> {
    const tool = this.#tool(toolName)
    const runId = mintId()
    const event: RunEvent = { type: 'run_start', tool: toolName, params, samples, time: Date.now() }
    const state = reduceRun(emptyRun, event)
    const about = toAbout(state)
    const { lsn } = await this.log.create(runId, { about: { ...about }, events: [event] })
    this.#options.onChange(runId, { head: lsn, about })
    this.#begin(runId, tool, state, {})
    return runId
  }

  async answer(runId: string, id: string, answer: unknown): Promise<void> {
    const live = this.#live.get(runId)
    if (live === undefined) await this.resume(runId, { [id]: answer })
    else if (!live.reply(id, answer)) throw new HttpError(409, 'question_closed', `the question ${id} is not open`)
  }

  /** Goes on from the journal, with the tool as it is now. */
  async resume(runId: string, answers: Readonly<Record<string, unknown>> = {}): Promise<InspectedRun> {
    const known = this.#live.get(runId)
    if (known !== undefined) return known
    const before = await this.#read(runId)
    if (before.status !== 'paused' && before.status !== 'broken') {
      throw new HttpError(409, 'run_ended', `run ${runId} has ended: it ${before.status}`)
    }
    const tool = this.#tool(before.tool)
    const state = await this.#append(runId, before, { type: 'run_resume', time: Date.now() })
    return this.#live.get(runId) ?? this.#begin(runId, tool, state, answers)
  }

  async cancel(runId: string): Promise<void> {
    const run = await this.resume(runId)
    run.cancel()
  }

  async forget(runId: string): Promise<void> {
    if (this.#live.has(runId)) throw new HttpError(409, 'run_running', `run ${runId} is running; cancel it first`)
    await this.log.delete(runId)
    await this.#options.store.runs.delete(runId)
    this.#broken.delete(runId)
    this.#options.onChange(runId, undefined)
  }

  async replay(runId: string, at: number): Promise<Replayed> {
    const { tool, params, samples } = await this.#read(runId)
    const recording = await this.#options.store.runs.journal(runId).read()
    if (recording === undefined) throw new HttpError(404, 'run_not_found', `run ${runId} has recorded nothing`)
    return replay({ tool: this.#tool(tool), params, samples, recording, at })
  }

  /** The tools have changed: what waits goes on with them at once, and what did not fit them before is tried again. */
  async reload(): Promise<void> {
    const waiting = [...this.#live].filter(([, run]) => run.waits)
    for (const [, run] of waiting) run.leave()
    await Promise.all(waiting.map(([, run]) => run.ended))
    const known = new Set(this.#options.tools().map(({ name }) => name))
    for (const runId of [...waiting.map(([runId]) => runId), ...this.#broken]) {
      // One whose tool has gone stays paused until it is back.
      if (known.has((await this.#read(runId)).tool)) await this.resume(runId)
      else this.#broken.add(runId)
    }
  }

  /** Lets go of all of them. */
  async close(): Promise<void> {
    const live = [...this.#live.values()]
    for (const run of live) run.leave()
    await Promise.all(live.map((run) => run.ended))
  }

  #begin(runId: string, tool: McpTool, state: RunState, answers: Readonly<Record<string, unknown>>): InspectedRun {
    const { store, model, onChange, onError } = this.#options
    let last = state.status
    const options: InspectedRunOptions = {
      runId,
      tool,
      state,
      journal: store.runs.journal(runId),
      log: this.log,
      model,
      onChange(head, about) {
        last = about.status
        onChange(runId, { head, about })
      },
      onError,
    }
    const run = new InspectedRun(options, answers)
    this.#live.set(runId, run)
    this.#broken.delete(runId)
    void run.ended.then(() => {
      this.#live.delete(runId)
      if (last === 'broken') this.#broken.add(runId)
    })
    return run
  }

  async #read(runId: string): Promise<RunState> {
    const entries = await this.log.read(runId, 0)
    if (entries.length === 0) throw new HttpError(404, 'run_not_found', `there is no run ${runId}`)
    return entries.reduce((state, { event }) => reduceRun(state, event), emptyRun)
  }

  async #append(runId: string, before: RunState, event: RunEvent): Promise<RunState> {
    const state = reduceRun(before, event)
    const about = toAbout(state)
    const { lsn } = await this.log.append(runId, { events: [event], about: { ...about } })
    this.#options.onChange(runId, { head: lsn, about })
    return state
  }

  #tool(name: string): McpTool {
    const tool = this.#options.tools().find((known) => known.name === name)
    if (tool === undefined) throw new HttpError(404, 'tool_not_found', `the project has no tool ${name}`)
    return tool
  }
}
