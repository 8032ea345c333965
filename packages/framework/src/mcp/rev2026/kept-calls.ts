import { LimitError } from '../../http/allowance.ts'
import type { Kind } from '../../log/driven-kind.ts'
import { type Log, LogConflictError, type NewStream, type Store, StreamExistsError } from '../../log/log.ts'
import type { Machine } from '../../log/machine.ts'
import { Node } from '../../log/node.ts'
import type { RunRegister } from '../../log/run-journal.ts'
import { Drained } from '../../tools/drain.ts'
import { SweatpantsError } from '../../tools/errors.ts'
import type { Recording } from '../../tools/journal.ts'
import {
  type Binding,
  digestBinding,
  expired,
  notValid,
  readHandle,
  readWaitHandle,
  toMark,
  toWaitHandle,
} from '../core/carrier.ts'
import type { Channel } from '../core/channel.ts'
import { ErrorCode, ProtocolError } from '../core/errors.ts'
import { CallWork, type Keep, RoundJournal, toLifetime } from './call-work.ts'
import { type Listener, sayProgress } from './client-peer.ts'
import type { Envelope } from './envelope.ts'
import {
  type Call,
  type CallEvent,
  cancelled,
  judge,
  type KeptCall,
  openRound,
  type Played,
  type Reply,
  type ReplyEvent,
  type Round,
  toKeptCall,
  toReplyEvent,
  toRoundEvent,
  toStream,
  type Waiting,
} from './kept-call.ts'

/** A request that waits for a reply. */
export interface Attending extends Listener {
  readonly envelope: Pick<Envelope, 'logLevel' | 'capabilities'>
  readonly channel: Channel
  /** The time at which the reply asks the client to check on the call, by `performance.now()`; `Infinity` for a client that waits. */
  readonly until: number
  /** Whether its client cannot be asked: it reads words, and sends no state. */
  readonly isInWords: boolean
}

/** A request ends before its call. */
interface ComeBack {
  comeBackWith: string
  waitsFor?: string | undefined
}

/** A round that is played: here for the request that began it, or for the store. */
export interface Play {
  call: Call
  round: Round
  journal: RoundJournal
  signal: AbortSignal
  listeners: Iterable<Listener>
  /** The id of a run that begins. */
  runId?: string
  /** Answers and signals that did not come from the client. */
  outside?: Pick<KeptCall, 'received' | 'signals'>
}

export interface KeptCallsOptions {
  store: Store
  leaseTtl: number
  /** Milliseconds between two scans for rounds that other processes have left. Default 1 second. */
  scanEvery?: number
  /** Milliseconds for which a state is valid and a reply is kept. */
  ttl: number
  /** Calls of one principal that are kept at one time and have not ended. */
  limit: number
  /** Whether this server has what is called, in the version that the call began with. */
  accepts: (subject: string, version: string | undefined) => boolean
  bind: (call: Call) => Binding
  play: (play: Play) => Promise<Played>
  /** Milliseconds for which a request waits for other people before the reply asks its client to retry. Default 20 seconds. */
  patience?: number
  /** Aborts when the server shuts down. */
  closing: AbortSignal
  now?: () => number
  onError: (error: unknown) => void
}

/** Milliseconds after which a request that waits looks at its call again, in case no notification came. */
const LOOK_AGAIN = 1_000

/** Milliseconds for which a call outlives its states, so that it is not collected while a round runs. */
const MARGIN = 3_600_000

/** Milliseconds that a round which waits for others stays in memory; any other stays until it ends. */
const IDLE = 60_000

const PATIENCE = 20_000

/** Milliseconds for which a call is kept that waits for others without an end. */
const WAIT_TTL = 30 * 86_400_000

/** The keys of questions to the client begin with it. They are closed when its next request arrives. */
export const OWN = 'own/'

/** Another request of the same call was kept first. */
export class KeptElsewhereError extends SweatpantsError {
  override name = 'KeptElsewhereError'
}

