/**
 * Sessions in a durable store. A session is a stream under the lease of the process that serves it; the run of a call that
 * asked its client is stored under it.
 *
 * V1 A session is served by one process. Another one takes it over once the lease of the first has lapsed, and from then on
 *    every write of the first is refused.
 * V2 A question, an answer and the response of a stored call are in the store before the client sees them, or is told that they arrived.
 * V3 A question that was sent is not sent again: it keeps its id, and a client that resumes its stream gets what it missed.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { Lease } from '../../log/lease.ts'
import { FenceError, type Log, type Store, StreamGoneError } from '../../log/log.ts'
import { createRunStreams, type RunStreams } from '../../log/run-journal.ts'
import { Drain } from '../../tools/drain.ts'
import { createMemoryJournal, type Journal, type JournalWrite } from '../../tools/journal.ts'
import type { Json } from '../../tools/json.ts'
import type { MaybePromise } from '../../tools/maybe-promise.ts'
import { mintId } from '../../tools/seed.ts'
import type { Message, RequestId, RequestMessage } from './message.ts'

const KIND = 'session'

/** Milliseconds between two attempts to take over a session. */
const RETRY = 200

/** Messages that form a session, such as subscriptions. */
const MAX_MESSAGES = 2_000

/** A record of a session's stream. */
export type SessionEvent =
  /** A message that forms the session: `initialize`, a subscription. */
  | { type: 'message'; message: Json }
  /** A call that has asked its client, and the number of its response stream. */
  | { type: 'call'; runId: string; stream: number; request: Json }
  /** A question that was sent. */
  | { type: 'sent'; stream: number; seq: number; text: string }
  | { type: 'answer'; message: Json }
  | { type: 'done'; runId: string; stream: number; seq: number; text: string }

/** What a process that takes over a session goes on with. */
export interface Restored {
  stored: StoredSession
  messages: Message[]
  /** Calls without a response. */
  calls: { runId: string; stream: number; request: RequestMessage }[]
  sent: { stream: number; seq: number; text: string }[]
  answers: Message[]
}

export interface StoredSessionsOptions {
  store: Store
  leaseTtl: number
  /** Milliseconds after which an idle session ends. */
  idle: number
  onError: (error: unknown) => void
}

export class StoredSessions {
  readonly #options: StoredSessionsOptions
  readonly #log: Log<SessionEvent>
  readonly #lease: Lease
  #beating: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(options: StoredSessionsOptions) {
    this.#options = options
    this.#log = options.store.log<SessionEvent>(KIND)
    this.#lease = new Lease(options.store.leases, mintId(), options.leaseTtl)
  }

  async create(id: string, principal: string | undefined, initialize: Message): Promise<StoredSession> {
    await this.#beat()
    const { fence } = await this.#log.create(id, {
      ...(principal !== undefined && { principal }),
      about: { type: KIND },
      events: [{ type: 'message', message: initialize as Json }],
      expiresAt: this.#expiresAt(),
      node: this.#lease.node,
    })
    return this.#open(id, fence!)
  }

  /** Takes over the session of a principal, as soon as no other process serves it; `undefined` if there is none, or one serves it. */
  async restore(id: string, principal: string | undefined): Promise<Restored | undefined> {
    const { leases } = this.#options.store
    const until = performance.now() + 1.5 * this.#options.leaseTtl
    for (;;) {
      const record = await this.#log.get(id)
      if (record === undefined || record.principal !== principal) return undefined
      await this.#beat()
      const fence = await leases.acquire({ kind: KIND, id }, this.#lease.node)
      if (fence !== undefined) return this.#read(id, fence)
      if (performance.now() > until) return undefined
      await delay(RETRY)
    }
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async #read(id: string, fence: number): Promise<Restored | undefined> {
    const opened = await this.#log.open(id, fence)
    if (opened === undefined) return undefined
    const events = opened.events.map(({ event }) => event)
    const of = <T extends SessionEvent['type']>(type: T) =>
      events.filter((event): event is Extract<SessionEvent, { type: T }> => event.type === type)
    const done = new Set(of('done').map(({ runId }) => runId))
    return {
      stored: this.#open(id, fence),
      // They were checked when they arrived.
      messages: of('message').map(({ message }) => message as unknown as Message),
      calls: of('call')
        .filter(({ runId }) => !done.has(runId))
        .map(({ request, ...call }) => ({ ...call, request: request as unknown as RequestMessage })),
      sent: events.filter((event) => event.type === 'sent' || event.type === 'done'),
      answers: of('answer').map(({ message }) => message as unknown as Message),
    }
  }

  #open(id: string, fence: number): StoredSession {
    const { store, idle, onError } = this.#options
    return new StoredSession({ store, log: this.#log, id, fence, idle, onError, expiresAt: () => this.#expiresAt() })
  }

  #expiresAt(): number {
    return Date.now() + 2 * this.#options.idle
  }

  /** The first heartbeat is awaited: a stream of a node that has none belongs to no one. */
  #beat(): Promise<void> {
    this.#timer ??= setInterval(
      () => void this.#lease.beat().catch(this.#options.onError),
      this.#options.leaseTtl / 3,
    ).unref()
    this.#beating ??= this.#lease.beat().catch((error) => {
      this.#beating = undefined
      throw error
    })
    return this.#beating
  }
}

