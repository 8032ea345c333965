import { type GenericSchema, type InferOutput, tuple } from 'valibot'
import { UnreachableError } from '../../log/client/client-errors.ts'
import type { Requests } from '../../log/client/requests.ts'
import { fields, type InferFields, list, number, part, problemWith, text } from '../fields.ts'

const mark = tuple([number, number]) as GenericSchema<[from: number, to: number]>
const message = part({
  sessionId: text,
  /** The title of the session. */
  title: text,
  messageId: text,
  timestamp: number,
  /** Part of the message. `marks` are the places of the words that were searched for. */
  excerpt: part({ text, marks: list(mark) }),
})
const answer = fields({ messages: list(message) })

/** A message that a search has found. */
export type FoundMessage = InferOutput<typeof message>

export async function searchMessages(requests: Requests, query: string, signal: AbortSignal): Promise<FoundMessage[]> {
  const found = await requests.json('GET', `?${new URLSearchParams({ q: query })}`, signal)
  const problem = problemWith(answer, found)
  if (problem !== undefined) throw new UnreachableError(`the result of the search cannot be read: ${problem}`)
  // The schema has checked it.
  return [...(found as InferFields<typeof answer>).messages]
}
