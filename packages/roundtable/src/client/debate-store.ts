/**
 * Follows one debate, whatever the network does.
 *
 * - D1 What it shows is the session at a place of its log: no event is left out, none is in it twice.
 * - D2 A connection that breaks, ends or falls silent is made again, from the place that was reached.
 * - D3 What cannot be read is not guessed at: the session is loaded anew.
 * - D4 A refusal ends it; asking again would change nothing.
 */
import type { Clock } from '@sweatpants/framework'
import { RefusedError, UnreachableError } from '@sweatpants/framework/chat'
import type { Session } from '../session/session.ts'
import { applyEvent, type Place } from './apply-event.ts'
import { pause } from './clock.ts'
import type { Requests } from './requests.ts'
import { readEvents } from './server-events.ts'

export interface DebateSnapshot {
  /** None until it is loaded. */
  session?: Session
  /** `closed`: nobody follows it any more, or the server refused. */
  connection: 'connecting' | 'open' | 'reconnecting' | 'closed'
  /** Why the server ended it. */
  refusal?: RefusedError
}

/** A debate as it goes on, in the form that `useSyncExternalStore` takes. */
export interface DebateStore {
  subscribe(listener: () => void): () => void
  /** Another object when something has changed, and only then. */
  getSnapshot(): DebateSnapshot
  close(): void
}

/** Milliseconds. A server gives a sign of life every 15 seconds: when three are missing, nobody is there. */
const SILENCE = 45_000

/** Milliseconds between attempts: longer after each. */
const FIRST = 250
const LONGEST = 10_000

export class FollowedDebate implements DebateStore {
  readonly #requests: Requests
  readonly #clock: Clock
  readonly #path: string
  readonly #stop = new AbortController()
  readonly #listeners = new Set<() => void>()
  #place: Place | undefined
  #failures = 0
  #snapshot: DebateSnapshot = { connection: 'connecting' }

  constructor(requests: Requests, clock: Clock, sessionId: string) {
    this.#requests = requests
    this.#clock = clock
    this.#path = `/sessions/${encodeURIComponent(sessionId)}`
    void this.#follow()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly getSnapshot = (): DebateSnapshot => this.#snapshot

  readonly close = (): void => {
    this.#stop.abort()
    this.#show({ connection: 'closed' })
  }

  /** Never rejects. */
  async #follow(): Promise<void> {
    const { signal } = this.#stop
    while (!signal.aborted) {
      try {
        await this.#read(this.#place ?? (await this.#load()))
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof RefusedError && error.code !== 'bad_place')
          return this.#show({ connection: 'closed', refusal: error })
        if (!(error instanceof UnreachableError)) this.#place = undefined
      }
      if (signal.aborted) return
      this.#show({ connection: 'reconnecting' })
      await pause(this.#clock, delayAfter(this.#failures++), signal)
    }
  }

  async #load(): Promise<Place> {
    const place = await this.#requests.get<Place>(this.#path, this.#stop.signal)
    return this.#reach(place)
  }

  async #read(from: Place): Promise<void> {
    const silence = new AbortController()
    const signal = AbortSignal.any([this.#stop.signal, silence.signal])
    let stopAlarm = this.#expectLife(silence)
    try {
      const stream = await this.#requests.stream(`${this.#path}/events?after=${from.lsn}`, signal)
      this.#show({ connection: 'open' })
      for await (const events of readEvents(stream)) {
        if (signal.aborted) return
        stopAlarm()
        stopAlarm = this.#expectLife(silence)
        this.#failures = 0
        if (events.length > 0) this.#reach(events.reduce(applyEvent, this.#place ?? from))
      }
    } finally {
      stopAlarm()
      silence.abort()
    }
  }

  #expectLife(silence: AbortController): () => void {
    return this.#clock.alarm(this.#clock.now() + SILENCE, () => silence.abort(), false)
  }

  #reach(place: Place): Place {
    this.#place = place
    if (!this.#stop.signal.aborted) this.#show({ session: place.session })
    return place
  }

  #show(change: Partial<DebateSnapshot>): void {
    const isSame = Object.entries(change).every(([key, value]) => this.#snapshot[key as keyof DebateSnapshot] === value)
    if (isSame) return
    this.#snapshot = { ...this.#snapshot, ...change }
    for (const listener of this.#listeners) listener()
  }
}

/** Not in step with other pages. */
const delayAfter = (failures: number): number => (Math.min(LONGEST, FIRST * 2 ** failures) * (1 + Math.random())) / 2
