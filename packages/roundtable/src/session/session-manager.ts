import { StoreError } from '@sweatpants/framework'
import {
  appendCommand,
  type Log,
  type NewStream,
  States,
  StreamExistsError,
  StreamGoneError,
} from '@sweatpants/framework/log'
import { RoundtableError } from '../errors.ts'
import { canTurnOut, givenAnswer } from './consensus.ts'
import { toQuestionChanges, toQuestions } from './context-questions.ts'
import { type ContextRequest, isPending } from './context-request.ts'
import { type DebateState, emptyDebate, reduceDebate } from './debate-state.ts'
import { type Happening, type RoundtableEvent, stamp } from './event.ts'
import { toFilter, type Wanted } from './filter-sessions.ts'
import { shorten } from './phrases.ts'
import type { Session, Verdict } from './session.ts'
import { type SessionState, stateOf } from './session-state.ts'

/** A session as a list shows it. */
export type SessionSummary = Pick<
  Session,
  'id' | 'topic' | 'title' | 'mode' | 'currentRound' | 'totalRounds' | 'createdAt' | 'updatedAt'
> & {
  status: SessionState
  agentIds: string[]
  pendingContextRequests: number
  decision?: string
  /** How the decision turned out; absent if it cannot turn out right or wrong. */
  outcome?: Verdict | 'unknown'
}

/** Which sessions to list. */
export interface ListOptions extends Wanted {
  /** Only sessions after the one with this id. */
  after?: string | undefined
  /** Default: all. */
  limit?: number | undefined
}

/** Sessions that are read first for a list; four times as many if those do not suffice. */
const BATCH = 200

/** A session at a place of its log. */
export interface Loaded {
  session: Session
  head: number
}

/** A session that is not stored yet. */
export interface NewSession {
  id: string
  stream: NewStream<RoundtableEvent>
  state: DebateState & { session: Session }
}

export type DebateStates = States<DebateState, RoundtableEvent>

/** Raised when states look different from what older snapshots hold. */
const SHAPE = 1

/** Sessions that stay in memory. One may have hundreds of kilobytes. */
const CACHED = 100

/** Characters of a text that a list shows: a row has room for 4 kB. */
const SHOWN = 600

export interface SessionManagerOptions {
  log: Log<RoundtableEvent>
  now?: () => number
  /** Sessions that one principal may have. Default: any number. */
  limit?: number
}

/** The sessions of a log: read through snapshots, changed by commands that are appended once. */
export class SessionManager {
  readonly log: Log<RoundtableEvent>
  readonly states: DebateStates
  readonly now: () => number

  readonly #limit: number

  constructor({ log, now = Date.now, limit = Number.POSITIVE_INFINITY }: SessionManagerOptions) {
    this.#limit = limit
    this.log = log
    this.now = now
    this.states = new States({ log, initial: emptyDebate, reduce: reduceDebate, shape: SHAPE, cached: CACHED })
  }

  /** Returns what a store keeps of a session that begins with these happenings. */
  draft(happenings: readonly Happening[]): NewSession {
    const events = this.#stamp(happenings)
    const state = fold(emptyDebate, events)
    const { id, principal } = state.session
    const questions = toQuestions(state.session)
    return {
      id,
      state,
      stream: { ...(principal !== undefined && { principal }), about: toAbout(state), events, questions },
    }
  }

  /** Throws when a principal has as many sessions as it may have. */
  async requireRoom(principal: string | undefined): Promise<void> {
    const max = this.#limit
    if (max === Number.POSITIVE_INFINITY || (await this.log.count(principal, max)) < max) return
    throw new RoundtableError('too_many_sessions', `one caller may have ${max} debates, and there are as many`, {
      details: { limit: { name: 'sessions', max, per: 'caller' } },
    })
  }

  /** Stores a session. Throws when there is one with its id. */
  async create(happenings: readonly Happening[]): Promise<Session> {
    const { id, stream, state } = this.draft(happenings)
    try {
      await this.log.create(id, stream)
    } catch (error) {
      throw error instanceof StreamExistsError ? alreadyExists(id) : error
    }
    return state.session
  }

  /** Returns the session of a principal, or of no principal. The session of another principal is not found. */
  async load(sessionId: string, principal?: string): Promise<Loaded> {
    const record = await this.log.get(sessionId)
    if (record === undefined || record.principal !== principal) throw notFound(sessionId)
    const { session, lsn } = await this.read(sessionId)
    return { session, head: lsn }
  }

  /** Returns the state of a session of any owner. */
  async read(sessionId: string): Promise<DebateState & { session: Session }> {
    const state = await this.states.load(sessionId)
    if (state.session === undefined) throw notFound(sessionId)
    return { ...state, session: state.session }
  }

  /** Deletes a session with its rounds. Does nothing if it is gone. */
  async delete(sessionId: string): Promise<void> {
    this.states.forget(sessionId)
    await this.log.delete(sessionId, { withRuns: true })
  }

  append(sessionId: string, happenings: readonly Happening[], commandId?: string): Promise<number> {
    return this.command(sessionId, () => happenings, commandId)
  }

  /**
   * Appends what `decide` returns and resolves to the place of its last event. A repeated `commandId` resolves to the
   * place of the first. The decision is made again when another event was appended meanwhile.
   */
  async command(
    sessionId: string,
    decide: (state: DebateState & { session: Session }) => readonly Happening[] | Promise<readonly Happening[]>,
    commandId: string = crypto.randomUUID(),
  ): Promise<number> {
    try {
      return await appendCommand(this, sessionId, commandId, async (state) => {
        const { session } = state
        if (session === undefined) throw notFound(sessionId)
        const events = this.#stamp(await decide({ ...state, session }))
        const after = fold(state, events)
        const questions = toQuestionChanges(session, after.session)
        return { events, about: toAbout(after), ...(questions && { questions }) }
      })
    } catch (error) {
      throw error instanceof StreamGoneError ? notFound(sessionId) : error
    }
  }

