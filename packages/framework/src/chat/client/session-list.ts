import type { InferOutput } from 'valibot'
import { UnreachableError } from '../../log/client/client-errors.ts'
import type { Requests } from '../../log/client/requests.ts'
import { fields, type InferFields, list, number, part, problemWith, text } from '../fields.ts'

const session = part({ sessionId: text, title: text, createdAt: number, updatedAt: number })
const answer = fields({ sessions: list(session) })

/** A session in a list. */
export type SessionSummary = InferOutput<typeof session>

type Sessions = readonly SessionSummary[]
type Change = (sessions: Sessions) => Sessions

/**
 * The sessions as the server listed them, and what this page has learnt since. A list may be older than that: it was made some
 * time between the question and the answer, so what was learnt between the two is done to it again.
 */
export class SessionList {
  /** The latest changed first. None until they are asked for. */
  current: Sessions | undefined
  readonly #requests: Requests
  /** For each list that is under way, what was learnt since it was asked for. */
  readonly #learnt = new Set<Change[]>()
  #asked = 0
  #taken = 0

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /** An answer that comes after that to a later question is not taken. */
  async load(signal: AbortSignal): Promise<Sessions> {
    const number = ++this.#asked
    const learnt: Change[] = []
    this.#learnt.add(learnt)
    try {
      const listed = await fetchSessions(this.#requests, signal)
      if (this.current !== undefined && number < this.#taken) return this.current
      this.#taken = number
      this.current = learnt.reduce<Sessions>((sessions, change) => change(sessions), listed)
      return this.current
    } finally {
      this.#learnt.delete(learnt)
    }
  }

  add(sessionId: string): void {
    const now = this.#requests.clock.now()
    const added = { sessionId, title: '', createdAt: now, updatedAt: now }
    this.#learn((sessions) =>
      sessions.some((session) => session.sessionId === sessionId) ? sessions : [added, ...sessions],
    )
  }

  rename(sessionId: string, title: string): void {
    const rename = (session: SessionSummary) =>
      session.sessionId === sessionId && session.title !== title ? { ...session, title } : session
    this.#learn((sessions) => sessions.map(rename))
  }

  remove(sessionId: string): void {
    this.#learn((sessions) => sessions.filter((session) => session.sessionId !== sessionId))
  }

  #learn(change: Change): void {
    for (const learnt of this.#learnt) learnt.push(change)
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
