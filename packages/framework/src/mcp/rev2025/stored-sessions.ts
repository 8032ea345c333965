/**
 * Sessions in a durable store. A session is a stream on the one driver; the run of a call that asked its client is stored under it.
 *
 * V1 A session is driven where the requests of its client arrive, by one process. Another one takes it over once the lease of
 *    the first has lapsed, and from then on every write of the first is refused.
 * V2 A question, an answer and the response of a stored call are in the store before the client sees them, or is told that they
 *    arrived. So is what changes the rest of the session, such as a subscription.
 * V3 A question that was sent is not sent again: it keeps its id, and a client that resumes its stream gets what it missed.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Kind } from '../../log/driven-kind.ts'
import type { Log } from '../../log/log.ts'
import type { Machine } from '../../log/machine.ts'
import { Node } from '../../log/node.ts'
import { Drained } from '../../tools/drain.ts'
import type { Json } from '../../tools/json.ts'
import type { Message } from './message.ts'
import { type RestoreOptions, restore, type SessionEvent } from './restore.ts'
import { expiryOf, KIND, type Loaded, StoredSession, type StoredSessionOptions } from './stored-session.ts'

/** Milliseconds between two attempts to take over a session. */
const RETRY = 200

export interface StoredSessionsOptions extends StoredSessionOptions, RestoreOptions {
  leaseTtl: number
}

/** Milliseconds after which a session that no request has taken is released. */
const IDLE = 5_000

export class StoredSessions {
  readonly #options: StoredSessionsOptions
  readonly #log: Log<SessionEvent>
  /** The sessions that this process drives. */
  readonly #here = new Map<string, StoredSession>()
  #registered: Kind<Loaded, SessionEvent> | undefined
  #isClosed = false

  constructor(options: StoredSessionsOptions) {
    this.#options = options
    this.#log = options.store.log<SessionEvent>(KIND)
  }

  /** Registered when it is first used: a node draws a random id, which Workers allow only within a request. */
  get #kind(): Kind<Loaded, SessionEvent> {
    const { store, leaseTtl } = this.#options
    this.#registered ??= Node.register(store, this.#createMachine(), { leaseTtl })
    return this.#registered
  }

  async create(id: string, principal: string | undefined, initialize: Message): Promise<StoredSession> {
    if (this.#isClosed) refuseClosed()
    const stream = {
      ...(principal !== undefined && { principal }),
      about: { type: KIND },
      events: [{ type: 'message' as const, message: initialize as Json }],
      expiresAt: expiryOf(this.#options),
    }
    await this.#kind.create(id, stream, {})
    // One that is stored while this process closes is left at once.
    return (this.#isClosed ? undefined : this.#here.get(id)) ?? refuseClosed()
  }

  /**
   * Takes over the session of a principal as soon as no other process serves it; resolves to `undefined` if there is none. Rejects with
   * a `Drained` if another process goes on serving it.
   */
  async restore(id: string, principal: string | undefined): Promise<StoredSession | undefined> {
    for (const until = performance.now() + 1.5 * this.#options.leaseTtl; ; await delay(RETRY)) {
      if (this.#isClosed) refuseClosed()
      const record = await this.#log.get(id)
      // A node that is registered from now on is never closed, and would keep the session.
      if (this.#isClosed) refuseClosed()
      if (record === undefined || record.principal !== principal) return undefined
      this.#kind.wake(id)
      await this.#kind.taken(id)
      const stored = this.#here.get(id)
      // One that is served here already is about to end.
      if (stored?.waits) return stored
      if (performance.now() > until) throw new Drained('another process serves this session; try again')
    }
  }

  /** Leaves all sessions, so that other processes take them over at once. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#registered?.close()
  }

  #createMachine(): Machine<Loaded, SessionEvent> {
    return {
      kind: KIND,
      idle: IDLE,
      now: Date.now,
      load: async ({ id }, fence) => {
        const opened = await this.#log.open(id, fence)
        return opened && { state: { restored: await restore(this.#options, opened.events) }, lsn: opened.head }
      },
      // Only the process that drives a session writes it, and a process needs no more than what it has loaded.
      reduce: (loaded) => loaded,
      begin: (driven) => {
        const { id, leaving } = driven
        const stored = new StoredSession(driven, this.#options)
        this.#here.set(id, stored)
        leaving.addEventListener('abort', () => this.#here.delete(id), { once: true })
        return stored
      },
      onError: this.#options.onError,
    }
  }
}

function refuseClosed(): never {
  throw new Drained('the server is shutting down; the next one takes its sessions over')
}
