import { setTimeout as pause } from 'node:timers/promises'
import { type ChatState, emptyState, reduce } from '@sweatpants/framework/chat'
import { readEvents } from '../read-events.ts'
import type { Nodes } from './nodes.ts'
import type { Random } from './random.ts'

export interface ReaderOptions {
  nodes: Nodes
  sessionId: string
  random: Random
  /** Milliseconds after which a connection on which nothing comes is given up. */
  patience: number
}

/** Somebody who follows a session, on one node after the other. */
export class Reader {
  readonly sessionId: string
  /** The patches as they came, each at its place. */
  readonly seen: string[] = []
  /** What came where something else should have. */
  readonly wrong: string[] = []
  state: ChatState = emptyState
  readonly #options: ReaderOptions
  readonly #leaving = new AbortController()
  readonly #following: Promise<void>
  #changed = Promise.withResolvers<void>()

  constructor(options: ReaderOptions) {
    this.#options = options
    this.sessionId = options.sessionId
    this.#following = this.#follow()
  }

  /** Comes when there is something new. */
  get changed(): Promise<void> {
    return this.#changed.promise
  }

  /** Comes when it has seen so much. */
  async reach(lsn: number): Promise<void> {
    while (this.seen.length < lsn) await this.changed
  }

  async leave(): Promise<void> {
    this.#leaving.abort()
    await this.#following
  }

  async #follow(): Promise<void> {
    const { signal } = this.#leaving
    while (!signal.aborted) {
      // Whatever ends it, the next goes on where this one was.
      await this.#connect().catch(() => {})
      await pause(20, undefined, { signal }).catch(() => {})
    }
  }

  async #connect(): Promise<void> {
    const { nodes, random, patience } = this.#options
    const giveUp = new AbortController()
    const signal = AbortSignal.any([this.#leaving.signal, giveUp.signal])
    const restless = setTimeout(() => giveUp.abort(), random.between(0, 10_000))
    const silence = setTimeout(() => giveUp.abort(), patience)
    try {
      const url = `${nodes.pick(random)}/api/chat/sessions/${this.sessionId}/events`
      const response = await fetch(url, { headers: { 'last-event-id': `${this.seen.length}` }, signal })
      if (response.status !== 200) throw new Error(await response.text())
      for await (const events of readEvents(response.body!)) {
        silence.refresh()
        for (const { lsn, data } of events) this.#see(lsn, data)
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
