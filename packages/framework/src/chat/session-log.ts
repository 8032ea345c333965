import { SweatpantsError } from '../tools/errors.ts'
import type { Json } from '../tools/json.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import type { RunStore } from '../tools/run-store.ts'

/** An event at its place in the log of a session; places are numbered from 1. */
export interface LogEntry<E> {
  lsn: number
  event: E
}

/** A session, without its log. */
export interface SessionRecord {
  sessionId: string
  /** Whose it is; nobody's in particular when absent. */
  principal?: string
  createdAt: number
  updatedAt: number
  /** The last place of its log. */
  head: number
  /** What a list shows of it. */
  about: Json
}

export interface Append<E> {
  events: readonly E[]
  /** Refused with a `LogConflictError` unless the log ends here. */
  head?: number
  /** Appended once: when it was appended before, nothing is, and the answer is that of the first time. */
  commandId?: string
  /** Refused with a `FenceError` unless this is the last that was given out. */
  fence?: number
  /** When somebody has to drive the session: at that time, or not at all. Unchanged when absent. */
  dueAt?: number | null
  about?: Json
}

export interface Appended {
  /** Where the last of the events is; the head when there were none. */
  lsn: number
  /** Whether the command was known. */
  repeated: boolean
}

/**
 * The logs of many sessions of one kind: the patches of chats, the events of debates. What it acknowledged is on disk, and
 * all nodes that share it see one order. Every implementation runs `sessionLogContract`.
 */
export interface SessionLog<E> {
  /** A new session with its first events. Refused with a `SessionExistsError`. */
  create(sessionId: string, session: { principal?: string; about: Json; events: readonly E[] }): MaybePromise<Appended>
  get(sessionId: string): MaybePromise<SessionRecord | undefined>
  /** Those of a principal, or of nobody in particular; the latest changed first. */
  list(principal: string | undefined, limit?: number): MaybePromise<SessionRecord[]>
  /** How many of them there are. */
  count(principal: string | undefined): MaybePromise<number>
  /** In one transaction. Refused with a `SessionGoneError` when there is no such session. */
  append(sessionId: string, append: Append<E>): MaybePromise<Appended>
  /** What comes after `after`, at most `limit` of it. */
  read(sessionId: string, after: number, limit?: number): MaybePromise<LogEntry<E>[]>
  /** Where a command was appended. */
  find(sessionId: string, commandId: string): MaybePromise<number | undefined>
  /** Calls when the log may have grown or gone, whichever node did it; returns how to stop. */
  watch(sessionId: string, listener: () => void): () => void
  /** The last state that was kept, to read on from. */
  snapshot(sessionId: string): MaybePromise<{ lsn: number; state: Json } | undefined>
  /** Replaces an older one; a newer one stays. */
  keepSnapshot(sessionId: string, lsn: number, state: Json): MaybePromise<void>
  delete(sessionId: string): MaybePromise<void>

  /** Says that a node is alive for the next `ttl` milliseconds. What it drives is its own while it is. */
  beat(node: string, ttl: number): MaybePromise<void>
  /** A new fence for driving the session, or nothing while another node that is alive drives it. */
  acquire(sessionId: string, node: string): MaybePromise<number | undefined>
  /** Stops driving, so that another can at once; nothing when the fence is not the last. */
  release(sessionId: string, fence: number): MaybePromise<void>
  /** Sessions that are due and that no node which is alive drives. */
  due(limit: number): MaybePromise<string[]>
}

/** All that a server keeps, in one place: runs, and logs by kind. */
export interface Store {
  readonly runs: RunStore
  log<E>(kind: string): SessionLog<E>
  close(): MaybePromise<void>
}

/** The log does not end where the writer thought. */
export class LogConflictError extends SweatpantsError {
  override name = 'LogConflictError'
  constructor(sessionId: string, expected: number, found: number) {
    super(`the log of session ${sessionId} ends at ${found}, not at ${expected}; read on and decide again`)
  }
}

/** Another node drives the session now. */
export class FenceError extends SweatpantsError {
  override name = 'FenceError'
  constructor(sessionId: string, fence: number) {
    super(`fence ${fence} of session ${sessionId} is not its last: another node drives it now, and this one must stop`)
  }
}

/** The session was never there, or was deleted. */
export class SessionGoneError extends SweatpantsError {
  override name = 'SessionGoneError'
  constructor(sessionId: string) {
    super(`there is no session ${sessionId}; it may have been deleted`)
  }
}

/** A session of that id is there already. */
export class SessionExistsError extends SweatpantsError {
  override name = 'SessionExistsError'
  constructor(sessionId: string) {
    super(`there is a session ${sessionId} already`)
  }
}
