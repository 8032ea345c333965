import { setTimeout as wait } from 'node:timers/promises'
import { applyBroadcast, type ChatState, emptyState, reduce } from '@sweatpants/framework/chat'
import type { Cluster } from '../faults/cluster.ts'
import { type HistoryFile, toDigest } from '../faults/history.ts'
import type { Random } from '../faults/random.ts'
import { readEvents, type SentEvent } from '../read-events.ts'

/** How a reader reads: it reconnects often, takes long for each chunk, or reads nothing. */
export type Habit = 'restless' | 'slow' | 'never'

export interface ReaderOptions {
  cluster: Cluster
  sessionId: string
  history: HistoryFile
  random: Random
  habit: Habit
  onPatch?: () => void
}

/** Milliseconds after which a silent connection is given up. */
const PATIENCE = 4_000

let readers = 0

/** Follows a session, on one node after the other, and records what it receives. */
export class Reader {
  state: ChatState = emptyState
  returns = -1
  readonly #name = `reader ${++readers}`
  readonly #options: ReaderOptions
  readonly #leaving = new AbortController()
  readonly #following: Promise<void>
  #changed = Promise.withResolvers<void>()

  constructor(options: ReaderOptions) {
    this.#options = options
    this.#following = this.#follow()
  }

  get isIdle(): boolean {
    return this.#options.habit === 'never'
  }

  /** Resolves with the next patch. */
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
      // The next connection continues where this one ended.
      await this.#connect().catch(() => {})
      await wait(20, undefined, { signal }).catch(() => {})
    }
  }

  async #connect(): Promise<void> {
    const { cluster, sessionId, random, habit, onPatch } = this.#options
    const giveUp = new AbortController()
    const signal = AbortSignal.any([this.#leaving.signal, giveUp.signal])
    const restless = setTimeout(() => giveUp.abort(), random.between(0, habit === 'restless' ? 6_000 : 30_000))
    const silence = setTimeout(() => giveUp.abort(), habit === 'never' ? 30_000 : PATIENCE)
    try {
      const url = `${cluster.pick(random)}/api/chat/sessions/${sessionId}/events`
      const { status, body } = await fetch(url, { headers: { 'last-event-id': `${this.state.lsn}` }, signal })
      if (status !== 200) return void (await body?.cancel())
      if (habit === 'never') return await aborted(signal)
      const hear = (data: string) => {
        this.state = applyBroadcast(this.state, JSON.parse(data))
      }
      for await (const events of readEvents(body!, hear)) {
        silence.refresh()
        if (events.length === 0) continue
        this.#receive(events)
        onPatch?.()
        if (habit === 'slow') await wait(random.between(0, 300), undefined, { signal })
      }
    } finally {
      clearTimeout(restless)
      clearTimeout(silence)
    }
  }

  #receive(events: readonly SentEvent[]): void {
    const { history, sessionId } = this.#options
    const digests = events.map(({ data }) => toDigest(data))
    const { lsn } = events[0]!
    history.add({ type: 'records_read', stream: `chat/${sessionId}`, reader: this.#name, lsn, digests })
    for (const { lsn, data } of events) this.state = reduce(this.state, JSON.parse(data), lsn)
    const changed = this.#changed
    this.#changed = Promise.withResolvers()
    changed.resolve()
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
