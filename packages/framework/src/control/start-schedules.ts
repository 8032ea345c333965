import { type Store, StreamExistsError } from '../log/log.ts'
import type { Driven, DriverAppend, Machine, Work } from '../log/machine.ts'
import { Node, type NodeOptions } from '../log/node.ts'
import { isEnded } from '../log/run-index.ts'
import { Catalog } from '../mcp/core/catalog.ts'
import { EventHub } from '../mcp/core/events.ts'
import { Sampler } from '../mcp/core/sampler.ts'
import type { TaskEvent } from '../mcp/rev2026/task-state.ts'
import { toTaskStream } from '../mcp/rev2026/task-stream.ts'
import { Tasks } from '../mcp/rev2026/tasks.ts'
import type { Model } from '../models/model.ts'
import { RecordSizeError } from '../tools/errors.ts'
import type { RunOptions } from '../tools/run-tool.ts'
import type { McpTool } from '../tools/tool.ts'
import { mergeVersions } from '../tools/tool-versions.ts'
import {
  KIND,
  nextTick,
  nextTickOf,
  openSchedule,
  type Schedule,
  type ScheduleEvent,
  type ScheduleRegister,
  type ScheduleState,
} from './schedule.ts'

export interface StartSchedulesOptions extends NodeOptions {
  store: Store
  tools: readonly McpTool[]
  /** Answers samples. */
  model?: Model
  /** Milliseconds that a run may take, and that it is kept after its end. Default 7 days. */
  ttl?: number
  /** How to go on with a run of another `.version`. Default `fail`: it is blocked until the right version is back. */
  onVersionChange?: RunOptions['onVersionChange']
  now?: () => number
  onError?: (error: unknown) => void
}

const WEEK = 7 * 86_400_000

/** Milliseconds that a tick may be late before it counts as missed. */
const LATE = 60_000

/** Milliseconds between two looks whether the run before a tick that is queued has ended. */
const LOOK = 1_000

/** This node's part in schedules. */
export interface Scheduling extends AsyncDisposable {
  /** Releases the schedules, and lets runs end between two steps. Does not close the store. */
  close(): Promise<void>
}

/**
 * Takes part in the schedules of these tools, and runs them. Each run is a task of the store. Resolves once this node has a
 * heartbeat.
 */
export async function startSchedules(options: StartSchedulesOptions): Promise<Scheduling> {
  const { store, tools, model, ttl = WEEK, leaseTtl = 10_000, onVersionChange, onError = console.error } = options
  const tasks = new Tasks({
    store,
    leaseTtl,
    catalog: new Catalog({ tools: [...tools] }),
    sampler: new Sampler(model, 'server-first'),
    hub: new EventHub(),
    ttl,
    limit: Number.POSITIVE_INFINITY,
    onVersionChange,
    onError,
  })
  const ticking = await beginScheduled({ ...options, tools: () => tools })
  const close = async () => void (await Promise.all([ticking.close(), tasks.close()]))
  await tasks.start().catch(async (error) => {
    await close()
    throw error
  })
  return toScheduling(close)
}

interface BeginOptions extends Omit<StartSchedulesOptions, 'tools' | 'model'> {
  /** Returns the tools as they are now. */
  tools: () => readonly McpTool[]
}

/** Begins the runs of schedules, which something else in this process drives: an MCP server with the tools on the same store. */
export async function beginScheduled(options: BeginOptions): Promise<Scheduling> {
  const { store, ttl = WEEK, leaseTtl = 10_000, scanEvery, onError = console.error } = options
  const kind = Node.register(store, createMachine({ ...options, ttl, onError }), {
    leaseTtl,
    ...(scanEvery !== undefined && { scanEvery }),
  })
  await kind.start().catch(async (error) => {
    await kind.close()
    throw error
  })
  return toScheduling(() => kind.close())
}

const toScheduling = (close: () => Promise<void>): Scheduling => ({ close, [Symbol.asyncDispose]: close })

type MachineOptions = BeginOptions & Required<Pick<BeginOptions, 'ttl' | 'onError'>>

const createMachine = (options: MachineOptions): Machine<ScheduleState, ScheduleEvent> => ({
  kind: KIND,
  // Between two ticks there is nothing to keep in memory.
  idle: 0,
  now: options.now ?? Date.now,
  accepts: ({ about }) => options.tools().some(({ name }) => name === (about as { tool?: string }).tool),
  load: ({ id }, fence) => openSchedule(options.store, id, fence),
  reduce: (state, { schedule }) => ({ ...state, schedule }),
  begin: (driven) => new ScheduleWork(driven, options),
  onError: options.onError,
})

