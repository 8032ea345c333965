import type { Json } from '@sweatpants/framework'
import {
  LogConflictError,
  type LogEntry,
  SessionExistsError,
  SessionGoneError,
  type SessionLog,
} from '@sweatpants/framework/chat'
import { RoundtableError } from '../errors.ts'
import type { ContextRequest } from './context-request.ts'
import type { Happening, Opening, RoundtableEvent } from './event.ts'
import { decidePending } from './pending.ts'
import { reduce } from './reduce.ts'
import type { Session } from './session.ts'

/** A session as a list shows it. */
export type SessionSummary = Pick<
  Session,
  'id' | 'topic' | 'mode' | 'status' | 'currentRound' | 'totalRounds' | 'createdAt' | 'updatedAt'
> & { agentIds: string[]; pendingContextRequests: number; decision?: string }

/** A session as it is at a place of its log. */
export interface Loaded {
  session: Session
  head: number
}

export interface Written extends Loaded {
  /** Whether the command was known: nothing was written, and this is what it came to the first time. */
  repeated: boolean
}

export interface WriteOptions {
  /** Refused with a `LogConflictError` unless the log ends here. Without it, what others append meanwhile goes before. */
  head?: number | undefined
  commandId?: string | undefined
  fence?: number | undefined
}

/** How many events are read at once. */
const PAGE = 500

/** The sessions of a log. What a list shows is kept beside each log, so that a list reads none. */
export class SessionManager {
  readonly #log: SessionLog<RoundtableEvent>
  readonly #now: () => number

  constructor({ log, now = Date.now }: { log: SessionLog<RoundtableEvent>; now?: () => number }) {
    this.#log = log
    this.#now = now
  }

  create(opening: Opening, options: { commandId?: string | undefined } = {}): Promise<Written> {
    return this.#begin({ type: 'session_start', opening }, options)
  }

