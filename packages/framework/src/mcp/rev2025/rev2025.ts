import type { RunOptions } from '../../tools/run-tool.ts'
import type { Admitted } from '../core/auth.ts'
import type { Catalog } from '../core/catalog.ts'
import type { EventHub } from '../core/events.ts'
import { readGuarded } from '../core/guarded.ts'
import type { HttpExchange } from '../core/http-exchange.ts'
import type { Sampler } from '../core/sampler.ts'
import { createMethods, type MethodParts } from './methods.ts'
import { type MessagePipe, PipeTransport } from './pipe.ts'
import { type Sdk, Session, type SessionParts } from './session.ts'
import { createSessionHttp } from './session-http.ts'
import type { SessionLimits } from './session-limits.ts'
import { Sessions } from './sessions.ts'
import { StoredSessions } from './stored-sessions.ts'

/** The revisions with sessions, 2025-11-25 and before, for any wire. */
export interface Rev2025 {
  /** `message` is the parsed body of a POST. */
  handle(exchange: HttpExchange, caller: Admitted | undefined, message: unknown): Promise<void>
  /** Serves one client over a pipe until the pipe closes. Resolves when the session is ready. */
  connect(pipe: MessagePipe): Promise<void>
  /** Closes every streamed response that can be resumed. Calls go on, and clients resume for the rest. */
  dropStreams(): void
  /** Ends all sessions; resolves when their calls have ended. */
  close(): Promise<void>
}

export interface Rev2025Parts {
  catalog: Catalog
  rounds?: MethodParts['rounds']
  closing?: MethodParts['closing']
  sampler: Sampler
  events: EventHub
  info: { name: string; version: string; instructions?: string }
  limits: SessionLimits & { heartbeat?: number }
  store: MethodParts['store']
  /** Milliseconds after which a process without a heartbeat counts as dead, and others take over its sessions. Default 10 seconds. */
  leaseTtl?: number
  signalUrl?: MethodParts['signalUrl']
  onVersionChange?: RunOptions['onVersionChange']
  onError(error: unknown): void
}

export function createRev2025({ events, info, limits, leaseTtl = 10_000, onError, ...rest }: Rev2025Parts): Rev2025 {
  const parts: SessionParts = {
    info,
    events,
    onError,
    hasViews: rest.catalog.views !== undefined,
    get hasSkills() {
      return rest.catalog.skills.entries.length > 0
    },
    methods: createMethods({ ...rest, name: info.name, heartbeat: limits.heartbeat, onError }),
  }
  const { store } = rest
  const { sessionIdle: idle } = limits
  const stored = store.isDurable ? new StoredSessions({ store, leaseTtl, idle, onError }) : undefined
  const sessions = new Sessions(parts, limits, stored)
  const piped = new Set<Session>()
  let loading: Promise<Sdk> | undefined
  // Loaded with the first session, so that servers of 2026-07-28 alone do not load it.
  const load = () => {
    loading ??= import('@modelcontextprotocol/server')
    return loading
  }

  return {
    handle: createSessionHttp({ sessions, load, guardedBy: (message) => readGuarded(message, rest.catalog) }),
    async connect(pipe) {
      const sdk = await load()
      const session = new Session(sdk, parts, new PipeTransport(pipe), undefined)
      piped.add(session)
      pipe.onClose(() => {
        piped.delete(session)
        return session.close()
      })
      await session.connect()
    },
    dropStreams: () => sessions.dropReplies(),
    async close() {
      await Promise.all([sessions.close(), ...[...piped].map((session) => session.close())])
    },
  }
}
