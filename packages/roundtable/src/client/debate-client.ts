import { type Clock, systemClock } from '@sweatpants/framework'
import { type PageVisibility, type RequestOptions, Requests } from '@sweatpants/framework/chat'
import type { ContinueInput, StartInput } from '../debate/input.ts'
import type { IgnoredResult } from '../debate/roundtable.ts'
import type { ExportFormat } from '../http/formats.ts'
import type { Offer } from '../http/offer.ts'
import type { ContextRequest } from '../session/context-request.ts'
import type { Session } from '../session/session.ts'
import type { SessionSummary } from '../session/session-manager.ts'
import { type DebateStore, openDebate } from './debate-store.ts'

export interface DebateClientOptions extends RequestOptions {
  clock?: Clock
  /** Keeps pages from coming back in step. From 0 to 1. */
  random?: () => number
  /** Tells when the page is hidden, by `visibilitychange`: it then follows nothing. Default: the document. */
  visibility?: PageVisibility
  /** Told of what the server sent and cannot be read. Default: the console. */
  onError?: (error: unknown) => void
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
  /** Whether its open round is being played; one that is not was interrupted, and `continue` finishes it. */
  isPlaying(sessionId: string): Promise<boolean>
  /** Has a model write the debate up. It takes as long as that does. */
  synthesize(sessionId: string): Promise<Session>
  /** What was exported as JSON. */
  import(json: string): Promise<{ sessionId: string }>
  /** Where a browser downloads it. */
  exportUrl(sessionId: string, format: ExportFormat): string
  open(sessionId: string): DebateStore
}

export function createDebateClient(options: DebateClientOptions = {}): DebateClient {
  const { clock = systemClock, random = Math.random, onError = console.error } = options
  const page = options.visibility ?? (typeof document === 'object' ? document : undefined)
  const requests = new Requests('/api/roundtable', () => options, clock)
  const signal = new AbortController().signal
  const pathOf = (sessionId: string, rest = ''): string => `/sessions/${encodeURIComponent(sessionId)}${rest}`
  // The shape of an answer is the server's word.
  const get = async <T>(path: string) => (await requests.json('GET', path, signal)) as T
  const send = async <T>(path: string, body: string) => (await requests.json('POST', path, signal, body)) as T
  const post = <T>(path: string, body: object) => send<T>(path, JSON.stringify(body))
  return {
    agents: () => get('/agents'),
    list: async () => (await get<{ sessions: SessionSummary[] }>('/sessions')).sessions,
    start: (input) => post('/sessions', named(input)),
    continue: (sessionId, input = {}) => post(pathOf(sessionId, '/continue'), named(input)),
    answerContext: (sessionId, contextResults) => post(pathOf(sessionId, '/context'), { contextResults }),
    control: async (sessionId, action) =>
      (await post<{ session: Session }>(pathOf(sessionId, '/control'), { action })).session,
    isPlaying: async (sessionId) => (await get<{ isPlaying: boolean }>(pathOf(sessionId, '/playing'))).isPlaying,
    synthesize: async (sessionId) => (await post<{ session: Session }>(pathOf(sessionId, '/synthesis'), {})).session,
    import: (json) => send('/sessions/import', json),
    exportUrl: (sessionId, format) => requests.urlOf(pathOf(sessionId, `/export?format=${format}`)),
    open: (sessionId) => openDebate(sessionId, { requests, clock, random, page, onError }),
  }
}

const named = <T extends Named>(input: T): T => ({ commandId: createId(), ...input })

/** A page that was not loaded securely has no `randomUUID`. */
const createId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
