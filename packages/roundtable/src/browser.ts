/** What a page needs of debates. Nothing here needs Node, or a schema library. */
export type { DebateClient, DebateClientOptions } from './client/debate-client.ts'
export { createDebateClient } from './client/debate-client.ts'
export type { DebateSnapshot, DebateStore } from './client/debate-store.ts'
export type { ContinueInput, StartInput } from './debate/input.ts'
export type { ContextAnswered, IgnoredResult } from './debate/roundtable.ts'
export type { ExportFormat } from './export/formats.ts'
export type { Offer } from './http/offer.ts'
export type { Candidate } from './panel/panel.ts'
export * from './report/index.ts'
export { type Attachment, sayLeftOut } from './session/attachment.ts'
export {
  type ConsensusLevel,
  type ConsensusResult,
  canTurnOut,
  type Decision,
  type Dissent,
  type Flip,
  type RankedSeat,
  type SeatWeight,
  type Unrated,
  type VoteShare,
} from './session/consensus.ts'
export {
  type ContextPriority,
  type ContextRecord,
  type ContextRequest,
  type ContextResult,
  isPending,
} from './session/context-request.ts'
export type { Happening, RoundtableEvent } from './session/event.ts'
export { toFilter, type Wanted } from './session/filter-sessions.ts'
export { findReview } from './session/find-review.ts'
export { type NameOf, nameSeats } from './session/name-seats.ts'
export {
  type Merger,
  optionsOf,
  type ProposalGroup,
  type Question,
  type QuestionForm,
  type QuestionKind,
} from './session/question.ts'
export { reduce } from './session/reduce.ts'
export type { AgentResponse, Ballot, Citation, NumberRange, Statement, ToolUse, Vote } from './session/response.ts'
export type { FailurePhase, Role, Seat, SeatFailure, Stance } from './session/seat.ts'
export {
  type BudgetLimits,
  canReopen,
  canWriteUp,
  type DecisionOutcome,
  type EndReason,
  isHeard,
  isInRound,
  openRound,
  type Round,
  type RoundSummary,
  responsesOf,
  roundOf,
  type Session,
  type SessionStatus,
  seatOf,
  type Verdict,
} from './session/session.ts'
export type { SessionSummary } from './session/session-manager.ts'
export { isRunning } from './session/session-state.ts'
export {
  type Contradiction,
  type Disagreement,
  FINDING_LISTS,
  type Finding,
  type FindingList,
  type Synthesis,
} from './session/synthesis.ts'
