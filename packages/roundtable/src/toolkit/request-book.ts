import { z } from 'zod'
import { type ContextRequest, isSameQuery } from '../session/context-request.ts'

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
  readonly requests: Asked[] = []
  readonly #sessionId: string
  readonly #round: number
  readonly #nameOf: (agentId: string) => string

  constructor(sessionId: string, round: number, nameOf: (agentId: string) => string) {
    this.#sessionId = sessionId
    this.#round = round
    this.#nameOf = nameOf
  }

  add(input: z.output<typeof requestContextInput>, agentId: string): ToolResult {
    const own = this.requests.filter((request) => request.agentId === agentId)
    const known = own.find(({ query }) => isSameQuery(query, input.query))
    if (known !== undefined) return queued(known)
    if (own.length >= REQUESTS_PER_ROUND)
      return refuse(
        `You have asked for context ${own.length} times in this round, which is all. Answer with what you have.`,
      )
    // The agent sees the id, which must not reveal its name.
    const name = this.#nameOf(agentId).replaceAll(/\W+/g, '_')
    const id = `req_${this.#sessionId.slice(0, 8)}_${this.#round}_${name}_${own.length + 1}`
    const request = { id, sessionId: this.#sessionId, round: this.#round, agentId, ...input }
    this.requests.push(request)
    return queued(request)
  }
}

const queued = ({ id }: Asked): ToolResult => ({ success: true, data: { requestId: id, message: MESSAGE } })

/** The result of a tool of an agent. The agent receives the error and can try again. */
export type ToolResult = { success: true; data: unknown } | { success: false; error: string }

export const refuse = (error: string): ToolResult => ({ success: false, error })
