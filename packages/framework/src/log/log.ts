/**
 * Streams: named, ordered sequences of JSON records, each with a header row. Chats, debates, tasks, kept calls and run journals
 * are all streams. Every store implements this seam and runs `logContract`.
 *
 * L1 What a write acknowledged is on disk, and all nodes that share the store see one order.
 * L2 A write with a fence is refused unless that fence is the stream's last.
 * L3 A stream that is opened with a fence refuses every later write with a lower one.
 * L4 A command id is appended once; a repeat returns the place of the first.
 * L5 A numbered write is stored once, however often it is sent and however late it arrives.
 */
import { StoreError, SweatpantsError } from '../tools/errors.ts'
import type { Json } from '../tools/json.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import type { NewQuestion, QuestionChanges, Questions } from './questions.ts'
import type { RunChange, RunIndex, RunMark } from './run-index.ts'
import type { TextIndex } from './text-index.ts'

/** Where a server keeps its streams. Only the code that opened a store closes it. */
export interface Store {
  /** Whether streams survive the process. */
  readonly isDurable: boolean
  log<E>(kind: string): Log<E>
  /** For the streams of all kinds together. */
  readonly leases: Leases
  /** Of the streams of all kinds together. */
  readonly questions: Questions
  /** The runs of all kinds. */
  readonly runs: RunIndex
  /** For a full-text search. A store without it is searched by reading all streams of a principal. */
  readonly texts?: TextIndex
  close(): MaybePromise<void>
}

export interface Log<E> {
  /** Throws a `StreamExistsError`; a `FenceError` when the fence in `under` is not the owner's last. */
  create(id: string, stream: NewStream<E>): MaybePromise<Created>
  /** Returns the header row. */
  get(id: string): MaybePromise<StreamRecord | undefined>
  /** Returns the row and all records in one consistent read. With a fence it takes the stream over: earlier fences are refused from now on. */
  open(id: string, fence?: number): MaybePromise<Opened<E> | undefined>
  /** Appends in one transaction. Throws a `StreamGoneError`, `LogConflictError`, `FenceError` or `QuestionClosedError`. */
  append(id: string, append: Append<E>): MaybePromise<Appended>
  /** Returns the records after `after`, at most `limit`. */
  read(id: string, after: number, limit?: number): MaybePromise<LogEntry<E>[]>
  /** Returns the place where a command was appended. */
  find(id: string, commandId: string): MaybePromise<number | undefined>
  /**
   * Calls the listener when the stream may have grown or was deleted, on any node; with the new head where it is known, as
   * after a write of this store. Returns a function that stops it.
   */
  watch(id: string, listener: (head?: number) => void): () => void
  /**
   * Gives an event to the listeners on all nodes at once. It is not stored and may be lost, so a later append has to include
   * what it says. Never throws and waits for nothing.
   */
  broadcast(id: string, broadcast: Broadcast<E>): void
  /** Calls the listener with what any node broadcasts, this one included. Returns a function that stops it. */
  listen(id: string, listener: (broadcast: Broadcast<E>) => void): () => void
  /** Lists the streams of a principal, or those without one, the latest changed first. */
  list(principal: string | undefined, limit?: number): MaybePromise<StreamRecord[]>
  /** Counts the streams of a principal, or those without one, up to `limit`. The time grows with the result, not with the store. */
  count(principal: string | undefined, limit?: number): MaybePromise<number>
  /** Returns the newest snapshot. */
  snapshot(id: string): MaybePromise<Snapshot | undefined>
  /** Replaces an older snapshot. Does nothing when there is a newer one, or when the stream does not reach that far. */
  keepSnapshot(id: string, lsn: number, state: Json): MaybePromise<void>
  /** Deletes the stream, with `withRuns` also the runs that were created under it. Does nothing when it is gone; throws a `FenceError` when the fence is not its last. */
  delete(id: string, options?: { fence?: number; withRuns?: boolean }): MaybePromise<void>
}

