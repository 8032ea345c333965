import { LimitError } from '../../http/allowance.ts'
import { type Log, LogConflictError, type Store, StreamExistsError, StreamGoneError } from '../../log/log.ts'
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
  tooLong,
} from '../core/carrier.ts'
import {
  type Call,
  type CallEvent,
  OWN,
  type Played,
  questionsOf,
  type Round,
  toExpiry,
  toPlayedEvent,
  toRoundEvent,
  toStream,
} from './call-events.ts'
import { type KeptCall, openRound, toKeptCall } from './kept-call.ts'

export interface CallStreamsOptions {
  store: Store
  /** Milliseconds for which a state is valid and a reply is kept. */
  ttl: number
  /** Calls of one principal that are kept at one time and have not ended. */
  limit: number
  bind: (call: Call) => Binding
  now?: () => number
}

/** Milliseconds for which a call outlives its states, so that it is not collected while a round runs. */
const MARGIN = 3_600_000

/** Characters of the requests and replies of one call: each request reads all of them. As many as a sealed state has bytes. */
const MAX_HISTORY = 16 * 1024 * 1024

/** Another request of the same call was kept first. */
export class KeptElsewhereError extends SweatpantsError {
  override name = 'KeptElsewhereError'
}

/** The calls that are in the store, as their streams have them. Any node reads them and adds requests to them. */
export class CallStreams {
  readonly log: Log<CallEvent>
  readonly now: () => number
  readonly #options: CallStreamsOptions

  constructor(options: CallStreamsOptions) {
    this.#options = options
    this.log = options.store.log<CallEvent>('call')
    this.now = options.now ?? Date.now
  }

  /** When a call whose round runs may be collected. */
  get expiresAt(): number {
    return this.now() + this.#options.ttl + MARGIN
  }

  async find(id: string): Promise<KeptCall | undefined> {
    const opened = await this.log.open(id)
    return opened && toKeptCall(opened)
  }

  /** As `find`, of a call that there was: throws a `ProtocolError` if it has expired. */
  async refind(id: string): Promise<KeptCall> {
    const call = await this.find(id)
    if (call === undefined) throw expired()
    return call
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
    if (!knows(call, state)) throw notValid()
    const isOpen = openRound(call) !== undefined
    const { time, wakeAt = 0 } = call.last ?? {}
    if (!isOpen && time !== undefined && this.now() >= Math.max(time, wakeAt) + this.#options.ttl) throw expired()
  }

  /** Cancels a call, also while it waits for its client. */
  async cancel(id: string): Promise<void> {
    const event = { type: 'cancel' as const, time: this.now() }
    await this.log.append(id, { events: [event], commandId: 'cancel', dueAt: 0 })
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

  /** Stores a call whose round has ended, or waits for others. Throws a `KeptElsewhereError`. */
  async store(call: Call, round: Round, recording: Recording, played: Played): Promise<void> {
    const { runId } = recording.header
    const questions = questionsOf(played)
    const event = toPlayedEvent(played, this.now())
    const stream = toStream(call, round, recording, this.bind(call), { event, questions })
    const expiresAt = toExpiry(event, questions, { entries: recording.entries, ttl: this.#options.ttl })
    await this.create(runId, async () => void (await this.log.create(runId, { ...stream, expiresAt })))
  }

  /** Throws a `KeptElsewhereError` if another request was faster. */
  async create(id: string, create: () => Promise<void>): Promise<void> {
    try {
      await create()
    } catch (error) {
      if (!(error instanceof StreamExistsError)) throw error
      throw new KeptElsewhereError(`call ${id} was kept by another request`)
    }
  }

  /**
   * Begins a round; resolves to false when another request was faster, or the call was deleted meanwhile. Throws a
   * `ProtocolError` when the call has become too long.
   */
  async begin(call: KeptCall, round: Round): Promise<boolean> {
    if (JSON.stringify(call.history).length > MAX_HISTORY) throw tooLong()
    const { head, id } = call
    const commandId = `round/${call.last!.next}`
    const keys = await this.#options.store.questions.keys({ kind: 'call', id })
    const closes = keys.filter((key) => key.startsWith(OWN))
    try {
      const { repeated } = await this.log.append(id, {
        events: [toRoundEvent(round)],
        head,
        commandId,
        dueAt: 0,
        expiresAt: this.expiresAt,
        ...(closes.length > 0 && { questions: { closes } }),
      })
      return !repeated
    } catch (error) {
      if (!(error instanceof LogConflictError || error instanceof StreamGoneError)) throw error
      return false
    }
  }

  bind(call: Call): string {
    return digestBinding(this.#options.bind(call))
  }
}

/** Whether a state was given out for a call. */
const knows = ({ last, history }: KeptCall, state: string): boolean => {
  const mark = toMark(state)
  const waited = readWaitHandle(state)
  if (waited !== undefined) return history.some(({ ordinal }) => ordinal === waited)
  return last?.next === mark || history.some(({ from, reply }) => from === mark || reply?.next === mark)
}
