import { randomUUID } from 'node:crypto'
import { Allowance, toCallerName } from '../../http/allowance.ts'
import { HttpTransport } from './http-transport.ts'
import { type Sdk, Session, type SessionParts } from './session.ts'
import type { SessionLimits } from './session-limits.ts'

/** A session over HTTP and its principal. */
export interface HttpSession {
  readonly transport: HttpTransport
  readonly principal: string | undefined
  /** Restarts the idle timer. */
  touch(): void
  end(reason?: string): Promise<void>
}

/** The open sessions over HTTP. Their number is limited, and each ends when it is idle for too long. */
export class Sessions {
  readonly #parts: SessionParts
  readonly #limits: SessionLimits
  readonly #allowance: Allowance
  readonly #open = new Map<string, HttpSession>()

  constructor(parts: SessionParts, limits: SessionLimits) {
    const { sessions: total, sessionsPerCaller: perCaller } = limits
    this.#parts = parts
    this.#limits = limits
    this.#allowance = new Allowance({
      name: 'sessions',
      advice: 'end one with DELETE, or try again later',
      total,
      perCaller,
      shared: Math.ceil(total / 2),
    })
  }

  /** Returns the session if it belongs to the principal. */
  find(id: string, principal: string | undefined): HttpSession | undefined {
    const session = this.#open.get(id)
    return session?.principal === principal ? session : undefined
  }

  /** Throws a `LimitError`. */
  async create(sdk: Sdk, principal: string | undefined, address: string | undefined): Promise<HttpSession> {
    const release = this.#allowance.take(toCallerName(principal, address))
    const transport = new HttpTransport(randomUUID(), this.#limits.unread)
    const session = new Session(sdk, this.#parts, transport, principal)
    const idle = setTimeout(() => {
      if (transport.connected) idle.refresh()
      else opened.end('the session was idle for too long and has ended; initialize again').catch(this.#parts.onError)
    }, this.#limits.sessionIdle).unref()
    const opened: HttpSession = {
      transport,
      principal,
      touch: () => void idle.refresh(),
      end: (reason) => {
        clearTimeout(idle)
        release()
        this.#open.delete(transport.sessionId)
        return session.close(reason)
      },
    }
    transport.onLost = opened.touch
    this.#open.set(transport.sessionId, opened)
    await session.connect()
    return opened
  }

  dropReplies(): void {
    for (const { transport } of this.#open.values()) transport.dropReplies()
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map((session) => session.end('the server is going down')))
  }
}