interface StoredSessionOptions {
  store: Store
  log: Log<SessionEvent>
  id: string
  fence: number
  idle: number
  expiresAt: () => number
  onError: (error: unknown) => void
}

/** A session that this process serves. */
export class StoredSession {
  readonly #options: StoredSessionOptions
  readonly #runs: RunStreams
  readonly #drain = new Drain()
  #messages = 0
  #extendedAt = Date.now()
  /** Called when another process serves the session. */
  onLost: (() => void) | undefined

  constructor(options: StoredSessionOptions) {
    const { store, id, fence } = options
    this.#options = options
    this.#runs = createRunStreams(store, { kind: KIND, id, fence }, this.#drain)
  }

  /** Stores what a message changes for the rest of the session. */
  async remember(message: Message): Promise<void> {
    if (++this.#messages < MAX_MESSAGES) await this.append({ type: 'message', message: message as Json })
  }

  async append(event: SessionEvent): Promise<void> {
    const { log, id, fence, expiresAt, onError } = this.#options
    this.#extendedAt = Date.now()
    try {
      await log.append(id, { events: [event], fence, expiresAt: expiresAt(), isQuiet: true })
    } catch (error) {
      if (!(error instanceof FenceError || error instanceof StreamGoneError)) throw error
      onError(error)
      this.onLost?.()
    }
  }

  /** Keeps the session while it is used. Written now and then, not with each request. */
  extend(): void {
    const { log, id, fence, idle, expiresAt, onError } = this.#options
    if (Date.now() - this.#extendedAt < idle / 2) return
    this.#extendedAt = Date.now()
    const extend = async () => log.append(id, { events: [], fence, expiresAt: expiresAt(), isQuiet: true })
    extend().catch(onError)
  }

  /** Creates the journal of a run that is stored from the moment on at which `keep` is called. */
  createJournal(runId: string): SessionJournal {
    return new SessionJournal(this.#runs.journal(runId))
  }

  /** Creates the journal of a run that is stored already. */
  openJournal(runId: string): Journal {
    return this.#runs.journal(runId)
  }

  /** Above the number of every stream of an earlier process. */
  get base(): number {
    return this.#options.fence * 1_000_000
  }

  /** Stops its stored runs at their next write. */
  drain(): void {
    this.#drain.begin()
  }

  /** Lets another process take it over at once. */
  async release(): Promise<void> {
    const { store, id, fence } = this.#options
    await store.leases.release({ kind: KIND, id }, fence)
  }

  forget(runId: string): Promise<void> {
    return this.#runs.delete(runId)
  }

  async end(): Promise<void> {
    const { log, id } = this.#options
    await log.delete(id, { withRuns: true })
  }
}

/** A journal in memory, and from `keep` on in the store. Most calls ask nothing, and write nothing. */
export class SessionJournal implements Journal {
  readonly #memory = createMemoryJournal()
  readonly #stream: Journal
  /** The revision at which the stream was created. */
  #from: number | undefined
  #keeping: Promise<void> | undefined

  constructor(stream: Journal) {
    this.#stream = stream
  }

  read() {
    return this.#memory.read()
  }

  append(revision: number, write: JournalWrite): MaybePromise<void> {
    this.#memory.append(revision, write)
    if (this.#keeping === undefined) return
    return this.#keeping.then(() => this.#stream.append(revision - this.#from! + 1, write))
  }

  /** Resolves once what was recorded so far is stored. */
  keep(): Promise<void> {
    this.#keeping ??= this.#create()
    return this.#keeping
  }

  async #create(): Promise<void> {
    // A run that asks has written its header.
    const { revision, header, entries, progress } = this.#memory.read()!
    this.#from = revision
    await this.#stream.append(0, { header, entries, progress })
  }
}

/** The messages of a client that change the rest of its session. */
export const isForming = ({ method }: { method?: string }): boolean =>
  method === 'logging/setLevel' || method === 'resources/subscribe' || method === 'resources/unsubscribe'

/** Returns the JSON-RPC id of a message that was sent. */
export const idOfText = (text: string): RequestId | undefined => (JSON.parse(text) as { id?: RequestId }).id
