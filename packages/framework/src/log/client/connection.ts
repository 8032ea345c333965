/**
 * Follows the log of one session, and reconnects when the network fails.
 *
 * - N1 The state is that of the log up to a place, with the broadcasts since then: every patch is applied once.
 * - N2 A connection that breaks, ends or times out is opened again, and a paused one when it is resumed. Both continue after
 *   the last place.
 * - N3 After an event that cannot be parsed, the state is loaded again from the server.
 * - N4 A refusal closes the connection, because a retry would be refused too.
 */

import { Backoff } from './backoff.ts'
import { PatchError, RefusedError, UnreachableError } from './client-errors.ts'
import { Patience } from './patience.ts'
import { type Requests, unreachable } from './requests.ts'
import { type ServerEvent, ServerEventParser } from './server-events.ts'

/**
 * `absent`: the session does not exist yet and is waited for. `paused`: the page is hidden. `closed`: the session is not followed, or the
 * server refused.
 */
export type ConnectionStatus = 'connecting' | 'open' | 'reconnecting' | 'absent' | 'paused' | 'closed'

/** The state of a session at a place of its log. */
export interface Placed {
  readonly lsn: number
}

export interface ConnectionOptions<S extends Placed> {
  requests: Requests
  random: () => number
  /** The path of the session, relative to the root of `requests`; its events are below it. */
  path: string
  /** The last known state. At place 0 it is loaded from the server first. */
  state: S
  /** Parses a state that the server sent. */
  parseState: (answer: unknown) => S
  /** Returns the state after the next event. */
  apply: (state: S, lsn: number, event: unknown) => S
  /** Returns the state with an event that is not in the log yet; a later append includes it. Default: such events are ignored. */
  applyBroadcast?: (state: S, event: unknown) => S
  /** Whether the session may be created later: the connection then waits for it. Default: a missing session is refused. */
  isAwaited?: () => boolean
  onState: (state: S) => void
  /** `refusal` is the reason for which the server closed the connection. */
  onStatus: (status: ConnectionStatus, refusal?: RefusedError) => void
  onError: (error: unknown) => void
}

export class Connection<S extends Placed> {
  readonly #options: ConnectionOptions<S>
  readonly #stop = new AbortController()
  readonly #backoff: Backoff
  #pause = new AbortController()
  #resumed = Promise.withResolvers<void>()
  #state: S
  #isStale: boolean
  /** When the session was created, if its server says that: another session may get its id. */
  #since: unknown
  #hasBeenOpen = false
  #cut = () => {}

  constructor(options: ConnectionOptions<S>) {
    this.#options = options
    this.#backoff = new Backoff(options.requests.clock, options.random)
    this.#state = options.state
    this.#isStale = options.state.lsn === 0
    void this.#follow()
  }

  /** Reconnects at once, because the network has changed: an open stream may be dead, and a retry need not wait. */
  hurry(): void {
    this.#backoff.hurry()
    this.#cut()
  }

  /** Closes the stream, because a browser allows few, and keeps the state. A state that is being loaded still arrives. */
  pause(): void {
    this.#pause.abort()
  }

  resume(): void {
    if (!this.#pause.signal.aborted) return
    this.#backoff.reset()
    this.#resumed.resolve()
    this.#pause = new AbortController()
    this.#resumed = Promise.withResolvers()
  }

  close(): void {
    this.#stop.abort()
    this.#resumed.resolve()
  }

  /** Never rejects. */
  async #follow(): Promise<void> {
    const { onStatus, onError } = this.#options
    const { signal } = this.#stop
    onStatus('connecting')
    while (!signal.aborted) {
      const { signal: paused } = this.#pause
      const { promise: resumed } = this.#resumed
      const isAwaited = this.#options.isAwaited?.() ?? false
      let isAbsent = false
      try {
        if (this.#isStale) await this.#load(isAwaited)
        if (!paused.aborted) await this.#read(paused)
      } catch (error) {
        if (signal.aborted) return
        isAbsent = error instanceof RefusedError && error.code === 'not_found' && isAwaited
        if (error instanceof RefusedError && !isAbsent && !isPassing(error)) return onStatus('closed', error)
        // The place may be missing in the log, or the event could not be parsed: only a new state helps.
        if (!(error instanceof UnreachableError)) this.#isStale = true
        if (!(error instanceof UnreachableError || error instanceof RefusedError)) onError(error)
      }
      if (signal.aborted) return
      if (!paused.aborted) {
        onStatus(isAbsent ? 'absent' : 'reconnecting')
        await this.#backoff.wait(AbortSignal.any([signal, paused]))
      }
      if (!paused.aborted || signal.aborted) continue
      onStatus('paused')
      await resumed
      if (!signal.aborted) onStatus('connecting')
    }
  }

  /** `isAwaited`: the server is told that a missing session is no error. */
  async #load(isAwaited: boolean): Promise<void> {
    const attempt = new AbortController()
    this.#cut = () => attempt.abort()
    const signal = AbortSignal.any([this.#stop.signal, attempt.signal])
    const { requests, path, parseState } = this.#options
    const answer = await requests.json('GET', isAwaited ? `${path}?missing=none` : path, signal)
    if (answer === undefined) throw new RefusedError(404, 'not_found', 'the session does not exist yet')
    const state = parseState(answer)
    if (this.#stop.signal.aborted) return
    this.#since = (answer as { createdAt?: unknown }).createdAt
    this.#isStale = false
    this.#give(state)
  }

  async #read(paused: AbortSignal): Promise<void> {
    const { requests, path, onStatus } = this.#options
    const patience = new Patience(requests.clock, AbortSignal.any([this.#stop.signal, paused]))
    this.#cut = () => patience.end()
    try {
      const { lsn } = this.#state
      const again: Record<string, string> = this.#hasBeenOpen ? { 'last-event-id': `${lsn}` } : {}
      const place = `${path}/events?after=${lsn}${this.#since ? `&since=${this.#since}` : ''}`
      const stream = await requests.stream(place, patience.signal, again)
      this.#hasBeenOpen = true
      onStatus('open')
      const parser = new ServerEventParser()
      const reader = stream.getReader()
      for (;;) {
        const { done, value } = await reader.read().catch(unreachable)
        if (done || patience.signal.aborted) return
        patience.heard()
        this.#backoff.reset()
        const events = parser.push(value)
        if (events.length > 0) this.#give(events.reduce((state, event) => this.#apply(state, event), this.#state))
      }
    } finally {
      patience.end()
    }
  }

  #give(state: S): void {
    this.#state = state
    this.#options.onState(state)
  }

  #apply(state: S, { id, data }: ServerEvent): S {
    if (id === '') return this.#options.applyBroadcast?.(state, parseJson(data)) ?? state
    if (!/^\d{1,15}$/.test(id))
      throw new PatchError(`an event's id is its place in the log; this is ${JSON.stringify(id)}`)
    const lsn = Number(id)
    if (lsn <= state.lsn) return state
    if (lsn !== state.lsn + 1) throw new PatchError(`after ${state.lsn} came ${lsn}; some are missing`)
    return this.#options.apply(state, lsn, parseJson(data))
  }
}

function parseJson(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch (cause) {
    throw new PatchError('an event is not JSON', { cause })
  }
}

/** Whether the same request may be accepted later. */
const isPassing = ({ code }: RefusedError): boolean => code === 'bad_place' || code === 'too_many_streams'
