import { refuseOthers } from '../../inbox/others.ts'
import { type Log, StreamExistsError } from '../../log/log.ts'
import type { QuestionChanges } from '../../log/questions.ts'
import { Changes } from '../../tools/changes.ts'
import type { Failed } from '../../tools/outcome.ts'
import type { OutsideWait } from '../../tools/outside.ts'
import type { RunHandle } from '../../tools/run-handle.ts'
import { type OutsideEvent, toArrival, toIndexed } from '../core/outside-event.ts'
import type { ServerParts } from '../core/server-parts.ts'

export interface SessionOutsideOptions extends Pick<ServerParts, 'store' | 'signalUrl' | 'onError'> {
  runId: string
  principal: string | undefined
  /** Whether an earlier process began the run, and may have created its stream. */
  isRestored: boolean
  /** Milliseconds for which the stream outlives its process, where another one goes on with the call. Default 1 minute. */
  ttl?: number | undefined
  /** Called with the name of each signal that arrives. */
  onSignal: (name: string) => void
}

const KIND = 'session-call'

/** Milliseconds for which the stream of a call outlives it that is lost with its process. */
const TTL = 60_000

/** Milliseconds after which a read that failed is repeated. */
const RETRY = 1_000

/**
 * What a call of a session waits for outside. The stream takes the questions to other people, what they answer, and signals. It
 * is created with the first of them, and deleted when the call ends.
 */
export class SessionOutside {
  readonly #options: SessionOutsideOptions
  #opening: Promise<void> | undefined
  /** Stops what waits for others. Most calls never do. */
  #stopped: AbortController | undefined
  #run: RunHandle | undefined
  #read = 0

  constructor(options: SessionOutsideOptions) {
    this.#options = options
  }

  get #log(): Log<OutsideEvent> {
    return this.#options.store.log<OutsideEvent>(KIND)
  }

  /** Gives the run what arrives. */
  attach(run: RunHandle): void {
    this.#run = run
  }

  /** Resolves once other people can answer. */
  async wait(wait: OutsideWait, ended: AbortSignal): Promise<Failed | undefined> {
    const { store, principal } = this.#options
    const refusal = refuseOthers(store, wait)
    if (refusal !== undefined) return refusal
    if (wait.type !== 'elicit') {
      // An earlier process may have made the URL, and its stream.
      if (this.#options.signalUrl !== undefined) await this.#open()
      return undefined
    }
    const key = `${wait.id}~${wait.attempt}`
    if (ended.aborted) return undefined
    await this.#change({ opens: [toIndexed(key, wait, principal)] })
    const close = () => this.#change({ closes: [key] })
    // An abort while the question was stored has called no listener.
    if (ended.aborted) await close()
    else ended.addEventListener('abort', () => void close().catch(this.#options.onError), { once: true })
    return undefined
  }

  /** Resolves to the URL of a signal; `undefined` when the server has no inbox. The stream is created first: the signal may arrive at once. */
  get signalUrl(): ((runId: string, name: string) => Promise<string>) | undefined {
    const { signalUrl, runId } = this.#options
    return (
      signalUrl &&
      (async (_, name) => {
        await this.#open()
        return signalUrl([{ kind: KIND, id: runId }], { type: 'signal', name })
      })
    )
  }

  /** Unless the run is over, another process takes what arrives until then. */
  async end(isOver: boolean): Promise<void> {
    const { isRestored } = this.#options
    if (this.#opening === undefined && !isRestored) return
    await this.#opening?.catch(() => {})
    this.#stopped?.abort()
    if (isOver) await this.#log.delete(this.#options.runId)
  }

  async #change(questions: QuestionChanges): Promise<void> {
    await this.#open()
    await this.#log.append(this.#options.runId, { events: [], questions, isQuiet: true })
  }

  #open(): Promise<void> {
    this.#opening ??= this.#create()
    return this.#opening
  }

  async #create(): Promise<void> {
    const { runId, principal, ttl = TTL, onError } = this.#options
    const about = { type: KIND }
    const owner = principal !== undefined && { principal }
    const extend = async () => this.#log.append(runId, { events: [], expiresAt: Date.now() + ttl, isQuiet: true })
    try {
      await this.#log.create(runId, { ...owner, about, events: [], expiresAt: Date.now() + ttl })
    } catch (error) {
      // An earlier process created it for the same run.
      if (!(error instanceof StreamExistsError)) throw error
      await extend()
    }
    const changes = new Changes()
    const unwatch = this.#log.watch(runId, changes.tell)
    const timer = setInterval(() => void extend().catch(onError), ttl / 3)
    timer.unref()
    const stopped = new AbortController()
    const { signal } = stopped
    this.#stopped = stopped
    signal.addEventListener('abort', () => {
      unwatch()
      clearInterval(timer)
    })
    await this.#receive()
    void this.#follow(changes, signal)
  }

  /** Reads what arrives. A read that failed is repeated, because no other notification may come. */
  async #follow(changes: Changes, signal: AbortSignal): Promise<void> {
    let pause = Number.POSITIVE_INFINITY
    while (!signal.aborted) {
      await changes.next(signal, pause)
      pause = Number.POSITIVE_INFINITY
      if (signal.aborted) return
      await this.#receive().catch((error) => {
        pause = RETRY
        this.#options.onError(error)
      })
    }
  }

  async #receive(): Promise<void> {
    for (const { lsn, event } of await this.#log.read(this.#options.runId, this.#read)) {
      this.#read = lsn
      if (event.type === 'signal') {
        this.#options.onSignal(event.name)
        this.#run?.signal(event.name, event.value, { id: event.signalId, at: event.timestamp })
      } else this.#run?.answer({ [event.id]: event.result }, toArrival(event))
    }
  }
}