/** Begins one run for each tick. The run is named after the tick, so a node that dies before it has noted the tick begins no second one. */
class ScheduleWork implements Work<ScheduleEvent> {
  readonly #driven: Driven<ScheduleState, ScheduleEvent>
  readonly #options: MachineOptions
  #register: ScheduleRegister
  #beginning: Promise<void> | undefined
  #append: DriverAppend<ScheduleEvent> | undefined
  /** When to look again whether the run before a tick that is queued has ended. */
  #lookAt = 0

  constructor(driven: Driven<ScheduleState, ScheduleEvent>, options: MachineOptions) {
    this.#driven = driven
    this.#options = options
    this.#register = driven.state.register
  }

  get waits(): boolean {
    return this.#beginning === undefined && this.#append === undefined && !this.#isDue
  }

  get wakeAt(): number | undefined {
    return this.#register.queuedAt === undefined ? this.#nextTick : this.#lookAt
  }

  get #nextTick(): number | undefined {
    return nextTickOf({ schedule: this.#driven.state.schedule, register: this.#register })
  }

  get #isDue(): boolean {
    return (this.wakeAt ?? Number.POSITIVE_INFINITY) <= this.#driven.now()
  }

  reconcile(): void {
    if (!this.#isDue || this.#beginning !== undefined || this.#append !== undefined) return
    this.#beginning = this.#tick().then(
      () => this.#driven.ring(),
      (error) => this.#driven.stop(error),
    )
  }

  take(): { append?: DriverAppend<ScheduleEvent> } {
    const append = this.#append
    this.#append = undefined
    return append === undefined ? {} : { append }
  }

  async leave(): Promise<void> {
    await this.#beginning
  }

  async #tick(): Promise<void> {
    const { schedule } = this.#driven.state
    const now = this.#driven.now()
    const next = this.#nextTick
    // A schedule that was changed while a tick was queued may have none.
    const tick = next === undefined || next > now ? this.#register.queuedAt! : lastTick(schedule, next, now)
    await this.#driven.confirm()
    const register = await this.#settle(schedule, tick, now)
    if (register !== this.#register) this.#append = { events: [], register: { ...register } }
    this.#register = register
    this.#beginning = undefined
  }

  /** Begins the run of a tick, or not; returns what is known of the schedule then. */
  async #settle(schedule: Schedule, tick: number, now: number): Promise<ScheduleRegister> {
    const { queuedAt, ...known } = this.#register
    if (schedule.overlap !== 'allow' && (await this.#isRunning())) {
      if (schedule.overlap === 'skip') return { ...known, lastAt: tick, skippedAt: tick }
      this.#lookAt = now + LOOK
      return queuedAt === undefined ? { ...known, queuedAt: tick } : this.#register
    }
    const isMissed = queuedAt === undefined && now - tick > LATE
    if (isMissed && schedule.missed === 'skip') return { ...known, lastAt: tick }
    try {
      return { ...known, lastAt: tick, lastRun: await this.#begin(schedule, tick) }
    } catch (error) {
      if (!(error instanceof RecordSizeError)) throw error
      // The run of this tick would be refused again; the next tick is tried.
      this.#options.onError(error)
      return { ...known, lastAt: tick, skippedAt: tick }
    }
  }

  /** Whether the last run of the schedule has not ended. */
  async #isRunning(): Promise<boolean> {
    const { lastRun } = this.#register
    const run = lastRun === undefined ? undefined : await this.#options.store.runs.find(lastRun)
    return run !== undefined && !isEnded(run)
  }

  async #begin({ name, tool, params, principal }: Schedule, tick: number): Promise<string> {
    const { store, tools, ttl } = this.#options
    const id = `${name}@${new Date(tick).toISOString()}`
    const stream = toTaskStream({
      tool,
      version: mergeVersions(tools()).find((one) => one.name === tool)?.version,
      arguments: params,
      principal,
      capabilities: { elicitation: {} },
      ttl,
      // Tasks expire by the clock of the machine.
      now: Date.now(),
    })
    try {
      await store.log<TaskEvent>('task').create(id, stream)
    } catch (error) {
      // The node that drove the schedule before has begun the run.
      if (!(error instanceof StreamExistsError)) throw error
    }
    return id
  }
}

/** Returns the last tick that is not in the future; the ones before it were missed. */
function lastTick(schedule: Schedule, first: number, now: number): number {
  if ('every' in schedule.when) {
    const { every } = schedule.when
    return first + Math.floor((now - first) / every) * every
  }
  let tick = first
  for (;;) {
    const next = nextTick(schedule, tick)
    if (next === undefined || next > now) return tick
    tick = next
  }
}
