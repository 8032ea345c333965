import type { McpTool } from '@sweatpants/framework'
import type { Store } from '@sweatpants/framework/log'
import type { Model } from '@sweatpants/framework/models'
import type { Panel } from '../panel/panel.ts'
import type { ContextRequest } from '../session/context-request.ts'
import type { Session, Verdict } from '../session/session.ts'
import type { ListOptions, SessionManager, SessionSummary } from '../session/session-manager.ts'
import type { ContinueInput, StartInput } from './input.ts'
import type { ReadResource } from './read-attachments.ts'
import type { DebateSettings } from './settings.ts'

export interface RoundtableOptions {
  store: Store
  /** Returns the model of a seat. Default: `resolveModel`. */
  resolve?: (model: string) => Promise<Model>
  /** The models that can take seats. Default: those that the environment has keys for. */
  panel?: Panel
  settings?: Partial<DebateSettings>
  /** Tools that the seats can use, such as those of `connectMcp`. A function is called whenever they are needed. Names must differ. */
  tools?: readonly McpTool[] | (() => readonly McpTool[])
  /** What a debate begins with if its caller does not say. */
  defaults?: DebateDefaults
  /** Reads a document that a caller names by the URI of a resource. Default: such documents are refused. */
  readResource?: ReadResource
  /** Whether this process takes over rounds that another process left unfinished. Default true. */
  takesOver?: boolean
  /** Called with errors that no caller caused. Default: standard error. */
  onError?: (error: unknown) => void
}

export interface DebateDefaults {
  /** Whether seats search the web. Default false. */
  webSearch?: boolean
  /** Names of the connected tools that the seats can use. Default: all of them. */
  tools?: readonly string[]
}

export interface CallerOptions {
  /** The owner of the session. */
  principal?: string | undefined
  /** The name of the request: a repeat with the same name is not performed again. */
  commandId?: string | undefined
}

export interface StartOptions extends CallerOptions {
  sessionId?: string
  /** Whether the caller passes context requests on to the owner, so that the inbox does not list them as well. Default false. */
  asksThroughCaller?: boolean
}

/** A round that was begun: listen to it from this place of the log. */
export interface Begun {
  sessionId: string
  round: number
  after: number
  /** Whether the round had been begun before, and is only finished now. */
  isResumed: boolean
  /** Context results that were not taken, each with its reason. */
  ignored: IgnoredResult[]
}

export interface IgnoredResult {
  requestId: string
  /** `empty`: it has no text for what was found, or why nothing was. */
  reason: 'unknown' | 'repeated' | 'empty'
}

export interface ContextAnswered {
  ignored: IgnoredResult[]
  /** The requests that still have no answer. */
  pending: ContextRequest[]
}

/** The next news of a round. */
export interface Heard {
  after: number
  /** A progress line with the names of the panellists; absent when there is nothing to say. */
  line?: string
  /** The number of answers of this round so far. */
  done: number
  expected: number
  /** Whether the round has ended. */
  isOver: boolean
}

/** What a panellist that is still speaking has said so far. */
export interface SeatDraft {
  name: string
  text: string
}

export interface FinishOptions {
  signal: AbortSignal
  onHeard?: (heard: Heard) => void
  /** Called with the current drafts after every change. */
  onDrafts?: (drafts: readonly SeatDraft[]) => void
}

export interface Roundtable extends AsyncDisposable {
  /** Stores a debate and begins its first round. */
  start(input: StartInput, options?: StartOptions): Promise<Begun>
  /** Joins the open round, or begins the next. Refused while a required context request has no answer. */
  continue(sessionId: string, input?: ContinueInput, options?: CallerOptions): Promise<Begun>
  /** Resolves to the next news of a round. The round goes on without its listeners. */
  attend(begun: Begun, signal: AbortSignal): Promise<Heard>
  /** Whether a process plays a round of the session now. */
  isPlaying(sessionId: string, options?: CallerOptions): Promise<boolean>
  /** Interrupts the open round: its outstanding model calls are aborted, and it waits for the next `continue`. */
  interrupt(sessionId: string): Promise<void>
  /** Milliseconds after which a call over MCP returns although its round is still played. */
  readonly patience: number
  /** Listens to the end of the round. */
  finish(begun: Begun, options: FinishOptions): Promise<Session>
  /** Answers context requests without beginning a round. */
  answerContext(
    sessionId: string,
    results: NonNullable<ContinueInput['contextResults']>,
    options?: CallerOptions,
  ): Promise<ContextAnswered>
  control(sessionId: string, action: 'pause' | 'resume' | 'stop', options?: CallerOptions): Promise<Session>
  /** Has a model write the debate up, unless the stored write-up covers the last round. A caller that leaves does not cancel it. */
  synthesize(sessionId: string, options?: CallerOptions & { signal?: AbortSignal }): Promise<Session>
  /** Records how the decision turned out. A later call replaces it. From then on it counts in the track record of the models. */
  recordOutcome(
    sessionId: string,
    verdict: Verdict,
    options?: CallerOptions & { note?: string | undefined },
  ): Promise<Session>
  /** Changes what lists call the debate; the topic stays. An empty title removes it. */
  rename(sessionId: string, title: string, options?: CallerOptions): Promise<Session>
  /** Deletes the debate with its rounds, also while one is played. Outcomes that were recorded stay in the track record. */
  delete(sessionId: string, options?: CallerOptions): Promise<void>
  get(sessionId: string, options?: CallerOptions): Promise<Session>
  /** Lists debates that match, the latest changed first. */
  list(options?: CallerOptions & ListOptions): Promise<SessionSummary[]>
  /** Stores a session that was exported as JSON, under its id. An open round waits for `continue`. */
  import(session: Session, options?: CallerOptions): Promise<Session>
  /** Passes an error that no caller caused to `onError`. */
  report(error: unknown): void
  readonly panel: Panel
  /** Connected tools that the seats can use. */
  readonly tools: readonly McpTool[]
  readonly defaults: DebateDefaults
  readonly sessions: SessionManager
  /** Aborts outstanding model calls. Other processes, or the next start, continue the rounds from their journals. */
  close(): Promise<void>
}
