import { setTimeout as pause } from 'node:timers/promises'
import { type ChatState, emptyState, reduce } from '@sweatpants/framework/chat'
import type { Random } from '../faults/random.ts'
import { readEvents } from '../read-events.ts'
import type { Place } from './place.ts'

/** How somebody reads: leaves and comes back, takes long over everything, or never takes anything at all. */
export type Habit = 'restless' | 'slow' | 'never'

export interface ReaderOptions {
  place: Place
  sessionId: string
  random: Random
  habit: Habit
  onPatch?: () => void
}

/** Milliseconds after which a connection on which nothing comes is given up. */
const PATIENCE = 4_000

/** Somebody who follows a session, on one node after the other. */
export class Reader {
  /** The patches as they came, each at its place. */
  readonly seen: string[] = []
  /** What came where something else should have. */
  readonly wrong: string[] = []
  state: ChatState = emptyState
  returns = -1
  readonly #options: ReaderOptions
  readonly #leaving = new AbortController()
  readonly #following: Promise<void>
  #changed = Promise.withResolvers<void>()

  constructor(options: ReaderOptions) {
    this.#options = options
    this.#following = this.#follow()
  }

  /** Whether it takes nothing, and so has nothing to show. */
  get isIdle(): boolean {
    return this.#options.habit === 'never'
  }

  /** Comes when there is something new. */
  get changed(): Promise<void> {
    return this.#changed.promise
  }

  async leave(): Promise<void> {
    this.#leaving.abort()
    await this.#following
  }

  async #follow(): Promise<void> {
    const { signal } = this.#leaving
    while (!signal.aborted) {
      this.returns++
      // Whatever ends it, the next goes on where this one was.
      await this.#connect().catch(() => {})
      await pause(20, undefined, { signal }).catch(() => {})
    }
  }

  async #connect(): Promise<void> {
    const { place, sessionId, random, habit, onPatch } = this.#options
    const giveUp = new AbortController()
    const signal = AbortSignal.any([this.#leaving.signal, giveUp.signal])
    const restless = setTimeout(() => giveUp.abort(), random.between(0, habit === 'restless' ? 6_000 : 30_000))
    const silence = setTimeout(() => giveUp.abort(), habit === 'never' ? 30_000 : PATIENCE)
    try {
      const url = `${place.pick(random)}/api/chat/sessions/${sessionId}/events`
      const { status, body } = await fetch(url, { headers: { 'last-event-id': `${this.seen.length}` }, signal })
      if (status !== 200) return void (await body?.cancel())
      if (habit === 'never') return await aborted(signal)
      for await (const events of readEvents(body!)) {
        silence.refresh()
        for (const { lsn, data } of events) this.#see(lsn, data)
        if (events.length > 0) onPatch?.()
        if (habit === 'slow') await pause(random.between(0, 300), undefined, { signal })
      }
    } finally {
      clearTimeout(restless)
      clearTimeout(silence)
    }
  }

  #see(lsn: number, data: string): void {
    if (lsn !== this.seen.length + 1) this.wrong.push(`${lsn} came after ${this.seen.length}: ${data}`)
    this.seen.push(data)
    this.state = reduce(this.state, JSON.parse(data), lsn)
    const changed = this.#changed
    this.#changed = Promise.withResolvers()
    changed.resolve()
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
