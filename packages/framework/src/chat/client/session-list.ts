import { type InferOutput, exactOptional as maybe } from 'valibot'
import { UnreachableError } from '../../log/client/client-errors.ts'
import type { Requests } from '../../log/client/requests.ts'
import { fields, flag, type InferFields, list, number, part, problemWith, text } from '../fields.ts'

const session = part({
  sessionId: text,
  title: text,
  createdAt: number,
  updatedAt: number,
  /** The number of open questions and approvals of the owner. Absent if there are none. */
  waiting: maybe(number),
  pinned: maybe(flag),
  archived: maybe(flag),
})
const answer = fields({ sessions: list(session) })

/** A session in a list. */
export type SessionSummary = InferOutput<typeof session>

/** What a person changes of a session in a list. */
export type SessionChange = { title?: string; pinned?: boolean; archived?: boolean }

type Sessions = readonly SessionSummary[]
type Change = (sessions: Sessions) => Sessions

/**
 * The sessions that the server listed, with the changes that this page has made since. The server makes a list at some time between
 * request and reply, so the changes of that time are applied to the list again.
 */
export class SessionList {
  /** The last changed first. `undefined` until the first list has arrived. */
  current: Sessions | undefined
  readonly #requests: Requests
  /** For each pending request, the changes since it was sent. */
  readonly #pending = new Set<Change[]>()
  #requested = 0
  #received = 0

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /** A reply that arrives after the reply to a later request is ignored. */
  async load(signal: AbortSignal): Promise<Sessions> {
    const request = ++this.#requested
    const changes: Change[] = []
    this.#pending.add(changes)
    try {
      const listed = await fetchSessions(this.#requests, signal)
      if (this.current !== undefined && request < this.#received) return this.current
      this.#received = request
      this.current = changes.reduce<Sessions>((sessions, change) => change(sessions), listed)
      return this.current
    } finally {
      this.#pending.delete(changes)
    }
  }

  add(sessionId: string): void {
    const now = this.#requests.clock.now()
    const added = { sessionId, title: '', createdAt: now, updatedAt: now }
    this.#apply((sessions) =>
      sessions.some((session) => session.sessionId === sessionId) ? sessions : [added, ...sessions],
    )
  }

  change(sessionId: string, change: SessionChange): void {
    const isChange = (session: SessionSummary) =>
      session.sessionId === sessionId &&
      (Object.keys(change) as (keyof SessionChange)[]).some((key) => session[key] !== change[key])
    this.#apply((sessions) => sessions.map((session) => (isChange(session) ? { ...session, ...change } : session)))
  }

  remove(sessionId: string): void {
    this.#apply((sessions) => sessions.filter((session) => session.sessionId !== sessionId))
  }

  #apply(change: Change): void {
    for (const changes of this.#pending) changes.push(change)
    this.current = this.current && change(this.current)
  }
}

async function fetchSessions(requests: Requests, signal: AbortSignal): Promise<Sessions> {
  const listed = await requests.json('GET', '', signal)
  const problem = problemWith(answer, listed)
  if (problem !== undefined) throw new UnreachableError(`the list of sessions cannot be read: ${problem}`)
  // The schema has checked it.
  return (listed as InferFields<typeof answer>).sessions
}
