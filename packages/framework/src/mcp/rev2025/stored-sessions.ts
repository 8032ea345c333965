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
import type { Log, Store } from '../../log/log.ts'
import { isLoss } from '../../log/machine.ts'
import { createRunStreams, type RunStreams, readRun } from '../../log/run-journal.ts'
import { Drain, Drained } from '../../tools/drain.ts'
import type { Journal } from '../../tools/journal.ts'
import type { Json } from '../../tools/json.ts'
import type { RunOptions } from '../../tools/run-tool.ts'
import { mintId } from '../../tools/uuid.ts'
import { progressOf } from '../core/progress.ts'
import type { RequestId } from '../core/request-id.ts'
import type { Message, RequestMessage } from './message.ts'
import { SessionJournal } from './session-journal.ts'

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
  /** The client has cancelled a call. */
  | { type: 'cancel'; runId: string }
  /** A call that was cancelled has ended. It gets no response. */
  | { type: 'over'; runId: string }

/** What a process that takes over a session goes on with. */
export interface Restored {
  stored: StoredSession
  messages: Message[]
  /** Calls without a response. */
  calls: {
    runId: string
    stream: number
    request: RequestMessage
    isCancelled: boolean
    progress: number | undefined
  }[]
  sent: { stream: number; seq: number; text: string }[]
  answers: Message[]
}

export interface StoredSessionsOptions {
  store: Store
  leaseTtl: number
  /** Milliseconds after which an idle session ends. */
  idle: number
  /** Milliseconds between two heartbeats of a call. */
  heartbeat: number
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
      expiresAt: expiryOf(this.#options),
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
    // A write that got no answer may have been repeated by a process that knew no better.
    const calls = new Map(of('call').map((call) => [call.runId, call])).values()
    const done = new Set([...of('done'), ...of('over')].map(({ runId }) => runId))
    const cancelled = new Set(of('cancel').map(({ runId }) => runId))
    return {
      stored: this.#open(id, fence),
      // They were checked when they arrived.
      messages: of('message').map(({ message }) => message as unknown as Message),
      calls: await Promise.all(
        [...calls]
          .filter(({ runId }) => !done.has(runId))
          .map(async ({ request, ...call }) => {
            const recording = await readRun(this.#options.store, call.runId)
            return {
              ...call,
              request: request as unknown as RequestMessage,
              isCancelled: cancelled.has(call.runId),
              progress: recording && progressOf(recording, this.#options.heartbeat),
            }
          }),
      ),
      sent: events.filter((event) => event.type === 'sent' || event.type === 'done'),
      answers: of('answer').map(({ message }) => message as unknown as Message),
    }
  }

  #open(id: string, fence: number): StoredSession {
    return new StoredSession({ ...this.#options, log: this.#log, lease: this.#lease, id, fence })
  }

  /** The first heartbeat is awaited: a stream of a node that has none belongs to no one. */
  #beat(): Promise<void> {
    this.#timer ??= setInterval(
      () => void this.#lease.beat().catch(this.#options.onError),
      this.#lease.interval,
    ).unref()
    this.#beating ??= this.#lease.beat().catch((error) => {
      this.#beating = undefined
      throw error
    })
    return this.#beating
  }
}

/** When a session that was just used may be collected. */
const expiryOf = ({ idle }: Pick<StoredSessionsOptions, 'idle'>): number => Date.now() + 2 * idle

interface StoredSessionOptions extends Omit<StoredSessionsOptions, 'leaseTtl' | 'heartbeat'> {
  log: Log<SessionEvent>
  lease: Pick<Lease, 'isSure'>
  id: string
  fence: number
}

/** A session that this process serves. */
export class StoredSession {
  readonly #options: StoredSessionOptions
  readonly #runs: RunStreams
  readonly #drain = new Drain()
  #messages = 0
  /** When its expiry was last written; one that was taken over is extended with its first request. */
  #extendedAt = 0
  /** Called when this process leaves the session, because another one serves it or the store failed. */
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

  /** Reports a failure, and rejects with it. */
  async append(event: SessionEvent): Promise<void> {
    try {
      await this.#write([event])
    } catch (error) {
      this.isLost(error)
      this.#options.onError(error)
      throw error
    }
  }

  async #write(events: SessionEvent[]): Promise<void> {
    const { log, id, fence } = this.#options
    this.#extendedAt = Date.now()
    await log.append(id, { events, fence, expiresAt: expiryOf(this.#options), isQuiet: true })
  }

  /** Whether a write failed because another process serves the session. This one leaves it then. */
  isLost(error: unknown): boolean {
    if (!isLoss(error)) return false
    this.lose()
    return true
  }

  /** Leaves the session to the process that the next request of its client reaches, which may be this one. */
  lose(): void {
    const { onLost } = this
    this.onLost = undefined
    onLost?.()
  }

  /** Makes sure of the lease before each step of a stored call. */
  readonly runStep: NonNullable<RunOptions['runStep']> = async (_name, body, step) => {
    try {
      if (!this.#options.lease.isSure()) await this.#write([])
    } catch (cause) {
      // After an outage the heartbeats keep the lease, so no other process would go on with the call.
      if (!this.isLost(cause)) {
        this.#options.onError(cause)
        this.lose()
      }
      // Not the failure of a step, which would be recorded.
      throw new Drained('the lease of this process is not sure; the call goes on elsewhere', { cause })
    }
    return body(step)
  }

  /** Keeps the session while it is used. Written now and then, not with each request. */
  extend(): void {
    if (Date.now() - this.#extendedAt < this.#options.idle / 2) return
    this.#write([]).catch((error) => {
      this.isLost(error)
      this.#options.onError(error)
    })
  }

  /** Whether a run is stored already, under any session. */
  async isKept(runId: string): Promise<boolean> {
    return (await this.#options.store.log('run').get(runId)) !== undefined
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

  /** Milliseconds for which it outlives its process. */
  get lifetime(): number {
    return 2 * this.#options.idle
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

  /** Deletes a run that is over. One that stays is deleted with the session. */
  async forget(runId: string): Promise<void> {
    await this.#runs.delete(runId).catch(this.#options.onError)
  }

  async end(): Promise<void> {
    const { log, id } = this.#options
    await log.delete(id, { withRuns: true })
  }
}

/** The messages of a client that change the rest of its session. */
export const isForming = ({ method }: { method?: string }): boolean =>
  method === 'logging/setLevel' || method === 'resources/subscribe' || method === 'resources/unsubscribe'

/** Returns the JSON-RPC id of a message that was sent. */
export const idOfText = (text: string): RequestId | undefined => (JSON.parse(text) as { id?: RequestId }).id
