import type { RoundtableEvent } from '../session/event.ts'

const LENGTH = 160

/** What is told of an event while a round is played; nothing of most. */
export function toNotice(event: RoundtableEvent): string | undefined {
  switch (event.type) {
    case 'ballot_cast':
      return `${event.ballot.agentId} has cast its ballot`
    case 'response_add':
      return `${event.response.agentId}: ${shorten(event.response.position)}`
    case 'seat_fail':
      return `${event.failure.agentId} was not heard (${event.failure.phase}): ${shorten(event.failure.reason)}`
    case 'context_request':
      return `${event.request.agentId} asks (${event.request.priority}): ${shorten(event.request.query)}`
    case 'round_summary_fail':
      return `the round could not be summed up: ${shorten(event.reason)}`
    case 'round_end':
      return `round ${event.round} has ended: agreement is ${event.consensus.level}`
    default:
      return undefined
  }
}

const shorten = (text: string): string => (text.length > LENGTH ? `${text.slice(0, LENGTH - 1)}…` : text)
