import {
  type Ended,
  type Entry,
  type Journal,
  type Json,
  type McpTool,
  type Recording,
  RunHandle,
  StoreError,
} from '@sweatpants/framework'
import {
  type Driven,
  type DriverAppend,
  isLoss,
  type RunChange,
  toEnd,
  toProblem,
  type Work,
} from '@sweatpants/framework/log'
import type { Model } from '@sweatpants/framework/models'
import { PagePeer } from './page-peer.ts'
import { Places } from './places.ts'
import type { RunEvent } from './run-event.ts'
import { type EffectState, isPending, type RunAbout, type RunState, reduceAll, toAbout } from './run-state.ts'
import { showStop } from './show-stop.ts'

export interface RunWorkOptions {
  /** The id of this inspector process. */
  process: string
  model: Model
  /** Returns the tools as they are now. */
  tools(): readonly McpTool[]
  /** Called after each append. */
  onChange(head: number, about: RunAbout): void
  /** Called when the run cannot go on with the tools as they are now. */
  onMisfit(): void
  /** Called when this process has stopped driving the run. */
  onLeave(): void
  onError(error: unknown): void
}

/** An inspected run that this process drives. Everything that happens in it is an event of its stream. */
export class RunWork implements Work<RunEvent> {
  readonly #options: RunWorkOptions
  readonly #driven: Driven<RunState, RunEvent>
  readonly #events: RunEvent[] = []
  /** The answers that the run has received: attempt, id and time. */
  readonly #given = new Set<string>()
  /** In whose name the person answers a question to others, by its id. */
  readonly #people = new Map<string, string>()
  /** The addresses of effects whose outcomes are published, and the number of published entries. */
  readonly #recorded: Set<string>
  #entries: number
  /** The place that `onChange` was last called with. */
  #told = 0
  #run: RunHandle | undefined
  #ended: Promise<void> = Promise.resolve()
  /** Whether the last event of this work is among `#events` or appended. */
  #isOver = false
  /** Whether the driver has taken events and not appended them: it is at it, or it failed. */
  #isAppending = false

  constructor(driven: Driven<RunState, RunEvent>, options: RunWorkOptions) {
    this.#driven = driven
    this.#options = options
    const { happenings, entries } = driven.state
    this.#recorded = new Set(happenings.flatMap((one) => (one.type === 'effect' && one.entry ? one.at : [])))
    this.#entries = entries.length
    if (driven.state.process === options.process || driven.state.isCancelled) this.#begin()
    // The process that drove the run is gone. Its steps have side effects, so a person decides whether it goes on.
    else this.#end({ type: 'run_pause', time: driven.now() })
  }

  get waits(): boolean {
    return this.#events.length === 0 && (this.#run?.waits ?? true)
  }

  get wakeAt(): number | undefined {
    return this.#run?.wakeAt
  }