  /** Lists sessions that match, the latest changed first. */
  async list(principal: string | undefined, wanted: ListOptions = {}): Promise<SessionSummary[]> {
    const { after, limit = Number.POSITIVE_INFINITY } = wanted
    const isWanted = toFilter(wanted)
    for (let count = BATCH; ; count *= 4) {
      const records = await this.log.list(principal, count)
      const place = after === undefined ? 0 : records.findIndex(({ id }) => id === after) + 1
      const isLast = records.length < count
      if (after !== undefined && place === 0) {
        if (isLast) throw notFound(after)
        continue
      }
      // Only `toAbout` writes it.
      const summaries = await Promise.all(
        records.slice(place).map(({ id, about }) => this.#summarize(id, about as unknown as SessionSummary)),
      )
      const found = summaries.filter(isWanted)
      if (isLast || found.length >= limit) return found.slice(0, limit)
    }
  }

  /** Reads a session with pending requests: the inbox, which knows nothing of debates, may have answered some of them since. */
  async #summarize(sessionId: string, stored: SessionSummary): Promise<SessionSummary> {
    if (stored.pendingContextRequests === 0) return stored
    const { session } = await this.states.load(sessionId).catch((error): { session?: Session } => {
      // Such as one whose key is missing. It must not hide the others, and says so itself when it is opened.
      if (error instanceof StoreError) return {}
      throw error
    })
    // Deleted meanwhile.
    return session === undefined ? stored : toAbout({ session })
  }

  /** Makes exactly these requests pending. A request that was answered or cleared before stays so. */
  async setPendingContextRequests(
    sessionId: string,
    requests: readonly Omit<ContextRequest, 'timestamp'>[],
  ): Promise<void> {
    const foreign = requests.find((request) => request.sessionId !== sessionId)
    if (foreign !== undefined) {
      throw new RoundtableError(
        'invalid',
        `expected context requests of session ${sessionId}; ${foreign.id} belongs to ${foreign.sessionId}`,
      )
    }
    await this.command(sessionId, ({ session }) => decidePending(session, requests))
  }

  /** Clears requests, so that they are no longer pending. Unknown ids are ignored. */
  async clearFulfilledContextRequests(sessionId: string, fulfilledIds: readonly string[]): Promise<void> {
    await this.command(sessionId, ({ session: { contextRequests } }) => {
      const open = contextRequests.filter(({ id, isCleared }) => !isCleared && fulfilledIds.includes(id))
      return open.length === 0 ? [] : [{ type: 'context_clear', requestIds: open.map(({ id }) => id) }]
    })
  }

  async getPendingContextRequests(sessionId: string): Promise<ContextRequest[]> {
    return (await this.read(sessionId)).session.pendingContextRequests
  }

  #stamp(happenings: readonly Happening[]): RoundtableEvent[] {
    return happenings.map((happening) => stamp(happening, this.now()))
  }
}

function fold(state: DebateState, events: readonly RoundtableEvent[]): DebateState & { session: Session } {
  const after = events.reduce((current, event) => reduceDebate(current, event, current.lsn + 1), state)
  // The first event of every log makes the session.
  return { ...after, session: after.session! }
}

/** Returns what a list shows of a session. */
export function toAbout({ session }: { session: Session }): SessionSummary {
  const { id, topic, title, mode, currentRound, totalRounds, createdAt, updatedAt, agentIds, consensus } = session
  const decision = consensus && givenAnswer(consensus)
  const outcome = session.outcome?.verdict ?? (canTurnOut(consensus) ? 'unknown' : undefined)
  return {
    id,
    topic: shorten(topic, SHOWN),
    ...(title !== undefined && { title }),
    mode,
    status: stateOf(session),
    currentRound,
    totalRounds,
    createdAt,
    updatedAt,
    agentIds,
    pendingContextRequests: session.pendingContextRequests.length,
    ...(decision !== undefined && { decision: shorten(decision, SHOWN) }),
    ...(outcome !== undefined && { outcome }),
  }
}

/** Returns what must happen so that exactly these requests are pending. */
function decidePending(
  { contextRequests }: Session,
  wanted: readonly Omit<ContextRequest, 'timestamp'>[],
): Happening[] {
  const known = new Set(contextRequests.map(({ id }) => id))
  const wantedIds = new Set(wanted.map(({ id }) => id))
  const requestIds = contextRequests
    .filter((record) => isPending(record) && !wantedIds.has(record.id))
    .map(({ id }) => id)
  const added = wanted
    .filter(({ id }) => !known.has(id))
    .map(({ id, sessionId, round, agentId, query, reason, priority }): Happening => {
      return { type: 'context_request', request: { id, sessionId, round, agentId, query, reason, priority } }
    })
  return requestIds.length === 0 ? added : [{ type: 'context_clear', requestIds }, ...added]
}

export const notFound = (sessionId: string): RoundtableError =>
  new RoundtableError('not_found', `there is no session ${sessionId}; list the sessions to see which exist`, {
    said: 'This debate is gone. It was deleted, or the link to it is wrong.',
  })

export const alreadyExists = (sessionId: string): RoundtableError =>
  new RoundtableError('invalid', `session ${sessionId} exists already; choose another id`)