/** A record at its place in a stream; places are numbered from 1. */
export interface LogEntry<E> {
  lsn: number
  event: E
}

/** An event that is not stored. It follows the record at `after`, so a reader must have that one first. */
export interface Broadcast<E> {
  after: number
  event: E
}

/** The header row of a stream. */
export interface StreamRecord {
  id: string
  principal?: string
  createdAt: number
  updatedAt: number
  /** The place of the last record. */
  head: number
  /** What lists show. */
  about: Json
  /** The driver's scratch. */
  register?: Json
  /** Whether a live node drives it. */
  isDriven: boolean
  /** The number of the last numbered write, 0 before the first. */
  lastWrite: number
}

export interface Opened<E> extends StreamRecord {
  events: LogEntry<E>[]
}

export interface Snapshot {
  lsn: number
  state: Json
}

export interface NewStream<E> {
  principal?: string
  /** What lists show: they read all of it, so a few kB at most. Stores do not enforce that, because it may hold a user's text. */
  about: Json
  /** The driver's scratch: replaced as a whole, never history. More than 16 kB of JSON is refused with a `RegisterError`. */
  register?: Json
  events: readonly E[]
  /** When a driver is needed; 0 means at once on every clock. */
  dueAt?: number
  /** When it may be collected; absent: never. */
  expiresAt?: number
  /** The node that drives the stream from the start; `Created.fence` is its fence. */
  node?: string
  /**
   * The owner, with which the stream is deleted and collected. A run names its owner's fence, which is checked in the same
   * transaction, and takes it. Without a fence the owner has to exist: a `StreamGoneError` otherwise.
   */
  under?: Owner
  /** Questions that the stream opens from the start. */
  questions?: readonly NewQuestion[]
  /** Lists the stream as a run. */
  run?: RunMark
}

/** The stream that another one belongs to. */
export interface Owner extends StreamRef {
  /** The fence of its driver. */
  fence?: number
}

/** The stream that a run belongs to, with the fence of its driver. */
export interface Under extends Owner {
  fence: number
}

export interface StreamRef {
  kind: string
  id: string
}

export interface Append<E> {
  events: readonly E[]
  /** Refused with a `LogConflictError` unless the stream ends here. */
  head?: number
  commandId?: string
  /** Refused with a `FenceError` unless this is the stream's last fence. */
  fence?: number
  /**
   * The number of the write, for writers that have the stream to themselves: drivers. Unless it is above the last one, the
   * write was stored before, or is older than one that was: nothing is stored, and the result says `repeated`.
   */
  write?: number
  about?: Json
  register?: Json
  /** When a driver is needed, `null` for never; unchanged when absent. */
  dueAt?: number | null
  expiresAt?: number
  /** Stops driving with this very write. */
  release?: boolean
  /** Wakes no watcher and leaves `updatedAt` as it is, as for journal entries: no notification, no index to update. */
  isQuiet?: boolean
  /** Questions that the write opens, answers and closes. */
  questions?: QuestionChanges
  /** What changes in the list of runs, in the same transaction. Does nothing for a stream that was created without `run`. */
  run?: RunChange
}

export interface Appended {
  /** The place of the last record that was appended; the head when there were none, or when the number of the write is repeated. */
  lsn: number
  /** Whether the command id was appended, or the numbered write stored, before. */
  repeated: boolean
}

export interface Created extends Appended {
  fence?: number
}

/**
 * Which node drives which stream. Timed by one clock for all nodes: a monotonic one, or the database server's. A lease that
 * is further ahead than its own ttl has lapsed, so a clock that was set back or a reboot locks no stream.
 */