  reconcile(): void {
    const { state } = this.#driven
    this.#tell()
    if (state.isCancelled) this.#run?.cancel()
    for (const effect of state.happenings.filter(isAnswered)) {
      if (this.#given.has(toKey(effect)) || this.#run === undefined) continue
      this.#given.add(toKey(effect))
      const { answers, signals, at, by } = this.#toArrival(effect)
      for (const { name, id, value } of signals) this.#run.signal(name, value, { id, at })
      this.#run.answer(answers, { at, ...(by !== undefined && { by }) })
    }
  }

  take(): { append?: DriverAppend<RunEvent>; isLast?: boolean } {
    if (this.#events.length === 0) return {}
    this.#isAppending = true
    return { append: this.#takeEvents(), isLast: this.#isOver }
  }

  async appended(): Promise<void> {
    this.#isAppending = false
    this.#tell()
  }

  /** Starts a run that waits over from its journal, with the tools as they are now. */
  async reload(): Promise<void> {
    const run = this.#run
    if (run?.waits !== true) return
    this.#run = undefined
    run.leave()
    await this.#ended
    if (this.#driven.leaving.aborted) return
    this.#publish({ type: 'run_resume', process: this.#options.process, time: this.#driven.now() })
    this.#begin()
  }

  async leave(): Promise<void> {
    // The driver stops at a write that failed. Its run is not paused: a driver goes on from what is stored, with the outcomes of the
    // steps in flight.
    const hasFailed = this.#isAppending
    if (hasFailed) this.#run?.leave()
    else this.#run?.drop()
    await this.#ended
    this.#options.onLeave()
    if (hasFailed) return
    if (!this.#isOver) this.#end({ type: 'run_pause', time: this.#driven.now() })
    if (this.#events.length === 0) return
    const append = this.#takeEvents()
    try {
      await this.#driven.write({ ...append, release: true, dueAt: null })
    } catch (error) {
      // A driver that leaves rejects after its write, too.
      if (!isLoss(error)) this.#options.onError(error)
    }
    this.#tell()
  }

  #begin(): void {
    const { id, state, runs, runStep, now } = this.#driven
    const tool = this.#options.tools().find(({ name }) => name === state.tool)
    if (tool === undefined) return this.#misfit({ type: 'run_pause', time: now() })
    const publish = (event: RunEvent) => this.#publish(event)
    const places = new Places()
    const peer = new PagePeer({ samples: state.samples, model: this.#options.model, publish })
    const arrived = state.happenings.filter(isAnswered)
    for (const effect of arrived) this.#given.add(toKey(effect))
    const arrivals = arrived.map((effect) => this.#toArrival(effect))
    const run = new RunHandle(places.watch(tool), state.params, {
      runId: id,
      peer,
      onWait: (wait) => {
        if (wait.type === 'elicit') this.#people.set(wait.id, nameOf(wait.to, wait.answeredBy?.length ?? 0))
        peer.wait(wait)
      },
      signalUrl: (runId, name) => `https://signals.invalid/${runId}/${name}`,
      signals: arrivals.flatMap(({ signals }) => signals),
      onError: this.#options.onError,
      journal: this.#publishWrites(runs.journal(id, { arguments: state.params })),
      can: { elicitation: true, url: true, sampling: true, roots: true, tasks: false },
      received: arrivals.map(({ answers, at, by }) => ({ answers, at, ...(by !== undefined && { by }) })),
      runStep,
      watcher: {
        opened: (effect, yielded) => {
          if (this.#recorded.has(effect.at)) return
          const place = places.of(yielded)
          publish({ type: 'effect_open', effect: { ...effect, ...(place && { place }) }, time: now() })
        },
        withdrawn: (at) => publish({ type: 'effect_withdraw', at }),
      },
    })
    this.#run = run
    this.#ended = run.ended.then(
      (ended) => this.#stop(run, ended),
      (error) => this.#fail(run, error),
    )
  }

  /** What the person at the page has sent, as the run takes it. The person answers as one of those who are asked. */
  #toArrival({ id = '', kind, key, request, answer }: Answered) {
    const { value, time: at } = answer
    if (kind === 'signal') {
      // A form gives its value as an answer does.
      const { content } = value as { content?: Json }
      return { answers: {}, signals: [{ name: key, id: `${id} ${at}`, value: content, at }], at }
    }
    const { to } = request as { to?: string[] }
    const by = to && (this.#people.get(id) ?? nameOf(to, 0))
    return { answers: { [id]: value }, signals: [], at, by }
  }

  async #stop(run: RunHandle, ended: Ended): Promise<void> {
    if (this.#run !== run) return
    await this.#mark(toEnd(ended))
    this.#end({ type: 'run_stop', stop: showStop(ended), time: this.#driven.now() })
  }

  async #fail(run: RunHandle, error: unknown): Promise<void> {
    if (this.#run !== run) return
    // A run whose store failed goes on later.
    if (isLoss(error) || error instanceof StoreError) return this.#driven.stop(error)
    await this.#mark(toProblem('blocked', error))
    this.#misfit({ type: 'run_stop', stop: showStop({ type: 'broken', error }), time: this.#driven.now() })
  }

  /** Changes how lists show the run. */
  async #mark(change: RunChange): Promise<void> {
    await this.#driven.runs.mark(this.#driven.id, change).catch((error) => {
      if (!isLoss(error)) this.#options.onError(error)
    })
  }

  #misfit(last: RunEvent): void {
    this.#options.onMisfit()
    this.#end(last)
  }

  #end(last: RunEvent): void {
    this.#isOver = true
    this.#publish(last)
  }

  #publish(event: RunEvent): void {
    this.#events.push(event)
    this.#driven.ring()
  }

  #tell(): void {
    const { state } = this.#driven
    if (state.lsn === this.#told) return
    this.#told = state.lsn
    this.#options.onChange(state.lsn, toAbout(state))
  }

  #takeEvents(): DriverAppend<RunEvent> {
    const events = this.#events.splice(0)
    return { events, about: { ...toAbout(reduceAll(this.#driven.state, events)) } }
  }

  #publishWrites(journal: Journal): Journal {
    return {
      read: async () => {
        const recording = (await journal.read()) ?? (await this.#copyFork(journal))
        // A process that died may have written entries without publishing them.
        this.#publishEntries(recording?.entries.slice(this.#entries) ?? [])
        return recording
      },
      append: async (revision, write) => {
        await journal.append(revision, write)
        this.#publishEntries(write.entries)
        for (const { type, at } of write.entries) if (type === 'value' || type === 'failure') this.#recorded.add(at)
      },
    }
  }

  /** A forked run begins with the entries of the other one. It may repeat steps with other input, so it has its own idempotency keys. */
  async #copyFork(journal: Journal): Promise<Recording | undefined> {
    const { fork } = this.#driven.state
    if (fork === undefined) return undefined
    const { entries } = fork
    const header = { ...fork.header, forkId: this.#driven.id }
    await journal.append(0, { header, entries, progress: { asked: {}, emitted: 0 }, isCopy: true })
    return journal.read()
  }

  #publishEntries(entries: readonly Entry[]): void {
    this.#entries += entries.length
    if (entries.length > 0) this.#publish({ type: 'journal_write', entries })
  }
}

type Answered = EffectState & Required<Pick<EffectState, 'answer'>>

const isAnswered = (one: RunState['happenings'][number]): one is Answered => isPending(one) && one.state === 'answered'

/** A question with a quorum is answered several times. */
const toKey = ({ id, attempt, answer }: EffectState): string => `${attempt} ${id} ${answer?.time}`

const nameOf = (to: readonly string[], answered: number): string => to[answered] ?? `${to.at(-1)} ${answered + 1}`
