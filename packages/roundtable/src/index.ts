export type { Thresholds } from './consensus/compute-consensus.ts'
export { createRoundtable } from './debate/create-roundtable.ts'
export { type ContinueInput, continueInput, LIMITS, type StartInput, startInput } from './debate/input.ts'
export { readDebateSettings } from './debate/read-settings.ts'
export type {
  Begun,
  CallerOptions,
  ContextAnswered,
  DebateDefaults,
  FinishOptions,
  Heard,
  IgnoredResult,
  Roundtable,
  RoundtableOptions,
  SeatDraft,
  StartOptions,
} from './debate/roundtable.ts'
export { DEFAULT_SETTINGS, type DebateSettings } from './debate/settings.ts'
export { connectToolServers, type ToolServers, toAddresses } from './debate/tool-servers.ts'
export { debateVoice } from './demo/debate-voice.ts'
export { RoundtableError, type RoundtableErrorCode } from './errors.ts'
export { Html, html } from './export/html.ts'
export { fromJson, toJson } from './export/json.ts'
export { modelHtml } from './export/model-markdown.ts'
export { toHtml } from './export/to-html.ts'
export { toMarkdown } from './export/to-markdown.ts'
export { createRoundtableTools } from './mcp/create-tools.ts'
export { type RoundReply, toRoundReply } from './mcp/round-reply.ts'
export { type ServeRoundtableOptions, serveRoundtable } from './mcp/serve-roundtable.ts'
export { MODES, type ModeName } from './modes/index.ts'
export type { Mode } from './modes/mode.ts'
export { createPanel } from './panel/create-panel.ts'
export type { Candidate, Panel, Seating, SeatWish } from './panel/panel.ts'
export type { Attachment } from './session/attachment.ts'
export type {
  ConsensusLevel,
  ConsensusResult,
  Decision,
  Dissent,
  Flip,
  RankedSeat,
  SeatWeight,
  Unrated,
  VoteShare,
} from './session/consensus.ts'
export type { ContextPriority, ContextRecord, ContextRequest, ContextResult } from './session/context-request.ts'
export type { Happening, RoundtableEvent } from './session/event.ts'
export type { AgentResponse, Ballot, Citation, NumberRange, Statement, ToolUse, Vote } from './session/response.ts'
export type { Role, Seat, SeatFailure, Stance } from './session/seat.ts'
export type {
  BudgetLimits,
  EndReason,
  Round,
  RoundSummary,
  Session,
  SessionStatus,
} from './session/session.ts'
export { SessionManager, type SessionSummary } from './session/session-manager.ts'
export type { Contradiction, Disagreement, Finding, Synthesis } from './session/synthesis.ts'
export { SEAT_TOOLS } from './toolkit/outside-tools.ts'
