export * from './browser.ts'
export { CommandError, type CommandErrorCode } from './command-error.ts'
export { type Chat, type ChatLimits, type ChatOptions, createChat, type Persona } from './create-chat.ts'
export { follow } from './follow.ts'
export { EventStreams, type EventStreamsOptions } from './http/events-stream.ts'
export { HttpError } from './http/http-error.ts'
export { type ChatRoutesLimits, type ChatRoutesOptions, createChatRoutes } from './http/routes.ts'
export { createMemoryStore } from './memory-store.ts'
export {
  type Append,
  type Appended,
  FenceError,
  LogConflictError,
  type LogEntry,
  SessionExistsError,
  SessionGoneError,
  type SessionLog,
  type SessionRecord,
  type Store,
} from './session-log.ts'
