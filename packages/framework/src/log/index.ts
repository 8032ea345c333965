export { RecordSizeError } from '../tools/errors.ts'
export { appendOrCreate } from './append-or-create.ts'
export { AttachmentError, type AttachmentLimit, type Attachments, createAttachments } from './attachments.ts'
export { appendCommand, type Decided } from './commands.ts'
export type { Kind } from './driven-kind.ts'
export { EventStreams, type EventStreamsOptions } from './event-streams.ts'
export { follow } from './follow.ts'
export { Health, type HealthOptions, type HealthReport } from './health.ts'
export {
  type Append,
  type Appended,
  type Created,
  FenceError,
  type Leases,
  type Log,
  LogConflictError,
  type LogEntry,
  type NewStream,
  type Opened,
  type Owner,
  type Snapshot,
  type Store,
  StreamExistsError,
  StreamGoneError,
  type StreamRecord,
  type StreamRef,
  type Under,
} from './log.ts'
export {
  type Blocked,
  type Driven,
  type DriverAppend,
  isDivergence,
  isLoss,
  type Machine,
  type Work,
} from './machine.ts'
export { createMemoryStore } from './memory.ts'
export { Node, type NodeOptions } from './node.ts'
export {
  type NewQuestion,
  type QuestionChanges,
  QuestionClosedError,
  type QuestionRef,
  type Questions,
  type StoredQuestion,
} from './questions.ts'
export {
  type RunCancel,
  type RunChange,
  type RunDetail,
  type RunFilter,
  type RunIndex,
  type RunMark,
  type RunPage,
  type RunRow,
  type RunState,
  type RunWait,
  toEnd,
  toProblem,
} from './run-index.ts'
export {
  createRunJournal,
  createRuns,
  type ListedCall,
  type RunStreams,
  type RunsOptions,
  readRun,
} from './run-journal.ts'
export { type Placed, States, type StatesOptions } from './states.ts'
export { type FoundText, type Searchable, type StreamText, searchTexts, type TextIndex } from './text-index.ts'
export { type Excerpt, toExcerpt, toWords } from './words.ts'
