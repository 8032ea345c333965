import { type Clock, mintId, systemClock } from '@sweatpants/framework'
import { type PageVisibility, type RequestOptions, Requests } from '@sweatpants/framework/chat'
import type { ContinueInput, StartInput } from '../debate/input.ts'
import type { ContextAnswered, IgnoredResult } from '../debate/roundtable.ts'
import type { ExportFormat } from '../export/formats.ts'
import type { Offer } from '../http/offer.ts'
import type { Session, Verdict } from '../session/session.ts'
import type { SessionSummary } from '../session/session-manager.ts'
import { type DebateStore, openDebate, readSession, type ShownReply } from './debate-store.ts'

export interface DebateClientOptions extends RequestOptions {
  clock?: Clock
  /** Spreads the reconnects of many pages. Returns a number from 0 to 1. */
  random?: () => number
  /** Reports whether the page is hidden; a hidden page does not follow its debate. Default: the document. */
  visibility?: PageVisibility
  /** Called when the server sent something that cannot be parsed. Default: the console. */
  onError?: (error: unknown) => void
}

/** The name of a command: a repeat with the same name is not performed again. Default: a new name for each call. */
interface Named {
  commandId?: string
}

/** Debates for a page. Methods reject with a `RefusedError`, or with an `UnreachableError` when the request can be repeated. */
export interface DebateClient {
  agents(): Promise<Offer>
  /** Lists debates, the latest changed first. */
  list(): Promise<SessionSummary[]>
  /** Starts a debate, which runs on the server until its first round has ended. */
  start(input: StartInput & Named): Promise<{ sessionId: string; round: number }>
  continue(sessionId: string, input?: ContinueInput & Named): Promise<{ round: number; ignored: IgnoredResult[] }>
  answerContext(
    sessionId: string,
    contextResults: NonNullable<ContinueInput['contextResults']>,
  ): Promise<ContextAnswered>
  control(sessionId: string, action: 'pause' | 'resume' | 'stop'): Promise<Session>
  /** Records how the decision turned out. A later call replaces it. */
  recordOutcome(sessionId: string, outcome: Verdict): Promise<Session>
  /** Changes what lists call the debate. An empty title removes it. */
  rename(sessionId: string, title: string): Promise<Session>
  delete(sessionId: string): Promise<void>
  /** Whether a process plays a round of the debate now. */
  isPlaying(sessionId: string): Promise<boolean>
  /** Resolves once a model has written the debate up. */
  synthesize(sessionId: string): Promise<Session>
  /** Imports a debate that was exported as JSON. */
  import(json: string): Promise<{ sessionId: string }>
  /** Returns the URL of the export. */
  exportUrl(sessionId: string, format: ExportFormat): string
  open(sessionId: string): DebateStore
}

export function createDebateClient(options: DebateClientOptions = {}): DebateClient {
  const { clock = systemClock, random = Math.random, onError = console.error } = options
  const page = options.visibility ?? (typeof document === 'object' ? document : undefined)
  const requests = new Requests('/api/roundtable', () => options, clock)
  const signal = new AbortController().signal
  const pathOf = (sessionId: string, rest = ''): string => `/sessions/${encodeURIComponent(sessionId)}${rest}`
  // The server is ours, so its replies have these shapes.
  const get = async <T>(path: string) => (await requests.json('GET', path, signal)) as T
  const send = async <T>(path: string, body: string) => (await requests.json('POST', path, signal, body)) as T
  const post = <T>(path: string, body: object) => send<T>(path, JSON.stringify(body))
  const change = async (path: string, body: object) => readSession(await post<ShownReply>(path, body))
  return {
    agents: () => get('/agents'),
    list: async () => (await get<{ sessions: SessionSummary[] }>('/sessions')).sessions,
    start: (input) => post('/sessions', named(input)),
    continue: (sessionId, input = {}) => post(pathOf(sessionId, '/continue'), named(input)),
    answerContext: (sessionId, contextResults) => post(pathOf(sessionId, '/context'), { contextResults }),
    control: (sessionId, action) => change(pathOf(sessionId, '/control'), { action }),
    recordOutcome: (sessionId, outcome) => change(pathOf(sessionId, '/outcome'), { outcome }),
    rename: async (sessionId, title) => {
      const reply = await requests.json('PATCH', pathOf(sessionId), signal, JSON.stringify({ title }))
      return readSession(reply as ShownReply)
    },
    delete: async (sessionId) => void (await requests.json('DELETE', pathOf(sessionId), signal)),
    isPlaying: async (sessionId) => (await get<{ isPlaying: boolean }>(pathOf(sessionId, '/playing'))).isPlaying,
    synthesize: (sessionId) => change(pathOf(sessionId, '/synthesis'), {}),
    import: (json) => send('/sessions/import', json),
    exportUrl: (sessionId, format) => requests.urlOf(pathOf(sessionId, `/export?format=${format}`)),
    open: (sessionId) => openDebate(sessionId, { requests, clock, random, page, onError }),
  }
}

const named = <T extends Named>(input: T): T => ({ commandId: mintId(), ...input })
