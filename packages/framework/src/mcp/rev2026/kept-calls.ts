import type { Kind } from '../../log/driven-kind.ts'
import type { Machine } from '../../log/machine.ts'
import { Node } from '../../log/node.ts'
import type { RunRegister } from '../../log/run-journal.ts'
import { Changes } from '../../tools/changes.ts'
import { Drained } from '../../tools/drain.ts'
import type { Recording } from '../../tools/journal.ts'
import { otherCode, toWaitHandle } from '../core/carrier.ts'
import type { OutsideEvent } from '../core/outside-event.ts'
import { type Attending, Audience } from './audience.ts'
import {
  type Call,
  type CallEvent,
  cancelled,
  type Played,
  type ReplyEvent,
  type Round,
  toStream,
} from './call-events.ts'
import { CallStreams, type CallStreamsOptions } from './call-streams.ts'
import { CallWork, type Keep, RoundJournal } from './call-work.ts'
import { type Listener, sayProgress } from './client-peer.ts'
import { isAlone, judge, type KeptCall, nextAt, openRound, reduceCall, toKeptCall, toWaitsFor } from './kept-call.ts'

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
  outside?: readonly OutsideEvent[]
}

export interface KeptCallsOptions extends CallStreamsOptions {
  leaseTtl: number
  /** Milliseconds between two scans for rounds that other processes have left. Default 1 second. */
  scanEvery?: number
  /** Whether this server has what is called, in the version that the call began with. */
  accepts: (subject: string, version: string | undefined) => boolean
  play: (play: Play) => Promise<Played>
  /** Milliseconds for which a request waits for other people before the reply asks its client to retry. Default 20 seconds. */
  patience?: number
  /** Aborts when the server shuts down. */
  closing: AbortSignal
  onError: (error: unknown) => void
}

/** Milliseconds after which a request that waits looks at its call again, in case no notification came. */
const LOOK_AGAIN = 1_000

/** Milliseconds that a round which waits for others stays in memory; any other stays until it ends. */
const IDLE = 60_000

const PATIENCE = 20_000

/** Drives the rounds of the calls that are in the store. A node drives each round; any node takes the requests of its call. */
export class KeptCalls {
  readonly streams: CallStreams
  readonly #options: KeptCallsOptions
  /** The requests of this process that wait for a call, by its id. */
  readonly #audiences = new Map<string, Audience>()
  /**
   * The rounds that run already while their calls are being stored, by the state that their drivers begin with: several
   * requests may try to store one call, and the round of the one that did is driven.
   */
  readonly #moving = new WeakMap<KeptCall, { playing: () => Promise<Played>; audience: Audience }>()
  /** The rounds that this process drives. */
  readonly #works = new Map<string, CallWork>()
  #registered: Kind<KeptCall, CallEvent> | undefined
  #hasWarned = false

  constructor(options: KeptCallsOptions) {
    this.#options = options
    this.streams = new CallStreams(options)
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
    // Also before its first use: one that a late request registered would never be closed.
    await this.#kind.close()
  }

  /** Resolves when this process has stopped driving a round of the call; `undefined` when it does not drive one. */
  isHere(id: string): Promise<void> | undefined {
    return this.#registered?.isHere(id)
  }

  /** Cancels a call, also while it waits for its client. */
  async cancel(id: string): Promise<void> {
    await this.streams.cancel(id)
    this.#kind.wake(id)
  }

