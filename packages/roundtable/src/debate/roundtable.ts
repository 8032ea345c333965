import type { Store } from '@sweatpants/framework/chat'
import type { Model } from '@sweatpants/framework/models'
import type { Panel } from '../panel/panel.ts'
import type { ContextRequest } from '../session/context-request.ts'
import type { Session } from '../session/session.ts'
import type { SessionSummary } from '../session/session-manager.ts'
import type { ContinueInput, StartInput } from './input.ts'
import type { DebateSettings } from './settings.ts'

export interface RoundtableOptions {
  store: Store
  /** The model of a seat. Default: `resolveModel`. */
  resolve?: (model: string) => Promise<Model>
  /** Which seats there could be. Default: what the environment has. */
  panel?: Panel
  settings?: Partial<DebateSettings>
  /** Told of what goes wrong and is nobody's mistake. */
  onError?: (error: unknown) => void
}

/** Whose session it is, and a name for the request: done once, however often it is asked for. */
export interface CallerOptions {
  principal?: string | undefined
  commandId?: string | undefined
}

/** A round that was begun: attend it from this place of the log. */
export interface Begun {
  sessionId: string
  round: number
  after: number
  /** Whether it had been begun before, and is only finished now. */
  isResumed: boolean
  /** Context results that were not taken, each with its reason. */
  ignored: IgnoredResult[]
}

export interface IgnoredResult {
  requestId: string
  reason: 'unknown' | 'repeated'
}

/** What an attendant hears next. */
export interface Heard {
  after: number
  /** In words, for a progress line; absent when there is nothing to say. */
  notice?: string
  /** How many of the expected answers of this round are in. */
  done: number
  expected: number
  /** Whether the round has ended. */
  isOver: boolean
}

export interface Roundtable {
  /** Stores a debate and begins its first round. */
  start(input: StartInput, options?: CallerOptions & { sessionId?: string }): Promise<Begun>
  /** Finishes the round that is open, or begins the next. Refused while a required context request is unanswered. */
  continue(sessionId: string, input?: ContinueInput, options?: CallerOptions): Promise<Begun>
  /**
   * Waits for what happens next in a round, and drives the round if nobody does. When the last attendant's signal aborts,
   * the outstanding model calls are aborted, and the round waits for the next `continue`.
   */
  attend(begun: Begun, signal: AbortSignal): Promise<Heard>
  /** Whether some process plays a round of it. One that is open and that nobody plays was interrupted. */
  isPlaying(sessionId: string, options?: CallerOptions): Promise<boolean>
  /** Aborts the outstanding model calls of a round; it waits for the next `continue`. */
  interrupt(sessionId: string): void
  /** Attends to the end. */
  finish(begun: Begun, options: { signal: AbortSignal; onHeard?: (heard: Heard) => void }): Promise<Session>
  /** Answers context requests without beginning a round. */
  answerContext(
    sessionId: string,
    results: NonNullable<ContinueInput['contextResults']>,
    options?: CallerOptions,
  ): Promise<{ ignored: IgnoredResult[]; pending: ContextRequest[] }>
  control(sessionId: string, action: 'pause' | 'resume' | 'stop', options?: CallerOptions): Promise<Session>
  /** Writes the synthesis, unless the one that is stored is of the same round. */
  synthesize(sessionId: string, options: CallerOptions & { signal: AbortSignal }): Promise<Session>
  get(sessionId: string, options?: CallerOptions): Promise<Session>
  list(options?: CallerOptions & { limit?: number }): Promise<SessionSummary[]>
  /** A session that was exported as JSON, with its id. */
  import(session: Session, options?: CallerOptions): Promise<Session>
  readonly panel: Panel
  /** Aborts what is outstanding; rounds go on from their journals. */
  close(): Promise<void>
}
