import type { Admitted } from '../core/auth.ts'
import type { EventHub } from '../core/events.ts'
import type { HttpExchange } from '../core/http-exchange.ts'
import type { Message } from './message.ts'
import { createMethods, type MethodParts } from './methods.ts'
import { PipeTransport } from './pipe.ts'
import { type Sdk, Session, type SessionParts } from './session.ts'
import { createSessionHttp } from './session-http.ts'
import type { SessionLimits } from './session-limits.ts'
import { Sessions } from './sessions.ts'
import { StoredSessions } from './stored-sessions.ts'

/** The revisions with sessions, 2025-11-25 and before, for any wire. */
export interface Rev2025 {
  /** `message` is the parsed body of a POST. */
  handle(exchange: HttpExchange, caller: Admitted | undefined, message: unknown): Promise<void>
  /** Serves one client over a pipe, which `send` writes to. Resolves when the session is ready. */
  connect(send: (message: Message) => void): Promise<PipedSession>
  /** Closes every streamed response that can be resumed. Calls go on, and clients resume for the rest. */
  dropStreams(): void
  /** Ends all sessions; resolves when their calls have ended. */
  close(): Promise<void>
}

/** A session over a pipe. */
export interface PipedSession {
  /** Takes a message of the client. The params of a request were checked. */
  receive(message: Message): void
  /** Ends the session; resolves when its calls have ended. */
  close(): Promise<void>
}

export interface Rev2025Parts extends Omit<MethodParts, 'name'> {
  events: EventHub
  info: { name: string; version: string; instructions?: string }
  limits: SessionLimits & { heartbeat: number }
}

export function createRev2025({ events, info, limits, ...rest }: Rev2025Parts): Rev2025 {
  const { store, leaseTtl, catalog, onError } = rest
  const { sessionIdle: idle, heartbeat } = limits
  const parts: SessionParts = {
    info,
    events,
    onError,
    catalog,
    heartbeat,
    methods: createMethods({ ...rest, name: info.name }),
  }
  const stored = store.isDurable ? new StoredSessions({ store, leaseTtl, idle, heartbeat, onError }) : undefined
  const sessions = new Sessions(parts, limits, stored)
  const piped = new Set<Session>()
  let loading: Promise<Sdk> | undefined
  // Loaded with the first session, so that servers of 2026-07-28 alone do not load it.
  const load = () => {
    loading ??= import('@modelcontextprotocol/server')
    return loading
  }

  return {
    handle: createSessionHttp({ sessions, load }),
    async connect(send) {
      const transport = new PipeTransport(send)
      const session = new Session(await load(), parts, transport, undefined)
      piped.add(session)
      await session.connect()
      return {
        receive: (message) => transport.onmessage?.(message),
        close() {
          piped.delete(session)
          return session.close()
        },
      }
    },
    dropStreams: () => sessions.dropReplies(),
    async close() {
      await Promise.all([sessions.close(), ...[...piped].map((session) => session.close())])
    },
  }
}
