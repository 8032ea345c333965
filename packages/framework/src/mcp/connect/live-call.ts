import { randomUUID } from 'node:crypto'
import { once, setMaxListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { ErrorCode, ProtocolError } from '../core/errors.ts'
import type { HostedQuestion, Replies, Round } from './calls.ts'
import type { Relay } from './relay.ts'

/** Milliseconds within which the questions arrive that a tool asks at once. */
const GATHER_MS = 25

const CHANGE = 'change'

type Waiting = { question: HostedQuestion; answer: PromiseWithResolvers<Record<string, unknown>> }

/**
 * A call that is open in this process, from when it is sent until the server ends it. It holds the server's questions while
 * our run asks them.
 */
export class LiveCall {
  readonly id = randomUUID()
  /** Receives progress and logs, for the last step that sent a request. */
  relay: Relay | undefined
  readonly #abort = new AbortController()
  /** Questions that our run has not taken. */
  readonly #fresh: Waiting[] = []
  /** Questions that our run is asking. */
  readonly #asked = new Map<string, Waiting>()
  #round = 0
  #count = 0
  #end: (() => Round) | undefined
  readonly #changes = new EventTarget()

  constructor() {
    // Each run that is rebuilt while a question is open listens.
    setMaxListeners(0, this.#changes)
  }

  /** Names its last round. */
  get state(): string {
    return `${this.id}/${this.#round}`
  }

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  /** Whether it still waits for an answer to what was asked in its last round. */
  get waits(): boolean {
    return this.#end === undefined && this.#asked.size > 0
  }

  end(result: () => Round): void {
    this.#end = result
    this.#changed()
  }

  abandon(): void {
    this.#abort.abort()
  }

  /** Resolves to the reply of our run to a question of the server. */
  ask(key: string, method: HostedQuestion['method'], params: Record<string, unknown>, withdrawn: AbortSignal) {
    const id = `${++this.#count}`
    const waiting: Waiting = { question: { id, key, method, params }, answer: Promise.withResolvers() }
    this.#fresh.push(waiting)
    withdrawn.addEventListener('abort', () => this.#withdraw(waiting), { once: true })
    this.#changed()
    return waiting.answer.promise
  }

  /** Resolves when the call asks or ends. Aborting the signal abandons the call. */
  async next(signal: AbortSignal): Promise<Round> {
    const abandon = () => this.abandon()
    signal.addEventListener('abort', abandon, { once: true })
    try {
      while (!this.#end && this.#fresh.length === 0) {
        await once(this.#changes, CHANGE)
        if (!this.#end) await delay(GATHER_MS)
      }
      return this.#end?.() ?? this.#take()
    } finally {
      signal.removeEventListener('abort', abandon)
    }
  }

  /** Hands over the replies to its last round. */
  reply(replies: Replies): void {
    for (const [id, { answer }] of this.#asked) {
      const reply = replies[id]
      if (reply?.type === 'answer') answer.resolve(reply.value)
      else
        answer.reject(new ProtocolError(ErrorCode.internal, reply?.problem ?? 'the question is not answered any more'))
    }
    this.#asked.clear()
    this.#round++
  }

  /** Calls the listener when the server has sent something. */
  onChange(listener: () => void, signal: AbortSignal): void {
    this.#changes.addEventListener(CHANGE, listener, { signal })
  }

  #take(): Round {
    const taken = this.#fresh.splice(0)
    for (const waiting of taken) this.#asked.set(waiting.question.id, waiting)
    return { type: 'asked', questions: taken.map(({ question }) => question), state: this.state }
  }

  #withdraw(waiting: Waiting): void {
    const place = this.#fresh.indexOf(waiting)
    if (place !== -1) this.#fresh.splice(place, 1)
    this.#asked.delete(waiting.question.id)
    waiting.answer.reject(new ProtocolError(ErrorCode.internal, 'the question was withdrawn'))
    this.#changed()
  }

  #changed(): void {
    this.#changes.dispatchEvent(new Event(CHANGE))
  }
}
