import type { Clock } from '@sweatpants/framework'
import type { ContinueInput, StartInput } from '../debate/input.ts'
import type { IgnoredResult } from '../debate/roundtable.ts'
import type { ExportFormat } from '../http/formats.ts'
import type { Offer } from '../http/offer.ts'
import type { ContextRequest } from '../session/context-request.ts'
import type { Session } from '../session/session.ts'
import type { SessionSummary } from '../session/session-manager.ts'
import { systemClock } from './clock.ts'
import { type DebateStore, FollowedDebate } from './debate-store.ts'
import { type RequestOptions, Requests } from './requests.ts'

export interface DebateClientOptions extends RequestOptions {
  clock?: Clock
}

/** A name for what is asked, so that it is done once: by default each call has one of its own. */
interface Named {
  commandId?: string
}

/** Debates as a page uses them. Throws a `RefusedError`, or an `UnreachableError` when the same may be asked again. */
export interface DebateClient {
  agents(): Promise<Offer>
  /** The latest changed first. */
  list(): Promise<SessionSummary[]>
  /** Begins a debate, which goes on whether or not anybody looks. */
  start(input: StartInput & Named): Promise<{ sessionId: string; round: number }>
  continue(sessionId: string, input?: ContinueInput & Named): Promise<{ round: number; ignored: IgnoredResult[] }>
  answerContext(
    sessionId: string,
    contextResults: NonNullable<ContinueInput['contextResults']>,
  ): Promise<{ ignored: IgnoredResult[]; pending: ContextRequest[] }>
  control(sessionId: string, action: 'pause' | 'resume' | 'stop'): Promise<Session>
  /** Has a model write the debate up. It takes as long as that does. */
  synthesize(sessionId: string): Promise<Session>
  /** What was exported as JSON. */
  import(json: string): Promise<{ sessionId: string }>
  /** Where a browser downloads it. */
  exportUrl(sessionId: string, format: ExportFormat): string
  open(sessionId: string): DebateStore
}

export function createDebateClient({ clock = systemClock, ...options }: DebateClientOptions = {}): DebateClient {
  const requests = new Requests(options)
  const pathOf = (sessionId: string, rest = ''): string => `/sessions/${encodeURIComponent(sessionId)}${rest}`
  return {
    agents: () => requests.get('/agents'),
    list: async () => (await requests.get<{ sessions: SessionSummary[] }>('/sessions')).sessions,
    start: (input) => requests.post('/sessions', named(input)),
    continue: (sessionId, input = {}) => requests.post(pathOf(sessionId, '/continue'), named(input)),
    answerContext: (sessionId, contextResults) => requests.post(pathOf(sessionId, '/context'), { contextResults }),
    async control(sessionId, action) {
      return (await requests.post<{ session: Session }>(pathOf(sessionId, '/control'), { action })).session
    },
    async synthesize(sessionId) {
      return (await requests.post<{ session: Session }>(pathOf(sessionId, '/synthesis'), {})).session
    },
    import: (json) => requests.post('/sessions/import', json),
    exportUrl: (sessionId, format) => requests.urlOf(pathOf(sessionId, `/export?format=${format}`)),
    open: (sessionId) => new FollowedDebate(requests, clock, sessionId),
  }
}

const named = <T extends Named>(input: T): T => ({ commandId: createId(), ...input })

/** A page that was not loaded securely has no `randomUUID`. */
const createId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