  /** Stores a call whose round has ended, or waits for others. Throws a `KeptElsewhereError`. */
  async store(call: Call, round: Round, recording: Recording, played: Played): Promise<void> {
    await this.streams.store(call, round, recording, played)
    // From now on this server looks for what is due, and for what arrives, unless it shuts down.
    if (!this.#options.closing.aborted) await this.#kind.start()
  }

  /** Returns what keeps a call while its round runs: from its first `once` step, or from its first write if it has a key. */
  keep(
    call: Call,
    round: Round,
    audience: Audience,
    { playing, requireRoom }: { playing: () => Promise<Played>; requireRoom: () => Promise<void> },
  ): Keep {
    const keep = async (recording: Recording) => {
      const { runId } = recording.header
      const { expiresAt } = this.streams
      const stream = { ...toStream(call, round, recording, this.streams.bind(call)), dueAt: 0, expiresAt }
      const events = stream.events.map((event, i) => ({ lsn: i + 1, event }))
      const row = { id: runId, createdAt: 0, updatedAt: 0, head: events.length, isDriven: true, lastWrite: 0 }
      const state = toKeptCall({ ...row, ...stream, events })
      // Known only now, if the tool has asked for the URL of a signal.
      await requireRoom()
      this.#moving.set(state, { playing, audience })
      await this.streams.create(runId, () => this.#kind.create(runId, stream, state))
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
    const changes = new Changes()
    const unwatch = this.streams.log.watch(id, changes.tell)
    const signals = [signal, this.#options.closing]
    for (const one of signals) one.addEventListener('abort', changes.tell)
    let leave = this.#join(id, waiting)
    let isWaiting = isLate
    let wasWoken = false
    let waitsUntil = Number.POSITIVE_INFINITY
    try {
      for (let found = call; ; found = await this.streams.refind(id)) {
        // The round that it waited for is over, and the next one has an audience of its own.
        if (!signal.aborted && this.#audiences.get(id)?.listeners.has(waiting) !== true) {
          leave()
          leave = this.#join(id, waiting)
        }
        const verdict = judge(found, round, isWaiting)
        if (typeof verdict === 'object') return verdict.reply
        const waitsFor = toWaitsFor(found)
        const comeBack = { comeBackWith: toWaitHandle(id, found.rounds + 1), waitsFor }
        // A server that shuts down still stores the round of a request, with its answers.
        if (verdict === 'wait' && this.#options.closing.aborted && this.isHere(id) === undefined) return comeBack
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
        if (verdict === 'begin' && !(await this.streams.begin(found, round))) continue
        isWaiting = true
        if (signal.aborted) throw cancelled()
        // One that waits is woken by what it waits for.
        // Woken once: a round that fails is tried again with growing pauses, and not as often as this looks.
        const isNew = verdict === 'begin' || !wasWoken
        if (!found.isDriven && isNew && !(verdict === 'wait' && waitsFor !== undefined)) this.#kind.wake(id)
        wasWoken = true
        void this.isHere(id)?.then(changes.tell)
        await changes.next(undefined, Math.min(LOOK_AGAIN, Math.min(waitsUntil, until) - performance.now()))
      }
    } finally {
      unwatch()
      for (const one of signals) one.removeEventListener('abort', changes.tell)
      leave()
    }
  }

  /** Throws when this server cannot go on with the call. */
  #refuseOther({ subject, recording, isBlocked }: KeptCall, wasWoken: boolean): void {
    if (this.#options.accepts(subject, recording.header.version) && !(wasWoken && isBlocked)) return
    throw otherCode()
  }

  #join(id: string, waiting: Attending): () => void {
    const audience = this.#audienceOf(id)
    const leave = audience.add(waiting)
    return () => {
      leave()
      const isUnused = audience.listeners.size === 0 && this.#works.get(id)?.isPlaying !== true
      if (isUnused && this.#audiences.get(id) === audience) this.#audiences.delete(id)
    }
  }

  /** Returns the requests of this process that wait for a call. Those that have left do not cancel a round that was not played yet. */
  #audienceOf(id: string): Audience {
    const known = this.#audiences.get(id)
    if (known !== undefined && (!known.signal.aborted || this.#works.get(id)?.isPlaying === true)) return known
    const audience = new Audience()
    this.#audiences.set(id, audience)
    return audience
  }

  #createMachine(): Machine<KeptCall, CallEvent> {
    const { ttl, accepts, onError } = this.#options
    return {
      kind: 'call',
      idle: IDLE,
      now: this.streams.now,
      accepts({ about, register }) {
        const { subject } = about as { subject: string }
        // Only kept calls write these.
        return accepts(subject, (register as unknown as RunRegister).header.version)
      },
      load: async ({ id }, fence) => {
        // Before the records: an answer that closes a question after this is among them.
        const indexed = await this.#options.store.questions.keys({ kind: 'call', id })
        const opened = await this.streams.log.open(id, fence)
        const call = opened && toKeptCall(opened, indexed)
        return call === undefined || nextAt(call) === undefined ? undefined : { state: call, lsn: call.head }
      },
      reduce: (call, event, lsn) => ({ ...reduceCall(call, event), head: lsn }),
      begin: (driven) => {
        const { id } = driven
        let moving = this.#moving.get(driven.state)
        if (moving !== undefined) {
          this.#audiences.get(id)?.moveTo(moving.audience)
          this.#audiences.set(id, moving.audience)
        }
        const work = new CallWork(driven, {
          ttl,
          expiresAt: () => this.streams.expiresAt,
          play: (self) => {
            const playing = moving?.playing() ?? this.#play(driven.state, self)
            moving = undefined
            return playing
          },
          cancel: () => this.#audiences.get(id)?.cancel(),
          onWait: () => this.#audiences.get(id)?.letGo(),
          isLetGo: () => this.#audiences.get(id)?.isLetGo === true,
        })
        this.#works.set(driven.id, work)
        void work.stored.then(() => {
          this.#works.delete(driven.id)
          this.#audiences.delete(driven.id)
        })
        return work
      },
      onError,
    }
  }

  #play(call: KeptCall, work: CallWork): Promise<Played> {
    const audience = this.#audienceOf(call.id)
    if (call.isCancelled) audience.cancel()
    if (isAlone(call)) audience.letGo()
    work.round ??= new RoundJournal(call.recording, { work, onOnce: () => this.warn(call.subject) })
    return this.#options.play({
      call,
      outside: call.outside,
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
