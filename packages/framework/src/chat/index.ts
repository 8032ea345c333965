export { HttpError } from '../http/http-error.ts'
export { EventStreams, type EventStreamsOptions } from '../log/event-streams.ts'
export { follow } from '../log/follow.ts'
export {
  type Append,
  type Appended,
  FenceError,
  type Log as SessionLog,
  LogConflictError,
  type LogEntry,
  type Store,
  StreamExistsError as SessionExistsError,
  StreamGoneError as SessionGoneError,
  type StreamRecord as SessionRecord,
} from '../log/log.ts'
export { createMemoryStore } from '../log/memory.ts'
export * from './browser.ts'
export type { ChatSession } from './chat-session.ts'
export { CommandError, type CommandErrorCode } from './command.ts'
export { type Chat, type ChatLimits, type ChatOptions, createChat, type Persona } from './create-chat.ts'
export { type ChatRoutesLimits, type ChatRoutesOptions, createChatRoutes } from './routes.ts'
