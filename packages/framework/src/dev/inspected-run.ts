import type { Log } from '../log/log.ts'
import type { Model } from '../models/model.ts'
import { Drained } from '../tools/drain.ts'
import type { StepBody, StepContext } from '../tools/effects/step.ts'
import type { Journal } from '../tools/journal.ts'
import { andThen } from '../tools/maybe-promise.ts'
import type { Pending } from '../tools/pending.ts'
import type { McpTool } from '../tools/tool.ts'
import { PagePeer } from './page-peer.ts'
import { Places } from './places.ts'
import type { RunEvent } from './run-event.ts'
import { isPending, type RunState, reduceRun } from './run-state.ts'
import { showEffect } from './show-effect.ts'
import { toStop } from './show-stop.ts'
import { WatchedRun } from './watched-run.ts'

/** What a list shows of a run. */
export type RunAbout = Pick<RunState, 'tool' | 'status' | 'startedAt'>

export interface InspectedRunOptions {
  runId: string
  tool: McpTool
  /** What is known of it so far. */
  state: RunState
  journal: Journal
  log: Log<RunEvent>
  model: Model
  /** Told after each event, when it is in the log. */
  onChange(head: number, about: RunAbout): void
  onError(error: unknown): void
}

/** A run in this process. All that it does is in its log, in order. */
export class InspectedRun {
  /** Comes when it has stopped here, however that was. */
  readonly ended: Promise<void>
  readonly #options: InspectedRunOptions
  readonly #peer: PagePeer
  readonly #run: WatchedRun
  readonly #places = new Places()
  readonly #cancel = new AbortController()
  #state: RunState
  #steps = 0
  #published: Promise<void> = Promise.resolve()

  constructor(options: InspectedRunOptions, answers: Readonly<Record<string, unknown>> = {}) {
    const { runId, tool, state, model } = options
    this.#options = options
    this.#state = state
    const publish = (event: RunEvent) => this.#publish(event)
    this.#peer = new PagePeer({ samples: state.samples, model, publish })
    for (const [id, answer] of Object.entries(answers)) this.#peer.expect(id, answer)
    this.#run = new WatchedRun(
      this.#places.watch(tool),
      state.params,
      {
        runId,
        peer: this.#peer,
        journal: this.#tellWrites(options.journal),
        can: { elicitation: true, sampling: true, roots: true, tasks: false },
        signal: this.#cancel.signal,
        runStep: (name, body, step) => this.#runStep(name, body, step),
      },
      {
        opened: (pending) => this.#opened(pending),
        withdrawn: ({ address }) => publish({ type: 'effect_withdraw', at: address }),
      },
    )
    this.ended = this.#drive()
  }

  /** Whether only the person at the page can make it go on. */
  get waits(): boolean {
    return this.#steps === 0 && this.#peer.waits
  }

  /** Whether it asks, or is about to ask again, what this answers. */
  reply(id: string, answer: unknown): boolean {
    if (this.#peer.reply(id, answer)) return true
    const isAsked = this.#state.happenings.some((one) => isPending(one) && one.id === id && one.state === 'open')
    if (isAsked) this.#peer.expect(id, answer)
    return isAsked
  }

  cancel(): void {
    this.#cancel.abort()
  }

  /** Lets go of it, wherever it is: its journal has what is needed to go on. What it was doing in the world is aborted. */
  leave(): void {
    this.#run.outstanding.add(Promise.reject(new Drained('the run goes on from its journal')))
  }

  async #drive(): Promise<void> {
    try {
      const stop = toStop(await this.#run.advance())
      this.#publish({ type: 'run_stop', stop, time: Date.now() })
    } catch (error) {
      if (error instanceof Drained) this.#publish({ type: 'run_pause', time: Date.now() })
      else this.#publish({ type: 'run_stop', stop: toStop({ type: 'broken', error }), time: Date.now() })
    }
    await this.#published
  }

  #opened(pending: Pending): void {
    const isKnown = this.#state.happenings.some(
      (one) => one.type === 'effect' && one.at === pending.address && one.entry,
    )
    if (isKnown) return
    this.#publish({
      type: 'effect_ask',
      effect: showEffect(pending, this.#places.of(pending.effect)),
      time: Date.now(),
    })
  }

  /** In the order in which it came about; what cannot be kept is told, and the run goes on. */
  #publish(event: RunEvent): void {
    const { runId, log, onChange, onError } = this.#options
    this.#state = reduceRun(this.#state, event)
    const about = toAbout(this.#state)
    this.#published = this.#published
      .then(async () => onChange((await log.append(runId, { events: [event], about: { ...about } })).lsn, about))
      .catch(onError)
  }

  #tellWrites(journal: Journal): Journal {
    return {
      read: () => journal.read(),
      append: (revision, write) =>
        andThen(journal.append(revision, write), () => {
          if (write.entries.length === 0) return
          this.#publish({ type: 'journal_write', revision: revision + 1, entries: write.entries })
        }),
    }
  }

  async #runStep(_name: string, body: StepBody<unknown>, step: StepContext): Promise<unknown> {
    this.#steps++
    try {
      return await body(step)
    } finally {
      this.#steps--
    }
  }
}

export const toAbout = ({ tool, status, startedAt }: RunState): RunAbout => ({ tool, status, startedAt })
