/** What of `./chat` a page can use: everything but the server. Bundlers for browsers are given this file. */
export type { Command } from './command.ts'
export type { ChatCapabilities, Patch } from './patch.ts'
export { PatchError, parsePatch } from './parse-patch.ts'
export { reduce } from './reduce.ts'
export {
  type ChatMessage,
  type ChatState,
  emptyState,
  type MessageStatus,
  type PendingApprovalState,
  type PendingElicitState,
  type ToolCallState,
  type ToolCallStatus,
  type TurnState,
} from './state.ts'
