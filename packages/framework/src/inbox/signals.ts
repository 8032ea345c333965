import { LimitError } from '../http/allowance.ts'
import { HttpError } from '../http/http-error.ts'
import { type Store, StreamGoneError, type StreamRef } from '../log/log.ts'
import { Node } from '../log/node.ts'
import { isEnded } from '../log/run-index.ts'
import { JsonError } from '../tools/errors.ts'
import type { Json } from '../tools/json.ts'
import { fingerprint } from '../tools/sha256.ts'
import { toJson } from '../tools/to-json.ts'
import type { AnswerEvent } from './question.ts'
import { type SignalClaims, type SignalledRun, Tokens } from './token.ts'

/** Signals that one URL brings to its run, and the characters of their values together. */
const MAX_SIGNALS = 1_000
const MAX_SIGNAL_CHARACTERS = 4_000_000

/** Characters of the id of a signal, which stores index. */
const MAX_ID = 200

/** Streams whose signals are counted in memory; others are counted anew. */
const REMEMBERED = 1_000

/** Records that are read at once. */
const PAGE = 500

/** The signals of one URL in a stream, up to a place. */
interface Count {
  lsn: number
  signals: number
  characters: number
}

export interface SendSignalOptions {
  /** The secrets of the inbox that made the URL. */
  keys: readonly string[]
  /** Tells a signal that is sent again from another one: the same `id` counts once for each URL. */
  id?: string
}

/**
 * Sends a signal to the run that the URL of `ctx.signalUrl`, or its token, names, from a process without an inbox. Rejects with an
 * `HttpError` when the run is over or deleted, when it has too many signals, or when it cannot take the value.
 */
export const sendSignal = (
  store: Store,
  urlOrToken: string,
  value: Json | undefined,
  { keys, id }: SendSignalOptions,
): Promise<void> => new Signals(store).sendTo(new Tokens(keys), urlOrToken, value, id)

/** Sends signals to runs. The holder of a URL has no other credentials, so the signals of a URL are limited. */
export class Signals {
  readonly #store: Store
  /** The longest unused first. */
  readonly #counts = new Map<string, Count>()

  constructor(store: Store) {
    this.#store = store
  }

  async sendTo(tokens: Tokens, urlOrToken: string, value: Json | undefined, id: string | undefined): Promise<void> {
    const claims = tokens.openSignal(urlOrToken.slice(urlOrToken.lastIndexOf('/') + 1))
    if (claims === undefined) throw new HttpError(404, 'no_such_signal', 'this address of a signal is not valid')
    await this.send(claims, value, id)
  }

  /**
   * Sends a signal to the run that a token names. It is kept until the tool waits for it. The same `id` counts once. Rejects
   * with an `HttpError` when the run is over or gone, when it has too many signals, or when it cannot take the value.
   */
  async send({ refs, event, run }: SignalClaims, value: Json | undefined, id?: string): Promise<void> {
    if (id !== undefined && id.length > MAX_ID) {
      throw new HttpError(
        400,
        'bad_signal_id',
        `the id of a signal, or Idempotency-Key, has at most ${MAX_ID} characters`,
      )
    }
    // Senders choose ids of their own: those of two signals may be the same.
    const signalId = id === undefined ? crypto.randomUUID() : fingerprint(JSON.stringify([event, run?.id ?? null, id]))
    const commandId = `signal/${signalId}`
    const signal = { ...event, signalId, timestamp: Date.now(), ...(value !== undefined && { value }) }
    refuseMalformed(value)
    const tell = (ref: StreamRef) => this.#tell(ref, { event, signal, commandId, run })
    for (const [place, ref] of refs.entries()) {
      if (!(await tell(ref))) continue
      // The call may have gone on as the task, whose stream comes before, while its own stream took the signal.
      for (const before of refs.slice(0, place)) await tell(before)
      return
    }
    throw new HttpError(404, 'run_gone', 'the run that this signal is for is over or deleted')
  }

  /** Appends a signal once; resolves to `false` if the stream is gone, or its run is over. */
  async #tell(
    ref: StreamRef,
    sent: { event: AnswerEvent; signal: AnswerEvent; commandId: string; run: SignalledRun | undefined },
  ): Promise<boolean> {
    const { event, signal, commandId, run } = sent
    const log = this.#store.log(ref.kind)
    try {
      if ((await log.find(ref.id, commandId)) !== undefined) return true
      if (await this.#isOver(ref, run)) return false
      await this.#refuseMore(ref, event)
      await log.append(ref.id, { events: [signal], commandId, dueAt: 0 })
      Node.wake(this.#store, ref)
      return true
    } catch (error) {
      if (error instanceof StreamGoneError) return false
      throw error
    }
  }

  /** A run that is over takes no more signals: each would be stored, and a driver would load the run to find that. */
  async #isOver({ kind, id }: StreamRef, run: SignalledRun | undefined): Promise<boolean> {
    const found = await this.#store.runs.find(run?.id ?? id)
    // A run is listed before its URL leaves the process, so one that is not listed is deleted.
    if (run !== undefined) return found === undefined || found.startedAt !== run.startedAt || isEnded(found)
    return found !== undefined && found.kind === kind && isEnded(found)
  }

  async #refuseMore(ref: StreamRef, event: AnswerEvent): Promise<void> {
    const { signals, characters } = await this.#count(ref, event)
    if (signals < MAX_SIGNALS && characters < MAX_SIGNAL_CHARACTERS) return
    const [name, max] =
      signals < MAX_SIGNALS ? ['characters of signals', MAX_SIGNAL_CHARACTERS] : ['signals', MAX_SIGNALS]
    throw new LimitError({ name, max, per: 'caller' }, 'ask the run for another URL')
  }

  /** Reads what was appended since the last count, so every record is read once. */
  async #count({ kind, id }: StreamRef, event: AnswerEvent): Promise<Count> {
    const key = JSON.stringify([kind, id, event])
    const known = this.#counts.get(key)
    const log = this.#store.log<AnswerEvent>(kind)
    let count = known ?? { lsn: 0, signals: 0, characters: 0 }
    for (;;) {
      const page = await log.read(id, count.lsn, PAGE)
      for (const { lsn, event: found } of page) {
        const isOurs = Object.entries(event).every(([name, field]) => found[name] === field)
        const { signals, characters } = count
        const added = isOurs ? (JSON.stringify(found.value)?.length ?? 0) : 0
        count = { lsn, signals: signals + (isOurs ? 1 : 0), characters: characters + added }
      }
      if (page.length < PAGE) break
    }
    this.#counts.delete(key)
    this.#counts.set(key, count)
    if (this.#counts.size > REMEMBERED) this.#counts.delete(this.#counts.keys().next().value!)
    return count
  }
}

/** A run could not record it, and would fail. */
function refuseMalformed(value: Json | undefined): void {
  try {
    toJson(value, 'the value of a signal')
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    throw new HttpError(422, 'bad_signal', error.message)
  }
}
