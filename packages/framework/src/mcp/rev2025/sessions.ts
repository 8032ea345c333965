import { randomUUID } from 'node:crypto'
import { Allowance, toCallerName } from '../../http/allowance.ts'
import { HttpTransport } from './http-transport.ts'
import type { Message } from './message.ts'
import { type Sdk, Session, type SessionParts } from './session.ts'
import type { SessionLimits } from './session-limits.ts'
import type { StoredSession } from './stored-session.ts'
import type { StoredSessions } from './stored-sessions.ts'

/** A session over HTTP and its principal. */
export interface HttpSession {
  readonly transport: HttpTransport
  readonly principal: string | undefined
  /** Restarts the idle timer. */
  touch(): void
  end(reason?: string): Promise<void>
  /** Ends it in this process; another one goes on with it, if it is stored. */
  leave(): Promise<void>
}

/** Who opens a session, and from where. */
export interface SessionOpener {
  sdk: Sdk
  principal: string | undefined
  address: string | undefined
}

/** The open sessions over HTTP. Their number is limited, and each ends when it is idle for too long. */
export class Sessions {
  readonly #parts: SessionParts
  readonly #limits: SessionLimits
  readonly #stored: StoredSessions | undefined
  readonly #allowance: Allowance
  readonly #open = new Map<string, HttpSession>()
  /** By session and principal: a request of another principal finds nothing. */
  readonly #restoring = new Map<string, Promise<HttpSession | undefined>>()
  /** What this process has left and still ends. */
  readonly #leaving = new Set<Promise<void>>()
  #isClosing = false

  constructor(parts: SessionParts, limits: SessionLimits, stored?: StoredSessions) {
    const { sessions: total, sessionsPerCaller: perCaller } = limits
    this.#parts = parts
    this.#limits = limits
    this.#stored = stored
    this.#allowance = new Allowance({
      name: 'sessions',
      advice: 'end one with DELETE, or try again later',
      total,
      perCaller,
      shared: Math.ceil(total / 2),
    })
  }

  /** Whether this process serves the session, for any principal. */
  has(id: string): boolean {
    return this.#open.has(id)
  }

  /** Returns the session if it belongs to the principal. One that an earlier process served is taken over. */
  async find(id: string, opener: SessionOpener): Promise<HttpSession | undefined> {
    const { principal } = opener
    const session = this.#open.get(id) ?? (await this.#restore(id, opener))
    return session?.principal === principal ? session : undefined
  }

  /** Throws a `LimitError`. */
  async create(opener: SessionOpener, initialize: Message): Promise<HttpSession> {
    const release = this.#allowance.take(toCallerName(opener.principal, opener.address))
    try {
      const id = randomUUID()
      const stored = await this.#stored?.create(id, opener.principal, initialize)
      const { session, opened } = this.#build(id, opener, release, stored)
      await session.connect()
      this.#open.set(id, opened)
      return opened
    } catch (error) {
      release()
      throw error
    }
  }

  #restore(id: string, opener: SessionOpener): Promise<HttpSession | undefined> {
    if (this.#stored === undefined) return Promise.resolve(undefined)
    const key = JSON.stringify([id, opener.principal])
    const restoring = this.#restoring.get(key) ?? this.#takeOver(this.#stored, id, opener)
    this.#restoring.set(key, restoring)
    const forget = () => this.#restoring.delete(key)
    restoring.then(forget, forget)
    return restoring
  }

  async #takeOver(sessions: StoredSessions, id: string, opener: SessionOpener): Promise<HttpSession | undefined> {
    const release = this.#allowance.take(toCallerName(opener.principal, opener.address))
    let stored: StoredSession | undefined
    try {
      stored = await sessions.restore(id, opener.principal)
      if (stored === undefined) return undefined
      const { session, opened } = this.#build(id, opener, release, stored)
      const restored = stored.takeRestored()
      await session.connect()
      await session.replay(restored.messages)
      opened.transport.restore(restored, stored)
      stored.requireHere()
      session.goOn(restored.calls)
      this.#open.set(id, opened)
      return opened
    } finally {
      if (!this.#open.has(id)) {
        release()
        stored?.stop()
      }
    }
  }

  #build(
    id: string,
    { sdk, principal }: SessionOpener,
    release: () => void,
    stored: StoredSession | undefined,
  ): { session: Session; opened: HttpSession } {
    const transport = new HttpTransport(id, this.#parts.catalog, this.#limits.unread, stored)
    const session = new Session(sdk, this.#parts, transport, principal, stored)
    const touch = () => {
      idle.refresh()
      stored?.extend()
    }
    const idle = setTimeout(() => {
      if (transport.connected) touch()
      else opened.end('the session was idle for too long and has ended; initialize again').catch(this.#parts.onError)
    }, this.#limits.sessionIdle).unref()
    const close = (end: Promise<void>) => {
      clearTimeout(idle)
      release()
      this.#open.delete(id)
      return end
    }
    const opened: HttpSession = {
      transport,
      principal,
      touch,
      end: async (reason) => {
        await close(session.close(reason))
        await stored?.end()
      },
      leave: () => this.#track(close(session.leave(this.#isClosing ? CLOSING : LEFT, this.#isClosing))),
    }
    transport.onLost = touch
    stored?.serve(opened.leave)
    return { session, opened }
  }

  dropReplies(): void {
    for (const { transport } of this.#open.values()) transport.dropReplies()
  }

  async close(): Promise<void> {
    this.#isClosing = true
    if (this.#stored === undefined) for (const session of this.#open.values()) void session.leave()
    await this.#stored?.close()
    // A node waits some seconds at most, and the calls that are not stored end here or nowhere.
    await Promise.all(this.#leaving)
  }

  #track(leaving: Promise<void>): Promise<void> {
    this.#leaving.add(leaving)
    const forget = () => this.#leaving.delete(leaving)
    leaving.then(forget, forget)
    return leaving
  }
}

const CLOSING = 'the server is going down'
const LEFT = 'this process no longer serves the session; call again'