export interface Leases {
  /** Keeps the node alive for `ttl` milliseconds. */
  beat(node: string, ttl: number): MaybePromise<void>
  /** Returns a new fence, or `undefined` while another live node drives the stream. Re-entrant per node: only `Node` calls it. */
  acquire(ref: StreamRef, node: string): MaybePromise<number | undefined>
  /** Stops driving; does nothing when the fence is not the last. */
  release(ref: StreamRef, fence: number): MaybePromise<void>
  /** Returns streams of these kinds that are due within `ahead` milliseconds and that no live node drives, the longest due first. */
  due(kinds: readonly string[], limit: number, ahead?: number): MaybePromise<StreamRef[]>
  /** Returns due streams of these kinds that this node has acquired, so that it finds those that it does not know of. */
  held(kinds: readonly string[], node: string, limit: number): MaybePromise<StreamRef[]>
  /** Deletes at most `limit` streams of all kinds that have expired, with the runs under them; resolves to their number, runs not counted. */
  collect(limit: number): MaybePromise<number>
}

/** Characters of JSON. */
const MAX_REGISTER = 16_384

/** How an encrypted value begins. It is longer than what it encrypts, which was measured before. */
export const ENCRYPTED = 'encrypted1'

/** Returns the JSON of a register, for stores to keep. Throws a `RegisterError` when it is too large. */
export function toRegisterText(id: string, register: Json): string {
  const text = JSON.stringify(register)
  if (text.length > MAX_REGISTER && !text.startsWith(`"${ENCRYPTED}.`)) throw new RegisterError(id, text.length)
  return text
}

/** What is stored cannot be read here: another process may have its key, or it was changed. */
export class UnreadableError extends StoreError {}

/** The stream does not end where the writer expected. */
export class LogConflictError extends SweatpantsError {
  override name = 'LogConflictError'
  /** Where the stream ends. */
  readonly found: number
  constructor(id: string, expected: number, found: number) {
    super(`stream ${id} ends at ${found}, not at ${expected}; read on and decide again`)
    this.found = found
  }
}

/** Another node drives the stream. */
export class FenceError extends SweatpantsError {
  override name = 'FenceError'
  constructor(id: string, fence: number) {
    super(`fence ${fence} of stream ${id} is not its last: another node drives it, and this one must stop`)
  }
}

/** Throws unless the owner of a new stream exists, and has the fence that `under` names. */
export function refuseOwner(under: Owner | undefined, owner: { fence?: number | null | undefined } | undefined): void {
  if (under === undefined) return
  if (under.fence !== undefined && owner?.fence !== under.fence) throw new FenceError(under.id, under.fence)
  if (owner === undefined) throw new StreamGoneError(under.id)
}

/**
 * Returns the result of an append that was stored before, by its number. Throws unless the stream ends where the writer expects it, and
 * has the fence of the writer. What a command id says comes first.
 */
export function findRepeated(
  id: string,
  { head, fence, write }: { head?: number | undefined; fence?: number | undefined; write?: number | undefined },
  stream: { head: number; fence?: number | null | undefined; lastWrite: number },
): Appended | undefined {
  if (fence !== undefined && fence !== stream.fence) throw new FenceError(id, fence)
  if (write !== undefined && write <= stream.lastWrite) return { lsn: stream.head, repeated: true }
  if (head !== undefined && head !== stream.head) throw new LogConflictError(id, head, stream.head)
  return undefined
}

/** A register is rewritten with each append, so it must stay small. */
export class RegisterError extends SweatpantsError {
  override name = 'RegisterError'
  constructor(id: string, length: number) {
    super(
      `the register of stream ${id} has ${length} characters of JSON, and at most ${MAX_REGISTER} are stored; append the value as a record and keep its place in the register`,
    )
  }
}

/** There is no such stream. */
export class StreamGoneError extends SweatpantsError {
  override name = 'StreamGoneError'
  constructor(id: string) {
    super(`there is no stream ${id}; it may have been deleted`)
  }
}

/** A stream with that id exists. */
export class StreamExistsError extends SweatpantsError {
  override name = 'StreamExistsError'
  constructor(id: string) {
    super(`stream ${id} exists already`)
  }
}