/** The calls that are in the store. A node drives each of their rounds; any node takes their requests. */
export class KeptCalls {
  readonly #options: KeptCallsOptions
  readonly #log: Log<CallEvent>
  readonly #now: () => number
  /** The requests of this process that wait for a call, by its id. */
  readonly #audiences = new Map<string, Audience>()
  /** Has an event of the type `<id>` when this node has stored that the call waits for others. */
  readonly #waits = new EventTarget()
  /**
   * The rounds that run already while their calls are being stored, by the state that their drivers begin with: several
   * requests may try to store one call, and the round of the one that did is driven.
   */
  readonly #moving = new WeakMap<KeptCall, { playing: Promise<Played>; audience: Audience }>()
  /** The rounds that this process drives. */
  readonly #works = new Map<string, CallWork>()
  #registered: Kind<KeptCall, CallEvent> | undefined
  #hasWarned = false

  constructor(options: KeptCallsOptions) {
    this.#options = options
    this.#log = options.store.log<CallEvent>('call')
    this.#now = options.now ?? Date.now
  }

  /** Registered when it is first used: a node draws a random id, which Workers allow only within a request. */
  get #kind(): Kind<KeptCall, CallEvent> {
    const { store, leaseTtl, scanEvery } = this.#options
    this.#registered ??= Node.register(store, this.#createMachine(), {
      leaseTtl,
      ...(scanEvery !== undefined && { scanEvery }),
    })
    return this.#registered
  }

  /** Starts to drive the rounds of processes that have ended. */
  start(): Promise<void> {
    return this.#kind.start()
  }

  async close(): Promise<void> {
    await this.#registered?.close()
  }

  /** Resolves when this process has stopped driving a round of the call; `undefined` when it does not drive one. */
  isHere(id: string): Promise<void> | undefined {
    return this.#registered?.isHere(id)
  }

  /** Returns the call that a handle names. Throws a `ProtocolError` when the handle is expired, foreign or bound to something else. */
  async unpack(state: string, binding: Binding): Promise<KeptCall> {
    const id = readHandle(state)
    const call = id === undefined ? undefined : await this.find(id)
    if (call === undefined || call.binding !== digestBinding(binding)) throw notValid()
    this.check(call, state)
    return call
  }

  /** Throws a `ProtocolError` when a state was not given out for a call, or has expired. */
  check(call: KeptCall, state: string): void {
    // The last state of a cancelled call was never answered.
    if (!knows(call, state)) throw call.isCancelled ? cancelled() : notValid()
    const isOpen = openRound(call) !== undefined
    if (!isOpen && call.last !== undefined && this.#now() >= call.last.time + this.#options.ttl) throw expired()
  }

  /** Cancels a call, also while it waits for its client. */
  async cancel(id: string): Promise<void> {
    const event = { type: 'cancel' as const, time: this.#now() }
    await this.#log.append(id, { events: [event], commandId: 'cancel', dueAt: 0 })
    this.#kind.wake(id)
  }

  /**
   * Throws a `LimitError` when no further call of a principal is kept. A call that is kept already goes on. Calls that have
   * ended do not count: they only hold their replies, and expire.
   */
  async requireRoom(principal: string | undefined): Promise<void> {
    const { limit, store } = this.#options
    if ((await store.runs.countOpen('call', principal, limit)) < limit) return
    throw new LimitError({ name: 'kept calls', max: limit, per: 'caller' }, 'try again when earlier ones have expired')
  }

  async find(id: string): Promise<KeptCall | undefined> {
    const opened = await this.#log.open(id)
    return opened && toKeptCall(opened)
  }

  /** Stores a call whose round has ended, with its reply. Throws a `KeptElsewhereError`. */
  async store(call: Call, round: Round, recording: Recording, reply: Reply): Promise<void> {
    const now = this.#now()
    const questions = ('questions' in reply && reply.questions) || []
    const replied = toReplyEvent(reply, now)
    const stream = toStream(call, round, recording, this.#bind(call), { reply: replied, questions })
    const lifetime = toLifetime(replied, recording.entries, this.#options.ttl)
    await this.#create(recording, { ...stream, expiresAt: now + lifetime })
  }

  /** Stores a call whose round waits for others. Throws a `KeptElsewhereError`. */
  async storeWaiting(call: Call, round: Round, recording: Recording, waiting: Waiting): Promise<void> {
    const { wakeAt } = waiting
    const stream = toStream(call, round, recording, this.#bind(call), waiting)
    const expiresAt = this.#now() + WAIT_TTL
    await this.#create(recording, { ...stream, ...(wakeAt !== undefined && { dueAt: wakeAt }), expiresAt })
    // From now on this server looks for what arrives.
    await this.#kind.start()
  }

  async #create({ header: { runId } }: Recording, stream: NewStream<CallEvent>): Promise<void> {
    await this.#creating(runId, async () => {
      await this.#log.create(runId, stream)
    })
  }

  /** Returns what keeps a call while its round runs: from its first `once` step, or from its first write if it has a key. */
  keep(call: Call, round: Round, audience: Audience, playing: Promise<Played>): Keep {
    const keep = async (recording: Recording) => {
      const { runId } = recording.header
      const expiresAt = this.#now() + this.#options.ttl + MARGIN
      const stream = { ...toStream(call, round, recording, this.#bind(call)), dueAt: 0, expiresAt }
      const events = stream.events.map((event, i) => ({ lsn: i + 1, event }))
      const row = { id: runId, createdAt: 0, updatedAt: 0, head: events.length, isDriven: true, lastWrite: 0 }
      const state = toKeptCall({ ...row, ...stream, events })
      this.#moving.set(state, { playing, audience })
      await this.#creating(runId, () => this.#kind.create(runId, stream, state))
      const work = this.#works.get(runId)
      if (work === undefined) throw new Drained('the server is shutting down; the run goes on elsewhere')
      return work
    }
    return Object.assign(keep, { closing: this.#options.closing })
  }

  /**
   * Resolves to the reply to a request, which is stored or still to come; the first request with the newest state begins the
   * round. Resolves to the state to come back with when the server shuts down before there is a reply, or when the round
   * waits for others for too long.
   */
  async attend(
    call: KeptCall,
    round: Round,
    waiting: Attending,
    isLate = false,
  ): Promise<ReplyEvent['reply'] | ComeBack> {
    const { id } = call
    const { until } = waiting
    const { signal } = waiting.channel
    const { patience = PATIENCE } = this.#options
    const changes = new Changes(this.#log, id, this.#waits, [signal, this.#options.closing])
    const leave = this.#join(id, waiting)
    let isWaiting = isLate
    let wasWoken = false
    let waitsUntil = Number.POSITIVE_INFINITY
    try {
      for (let found = call; ; found = await this.#refind(id)) {
        const verdict = judge(found, round, isWaiting)
        if (typeof verdict === 'object') return verdict.reply
        const { waitsFor } = found.register
        const comeBack = { comeBackWith: toWaitHandle(id, found.rounds + 1), waitsFor }
        if (this.#options.closing.aborted && this.isHere(id) === undefined) return comeBack
        if (verdict === 'wait' && performance.now() >= until) {
          this.#audiences.get(id)?.letGo()
          return comeBack
        }
        if (verdict === 'wait' && waitsFor !== undefined) {
          if (waitsUntil === Number.POSITIVE_INFINITY) {
            waitsUntil = performance.now() + patience
            sayProgress(waiting, waitsFor)
          }
          if (performance.now() >= waitsUntil) return comeBack
        } else waitsUntil = Number.POSITIVE_INFINITY
        if (!found.isDriven) this.#refuseOther(found, wasWoken)
        if (verdict === 'begin' && !(await this.#begin(found, round))) continue
        isWaiting = true
        if (signal.aborted) throw cancelled()
        // One that waits is woken by what it waits for.
        // Woken once: a round that fails is tried again with growing pauses, and not as often as this looks.
        const isNew = verdict === 'begin' || !wasWoken
        if (!found.isDriven && isNew && !(verdict === 'wait' && waitsFor !== undefined)) this.#kind.wake(id)
        wasWoken = true
        await changes.next(this.isHere(id), Math.min(LOOK_AGAIN, Math.min(waitsUntil, until) - performance.now()))
      }
    } finally {
      changes.stop()
      leave()
    }
  }

  #bind(call: Call): string {
    return digestBinding(this.#options.bind(call))
  }

  async #creating(id: string, create: () => Promise<void>): Promise<void> {
    try {
      await create()
    } catch (error) {
      if (!(error instanceof StreamExistsError)) throw error
      throw new KeptElsewhereError(`call ${id} was kept by another request`)
    }
  }

  async #refind(id: string): Promise<KeptCall> {
    const call = await this.find(id)
    if (call === undefined) throw expired()
    return call
  }

  /** Begins a round; resolves to false when another request was faster. */
  async #begin(call: KeptCall, round: Round): Promise<boolean> {
    const { head, id } = call
    const commandId = `round/${round.claim!.from}`
    const expiresAt = this.#now() + this.#options.ttl + MARGIN
    const keys = await this.#options.store.questions.keys({ kind: 'call', id })
    const closes = keys.filter((key) => key.startsWith(OWN))
    try {
      const { repeated } = await this.#log.append(id, {
        events: [toRoundEvent(round)],
        head,
        commandId,
        dueAt: 0,
        expiresAt,
        ...(closes.length > 0 && { questions: { closes } }),
      })
      return !repeated
    } catch (error) {
      if (!(error instanceof LogConflictError)) throw error
      return false
    }
  }

  /** Throws when this server cannot go on with the call. */
  #refuseOther({ subject, recording, isBlocked }: KeptCall, wasWoken: boolean): void {
    if (this.#options.accepts(subject, recording.header.version) && !(wasWoken && isBlocked)) return
    throw otherCode()
  }

  #join(id: string, waiting: Attending): () => void {
    const audience = this.#audiences.get(id) ?? new Audience()
    this.#audiences.set(id, audience)
    const leave = audience.add(waiting)
    return () => {
      leave()
      const isUnused = audience.listeners.size === 0 && !this.#works.has(id)
      if (isUnused && this.#audiences.get(id) === audience) this.#audiences.delete(id)
    }
  }

  #createMachine(): Machine<KeptCall, CallEvent> {
    const { ttl, accepts, onError } = this.#options
    return {
      kind: 'call',
      idle: IDLE,
      now: this.#now,
      accepts({ about, register }) {
        const { subject } = about as { subject: string }
        // Only kept calls write these.
        return accepts(subject, (register as unknown as RunRegister).header.version)
      },
      load: async ({ id }, fence) => {
        // Before the records: an answer that closes a question after this is among them.
        const indexed = await this.#options.store.questions.keys({ kind: 'call', id })
        const opened = await this.#log.open(id, fence)
        const call = opened && toKeptCall(opened, indexed)
        return call === undefined || openRound(call) === undefined ? undefined : { state: call, lsn: call.head }
      },
      // A round follows from what was stored when it began and from what others send, unless it is cancelled.
      reduce(call, event) {
        if (event.type === 'cancel') return { ...call, isCancelled: true }
        if (event.type === 'answer') return { ...call, received: [...call.received, event] }
        return event.type === 'signal' ? { ...call, signals: [...call.signals, event] } : call
      },
      begin: (driven) => {
        const { id } = driven
        let moving = this.#moving.get(driven.state)
        if (moving !== undefined) {
          this.#audiences.get(id)?.moveTo(moving.audience)
          this.#audiences.set(id, moving.audience)
        }
        const work = new CallWork(driven, {
          ttl,
          waitTtl: WAIT_TTL,
          play: (self) => {
            const playing = moving?.playing ?? this.#play(driven.state, self)
            moving = undefined
            return playing
          },
          cancel: () => this.#audiences.get(id)?.cancel(),
          onWait: () => this.#audiences.get(id)?.letGo(),
          onWaitStored: () => void this.#waits.dispatchEvent(new Event(id)),
        })
        this.#works.set(driven.id, work)
        void work.isStored.then(() => {
          this.#works.delete(driven.id)
          this.#audiences.delete(driven.id)
        })
        return work
      },
      onError,
    }
  }

  #play(call: KeptCall, work: CallWork): Promise<Played> {
    const audience = this.#audiences.get(call.id) ?? new Audience()
    this.#audiences.set(call.id, audience)
    if (call.isCancelled) audience.cancel()
    if (call.register.waitsFor !== undefined) audience.letGo()
    work.round ??= new RoundJournal(call.recording, { work, onOnce: () => this.warn(call.subject) })
    return this.#options.play({
      call,
      outside: call,
      round: openRound(call)!,
      journal: work.round,
      signal: audience.signal,
      listeners: audience.listeners,
    })
  }

  /** Says once what a `once` step cannot promise without a durable store. */
  warn(subject: string): void {
    if (this.#options.store.isDurable || this.#hasWarned) return
    this.#hasWarned = true
    console.error(
      `${subject}: its \`once\` step is remembered only while this process lives, because the store of this server is not ` +
        'durable. After a restart the same request could run the step again; pass a durable store to serveMcp.',
    )
  }
}

/** Whether a state was given out for a call. */
const knows = ({ last, history }: KeptCall, state: string): boolean => {
  const mark = toMark(state)
  const waited = readWaitHandle(state)
  if (waited !== undefined) return history.some(({ ordinal }) => ordinal === waited)
  return last?.next === mark || history.some(({ from }) => from === mark)
}

/** The error of a call that other code began. What the developer needs to know is reported where the round is played. */
export const otherCode = (): ProtocolError =>
  new ProtocolError(
    ErrorCode.invalidParams,
    'this call cannot be continued by the version of the server that is running; try again later, or start the call again',
  )

/** The requests that wait for one round. The round is cancelled when the last of them is (R10). */
export class Audience {
  readonly listeners = new Set<Listener>()
  /** Functions that remove each waiting request. */
  readonly #leaves = new Map<Attending, () => void>()
  #isLetGo = false
  readonly #abort = new AbortController()

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  /** Cancels the round for all requests. */
  cancel(): void {
    this.#abort.abort()
  }

  /** From now on the round goes on without its client. */
  letGo(): void {
    this.#isLetGo = true
  }

  /** Returns a function that ends the waiting. `onCancel` is called when the request is cancelled before. */
  add(waiting: Attending, onCancel?: () => void): () => void {
    const { signal } = waiting.channel
    let leave = () => {}
    const cancel = () => {
      leave()
      if (this.listeners.size === 0 && !this.#isLetGo) this.#abort.abort()
      onCancel?.()
    }
    leave = () => {
      signal.removeEventListener('abort', cancel)
      this.listeners.delete(waiting)
      this.#leaves.delete(waiting)
    }
    this.listeners.add(waiting)
    this.#leaves.set(waiting, leave)
    if (signal.aborted) cancel()
    else signal.addEventListener('abort', cancel, { once: true })
    return () => this.#remove(waiting)
  }

  /** Moves the waiting requests to another audience. */
  moveTo(other: Audience): void {
    for (const waiting of [...this.#leaves.keys()]) {
      this.#remove(waiting)
      this.#leaves.set(waiting, other.add(waiting))
    }
  }

  #remove(waiting: Attending): void {
    this.#leaves.get(waiting)?.()
    this.#leaves.delete(waiting)
  }
}

/** Tells when a stream may have changed, when one of the signals aborts, and now and then in any case. */
class Changes {
  readonly #stop: () => void
  #change = Promise.withResolvers<void>()

  constructor(log: Log<CallEvent>, id: string, waits: EventTarget, signals: readonly AbortSignal[]) {
    const change = () => this.#change.resolve()
    const unwatch = log.watch(id, change)
    // That write has no records, so it wakes no watcher of the log.
    waits.addEventListener(id, change)
    for (const signal of signals) signal.addEventListener('abort', change)
    this.#stop = () => {
      unwatch()
      waits.removeEventListener(id, change)
      for (const signal of signals) signal.removeEventListener('abort', change)
    }
  }

  /** Resolves with the next change, when `other` does, or after so many milliseconds. */
  async next(other: Promise<void> | undefined, ms: number): Promise<void> {
    const timer = setTimeout(() => this.#change.resolve(), ms)
    await Promise.race(other === undefined ? [this.#change.promise] : [this.#change.promise, other])
    clearTimeout(timer)
    this.#change = Promise.withResolvers()
  }

  stop(): void {
    this.#stop()
  }
}