  /** A session from elsewhere, under its own id; it becomes that of whoever imports it. */
  import({ principal: _, ...session }: Session, principal?: string): Promise<Written> {
    return this.#begin({
      type: 'session_import',
      session: { ...session, ...(principal !== undefined && { principal }) },
    })
  }

  /** The session of a principal, or of nobody in particular; somebody else's does not exist. */
  async load(sessionId: string, principal?: string): Promise<Loaded> {
    const record = await this.#log.get(sessionId)
    if (record === undefined || record.principal !== principal) throw notFound(sessionId)
    return this.loadAt(sessionId)
  }

  /** As it was at a place of its log, or as it is, whoever it belongs to. */
  async loadAt(sessionId: string, lsn = Number.POSITIVE_INFINITY): Promise<Loaded> {
    let session: Session | undefined
    let head = 0
    for (;;) {
      const page: LogEntry<RoundtableEvent>[] = await this.#log.read(sessionId, head, Math.min(PAGE, lsn - head))
      for (const { event } of page) session = reduce(session, event)
      head += page.length
      if (page.length < PAGE) break
    }
    if (session === undefined) throw notFound(sessionId)
    return { session, head }
  }

  append(sessionId: string, happenings: readonly Happening[], options: WriteOptions = {}): Promise<Written> {
    return this.#write(sessionId, () => happenings, options)
  }

  async list(principal: string | undefined, limit?: number): Promise<SessionSummary[]> {
    const records = await this.#log.list(principal, limit)
    // One without is of somebody who stopped between making a log and opening the session.
    return records.flatMap(({ about }) => (about === null ? [] : [about as unknown as SessionSummary]))
  }

  /** What is pending is then this and nothing else. A request that was answered or cleared before stays so. */
  async setPendingContextRequests(
    sessionId: string,
    requests: readonly Omit<ContextRequest, 'timestamp'>[],
  ): Promise<void> {
    const foreign = requests.find((request) => request.sessionId !== sessionId)
    if (foreign !== undefined) {
      throw new RoundtableError(
        'invalid',
        `expected context requests of session ${sessionId}; ${foreign.id} is of ${foreign.sessionId}`,
      )
    }
    await this.#write(sessionId, (session) => decidePending(session, requests))
  }

  /** They are no longer asked. Ids that the session does not know change nothing. */
  async clearFulfilledContextRequests(sessionId: string, fulfilledIds: readonly string[]): Promise<void> {
    await this.#write(sessionId, ({ contextRequests }) => {
      const open = contextRequests.filter(({ id, isCleared }) => !isCleared && fulfilledIds.includes(id))
      return open.length === 0 ? [] : [{ type: 'context_clear', requestIds: open.map(({ id }) => id) }]
    })
  }

  async getPendingContextRequests(sessionId: string): Promise<ContextRequest[]> {
    return (await this.loadAt(sessionId)).session.pendingContextRequests
  }

  /** The log is made first and empty, because only what is appended can have the name of a command. */
  async #begin(
    happening: Extract<Happening, { type: 'session_start' | 'session_import' }>,
    { commandId }: { commandId?: string | undefined } = {},
  ): Promise<Written> {
    const event = this.#stamp(happening)
    const session = reduce(undefined, event)
    const { id, principal } = session
    const exists = new RoundtableError('invalid', `there is a session ${id} already; choose another id`)
    try {
      await this.#log.create(id, { ...(principal !== undefined && { principal }), about: null, events: [] })
    } catch (error) {
      if (!(error instanceof SessionExistsError)) throw error
      if ((await this.#log.get(id))?.principal !== principal) throw exists
    }
    try {
      const { lsn, repeated } = await this.#log.append(id, {
        events: [event],
        head: 0,
        ...(commandId !== undefined && { commandId }),
        about: toAbout(session),
      })
      return repeated ? { ...(await this.loadAt(id, lsn)), repeated } : { session, head: lsn, repeated }
    } catch (error) {
      throw error instanceof LogConflictError ? exists : error
    }
  }

  async #write(
    sessionId: string,
    decide: (session: Session) => readonly Happening[],
    { head, commandId, fence }: WriteOptions = {},
  ): Promise<Written> {
    for (;;) {
      const before = await this.loadAt(sessionId)
      const events = decide(before.session).map((happening) => this.#stamp(happening))
      const isIdle = events.length === 0 && (head ?? commandId ?? fence) === undefined
      if (isIdle) return { ...before, repeated: false }
      const session = events.reduce(reduce, before.session)
      try {
        const { lsn, repeated } = await this.#log.append(sessionId, {
          events,
          head: head ?? before.head,
          ...(commandId !== undefined && { commandId }),
          ...(fence !== undefined && { fence }),
          about: toAbout(session),
        })
        return repeated ? { ...(await this.loadAt(sessionId, lsn)), repeated } : { session, head: lsn, repeated }
      } catch (error) {
        if (error instanceof SessionGoneError) throw notFound(sessionId)
        // Somebody else appended first, and what a list shows has to follow from both.
        if (head !== undefined || !(error instanceof LogConflictError)) throw error
      }
    }
  }

  /** At its time, and as the log gives it back. */
  #stamp(happening: Happening): RoundtableEvent {
    return JSON.parse(JSON.stringify({ ...happening, timestamp: new Date(this.#now()).toISOString() }))
  }
}

function toAbout(session: Session): Json {
  const { id, topic, mode, status, currentRound, totalRounds, createdAt, updatedAt, agentIds, consensus } = session
  const pendingContextRequests = session.pendingContextRequests.length
  const summary = { id, topic, mode, status, currentRound, totalRounds, createdAt, updatedAt, agentIds }
  const decision = consensus?.decision?.answer
  return { ...summary, pendingContextRequests, ...(decision !== undefined && { decision }) } satisfies SessionSummary
}

const notFound = (sessionId: string): RoundtableError =>
  new RoundtableError('not_found', `there is no session ${sessionId}; list the sessions to see which there are`)
