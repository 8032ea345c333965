import { refuseOthers } from '../../inbox/others.ts'
import { toNewQuestion } from '../../inbox/question.ts'
import { type Log, StreamExistsError } from '../../log/log.ts'
import type { QuestionChanges } from '../../log/questions.ts'
import type { Failed } from '../../tools/outcome.ts'
import type { OutsideWait } from '../../tools/outside.ts'
import type { RunHandle } from '../../tools/run-handle.ts'
import type { OutsideAnswer, OutsideSignal } from '../core/outside-event.ts'
import type { ServerParts } from '../core/server-parts.ts'

type OutsideEvent = OutsideAnswer | OutsideSignal

export interface SessionOutsideOptions extends Pick<ServerParts, 'store' | 'signalUrl' | 'onError'> {
  runId: string
  principal: string | undefined
  /** Milliseconds for which the stream outlives its process, where another one goes on with the call. Default 1 minute. */
  ttl?: number | undefined
  /** Called with the name of each signal that arrives. */
  onSignal: (name: string) => void
}

const KIND = 'session-call'

/** Milliseconds for which the stream of a call outlives it that is lost with its process. */
const TTL = 60_000

/**
 * What a call of a session waits for outside. The stream takes the questions to other people, what they answer, and signals. It
 * is created with the first of them, and deleted when the call ends.
 */
export class SessionOutside {
  readonly #options: SessionOutsideOptions
  readonly #log: Log<OutsideEvent>
  #opening: Promise<void> | undefined
  #run: RunHandle | undefined
  #read = 0
  #stop = () => {}

  constructor(options: SessionOutsideOptions) {
    this.#options = options
    this.#log = options.store.log<OutsideEvent>(KIND)
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
    const { id, at, attempt } = wait
    const key = `${id}~${attempt}`
    const question = toNewQuestion(key, wait, { owner: principal, event: { type: 'answer', id, at, attempt } })
    if (ended.aborted) return undefined
    await this.#change({ opens: [question] })
    const close = () => this.#change({ closes: [key] })
    // An abort while the question was stored has called no listener.
    if (ended.aborted) await close()
    else ended.addEventListener('abort', () => void close().catch(this.#options.onError), { once: true })
    return undefined
  }

  /** Returns the URL of a signal; `undefined` when the server has no inbox. The stream is created at once, since the signal may arrive early. */
  get signalUrl(): ((runId: string, name: string) => string) | undefined {
    const { signalUrl, runId, onError } = this.#options
    return (
      signalUrl &&
      ((_, name) => {
        this.#open().catch(onError)
        return signalUrl([{ kind: KIND, id: runId }], { type: 'signal', name })
      })
    )
  }

  /** Unless the run is over, another process takes what arrives until then. */
  async end(isOver: boolean): Promise<void> {
    if (this.#opening === undefined) return
    await this.#opening.catch(() => {})
    this.#stop()
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
    const unwatch = this.#log.watch(runId, () => void this.#receive().catch(onError))
    const timer = setInterval(() => void extend().catch(onError), ttl / 3)
    timer.unref()
    this.#stop = () => {
      unwatch()
      clearInterval(timer)
    }
    await this.#receive()
  }

  async #receive(): Promise<void> {
    for (const { lsn, event } of await this.#log.read(this.#options.runId, this.#read)) {
      // Two reads may overlap.
      if (lsn <= this.#read) continue
      this.#read = lsn
      if (event.type === 'signal') {
        this.#options.onSignal(event.name)
        this.#run?.signal(event.name, event.value, { id: event.signalId, at: event.timestamp })
        continue
      }
      const { id, result, timestamp, attempt, answeredBy } = event
      this.#run?.answer({ [id]: result }, { at: timestamp, attempt, by: answeredBy })
    }
  }
}
