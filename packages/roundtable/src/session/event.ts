import type { Usage } from '@sweatpants/framework'
import type { ConsensusResult } from './consensus.ts'
import type { ContextPriority, ContextRequest, ContextResult } from './context-request.ts'
import type { Merger, Question } from './question.ts'
import type { AgentResponse, Ballot } from './response.ts'
import type { Role, SeatFailure, Substitute } from './seat.ts'
import type { BudgetLimits, EndReason, RoundSummary, Session, Verdict } from './session.ts'
import type { Synthesis } from './synthesis.ts'

type Untimed<T> = Omit<T, 'timestamp'>

export type Opening = Pick<
  Session,
  | 'id'
  | 'topic'
  | 'mode'
  | 'seats'
  | 'question'
  | 'exitOnConsensus'
  | 'generatesPerspectives'
  | 'asksThroughCaller'
  | 'synthesizer'
  | 'substitutes'
  | 'webSearch'
  | 'tools'
  | 'attachments'
  | 'totalRounds'
> & {
  principal?: string
  budget: BudgetLimits
  absent: Untimed<SeatFailure>[]
}

/** What each event of a debate carries. The types of events follow from it, and the reducer has an entry for each. */
export interface Happenings {
  session_start: {
    opening: Opening
    /** The command that started the debate, so that a repeat of it is recognized. */
    commandId?: string
  }
  /** A session that was exported elsewhere, unchanged. */
  session_import: { session: Session }
  session_pause: object
  session_resume: object
  session_stop: object
  /** The owner has given it another title. An empty one removes the title. */
  session_rename: { title: string }
  round_start: {
    round: number
    focusQuestion?: string
    agentIds: string[]
    contextIds: string[]
    /** Raised when the round is one more than was planned. */
    totalRounds: number
  }
  /** A process has begun to play the round. */
  round_play: { round: number }
  /** The round waits for `continue`: its last listener left, or the process that played it failed. */
  round_interrupt: { round: number; by: 'caller' | 'error' }
  /** A caller continues the round. */
  round_resume: { round: number }
  /** The round was recorded with other code than the server runs, and waits for the right version. */
  round_block: { round: number; code: string }
  /** A model, or the caller, has said which kind of question the topic is. */
  question_frame: { question: Question; model?: string; usage: Usage }
  /** The proposals of an open question have been merged. */
  proposals_merge: { merger: Merger }
  roles_assign: { roles: Record<string, Role>; usage: Usage }
  seat_ask: { round: number; agentId: string }
  /** What a seat has said so far: the draft up to `from`, and then `text`. */
  seat_draft: { round: number; agentId: string; from: number; text: string }
  /** A seat that was never heard has failed, and a substitute takes its place. */
  seat_replace: { round: number; agentId: string; substitute: Substitute }
  /** The model of a seat cannot see the images that are attached. */
  images_refuse: { agentId: string }
  ballot_cast: { ballot: Untimed<Ballot> }
  response_add: { response: Untimed<AgentResponse> }
  seat_fail: { failure: Untimed<SeatFailure>; usage: Usage }
  context_request: { request: Untimed<ContextRequest> }
  /** A seat has asked the same question as a request that is pending: another seat, or the same one, which requires it now. */
  context_join: { requestId: string; agentId: string; priority: ContextPriority }
  context_answer: { result: ContextResult; answeredBy?: string }
  context_clear: { requestIds: string[] }
  round_summarize: { round: number; summary: RoundSummary }
  round_summary_fail: { round: number; reason: string; usage: Usage }
  round_end: { round: number; consensus: ConsensusResult; endReason?: EndReason }
  synthesis_request: { round: number }
  synthesis_write: { synthesis: Untimed<Synthesis> }
  /** The request was cancelled, or the models failed. */
  synthesis_fail: { round: number; reason: string; usage?: Usage }
  /** The owner has said how the decision turned out. The last one counts. */
  outcome_record: { verdict: Verdict; note?: string }
}

export type HappeningType = keyof Happenings

/** Something that happens in a debate. */
export type Happening<T extends HappeningType = HappeningType> = { [K in T]: { type: K } & Happenings[K] }[T]

/** A happening with its time, as the log stores it. */
export type RoundtableEvent<T extends HappeningType = HappeningType> = Happening<T> & { timestamp: string }

/** Adds the time, and drops what JSON cannot store, so that the event equals what the log returns. */
export const stamp = (happening: Happening, now: number): RoundtableEvent =>
  JSON.parse(JSON.stringify({ ...happening, timestamp: new Date(now).toISOString() }))
