import { z } from 'zod'
import { type ContextRequest, isSameQuery } from '../session/context-request.ts'
import type { Session } from '../session/session.ts'

export const requestContextInput = z.object({
  query: z.string().trim().min(1).max(2_000).describe('What you need to know, as a question that can be looked up'),
  reason: z.string().trim().min(1).max(2_000).describe('Why the debate needs it'),
  priority: z
    .enum(['required', 'optional'])
    .describe('required: the debate waits until it is answered; optional: it goes on without'),
})

/** Limits for the context requests of an agent in a round. */
export const REQUESTS_PER_ROUND = 5

const MESSAGE = 'Context request queued.'

type Asked = Omit<ContextRequest, 'timestamp'>

/** The context requests of a round, in order. The same question of the same agent is one request. */
export class RequestBook {
  /** A request that an agent has raised from optional to required is here twice. */
  readonly requests: Asked[] = []
  readonly #session: Pick<Session, 'id' | 'contextRequests'>
  readonly #round: number
  readonly #nameOf: (agentId: string) => string

  constructor(session: Pick<Session, 'id' | 'contextRequests'>, round: number, nameOf: (agentId: string) => string) {
    this.#session = session
    this.#round = round
    this.#nameOf = nameOf
  }

  add(input: z.output<typeof requestContextInput>, agentId: string): ToolResult {
    const own = this.requests.filter((request) => request.agentId === agentId)
    const known = own.findLast(({ query }) => isSameQuery(query, input.query))
    if (known !== undefined) {
      const isRaised = known.priority === 'optional' && input.priority === 'required'
      if (isRaised) this.requests.push({ ...known, priority: input.priority })
      return queued(known)
    }
    const count = new Set(own.map(({ id }) => id)).size
    if (count >= REQUESTS_PER_ROUND)
      return refuse(`You have asked for context ${count} times in this round, which is all. Answer with what you have.`)
    const id = this.#mintId(agentId, count + 1)
    const request = { id, sessionId: this.#session.id, round: this.#round, agentId, ...input }
    this.requests.push(request)
    return queued(request)
  }

  /** Returns an id that no request has: an imported session may have requests of a round that is played again. */
  #mintId(agentId: string, first: number): string {
    const { id: sessionId, contextRequests } = this.#session
    const known = new Set([...contextRequests, ...this.requests].map(({ id }) => id))
    // The agent sees the id, which must not reveal its name.
    const name = this.#nameOf(agentId).replaceAll(/\W+/g, '_')
    for (let number = first; ; number++) {
      const id = `req_${sessionId.slice(0, 8)}_${this.#round}_${name}_${number}`
      if (!known.has(id)) return id
    }
  }
}

const queued = ({ id }: Asked): ToolResult => ({ success: true, data: { requestId: id, message: MESSAGE } })

/** The result of a tool of an agent. The agent receives the error and can try again. */
export type ToolResult = { success: true; data: unknown } | { success: false; error: string }

export const refuse = (error: string): ToolResult => ({ success: false, error })
