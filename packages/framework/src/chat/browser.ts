/** The part of `./chat` for pages: everything but the server. Bundlers for browsers resolve `./chat` to this file. */

export { ClientClosedError, PatchError, RefusedError, UnreachableError } from '../log/client/client-errors.ts'
export { Connection, type ConnectionOptions, type ConnectionStatus, type Placed } from '../log/client/connection.ts'
export { type RequestOptions, Requests } from '../log/client/requests.ts'
export { type PageVisibility, Visibility } from '../log/client/visibility.ts'
export { type KeptData, keptOf } from '../tools/attachment.ts'
export { typeOfFile } from '../tools/file-type.ts'
export type { ExtendedMessage } from '../tools/message.ts'
export { type ChatClient, createChatClient } from './client/client.ts'
export type { ChatSnapshot, PendingElicit } from './client/client-snapshot.ts'
export type { CommandOutcome } from './client/conversation.ts'
export type { ChatClientOptions, ChatClientSettings } from './client/conversations.ts'
export type { FoundMessage } from './client/search.ts'
export type { SendingMessage } from './client/sending.ts'
export type { SessionChange, SessionSummary } from './client/session-list.ts'
export type { ToolEmissionTrackingState } from './client/tool-emission.ts'
export type { Command, CommandOf, CommandType, NewCommand } from './command.ts'
export * from './patch.ts'
export { applyBroadcast, applyPatch, reduce } from './reduce.ts'
export {
  type AskedState,
  type ChatMessage,
  type ChatState,
  emptyState,
  everyMessage,
  isUnfinished,
  type MessageStatus,
  type PendingApprovalState,
  type PendingElicitState,
  parseState,
  type ToolCallState,
  type ToolCallStatus,
  type TurnState,
  toMessageId,
  toViewCallId,
} from './state.ts'
export {
  ATTACHMENT_LIMITS,
  isAttachment,
  type UserAttachment,
  type UserBlock,
  type UserContent,
} from './user-content.ts'
