import { addUsage, noUsage, type Usage } from '@sweatpants/framework'
import { isPending, toRequest } from './context-request.ts'
import type { Opening, RoundtableEvent } from './event.ts'
import type { Round, Session } from './session.ts'

/** The session after an event. An event that was applied before changes nothing: there is one response for each round and agent. */
export function reduce(session: Session | undefined, event: RoundtableEvent): Session {
  if (event.type === 'session_start') return open(event.opening, event.timestamp)
  if (event.type === 'session_import') return event.session
  if (session === undefined) throw new TypeError(`the log of a session begins with session_start, not ${event.type}`)
  const changed = { ...apply(session, event), updatedAt: event.timestamp }
  const pending = changed.status === 'completed' ? [] : changed.contextRequests.filter(isPending)
  return { ...changed, pendingContextRequests: pending.map(toRequest) }
}

function open({ absent, ...opening }: Opening, timestamp: string): Session {
  return {
    ...opening,
    agentIds: opening.seats.map(({ agentId }) => agentId),
    absent: absent.map((failure) => ({ ...failure, timestamp })),
    status: 'active',
    currentRound: 0,
    rounds: [],
    responses: [],
    contextRequests: [],
    pendingContextRequests: [],
    usage: noUsage,
    createdAt: timestamp,
    updatedAt: timestamp,
  }
}

type Later = Exclude<RoundtableEvent, { type: 'session_start' | 'session_import' }>

function apply(session: Session, event: Later): Session {
  const { timestamp } = event
  switch (event.type) {
    case 'round_start': {
      const { type: _, round: number, totalRounds, timestamp: startedAt, ...asked } = event
      const round: Round = { number, ...asked, ballots: [], failures: [], usage: noUsage, startedAt }
      return { ...reopen(session), currentRound: number, totalRounds, rounds: [...session.rounds, round] }
    }
    case 'roles_assign': {
      const seats = session.seats.map((seat) => ({ ...seat, ...roleIn(event.roles, seat.agentId) }))
      return spend({ ...session, seats }, session.currentRound, event.usage)
    }
    case 'ballot_cast': {
      const { ballot } = event
      const round = session.rounds.find(({ number }) => number === ballot.round)
      if (round?.ballots.some(({ agentId }) => agentId === ballot.agentId)) return session
      const cast = inRound(session, ballot.round, ({ ballots }) => ({
        ballots: [...ballots, { ...ballot, timestamp }],
      }))
      return spend(cast, ballot.round, ballot.usage)
    }
    case 'response_add': {
      const { response } = event
      const isKnown = session.responses.some(
        ({ round, agentId }) => round === response.round && agentId === response.agentId,
      )
      if (isKnown) return session
      const responses = [...session.responses, { ...response, timestamp }]
      return spend({ ...session, responses }, response.round, response.usage)
    }
    case 'seat_fail': {
      const { failure, usage } = event
      const failed = inRound(session, failure.round, ({ failures }) => ({
        failures: [...failures, { ...failure, timestamp }],
      }))
      return spend(failed, failure.round, usage)
    }
    case 'context_request': {
      const record = { ...event.request, timestamp, isCleared: false }
      const isKnown = session.contextRequests.some(({ id }) => id === record.id)
      return isKnown ? session : { ...session, contextRequests: [...session.contextRequests, record] }
    }
    case 'context_answer': {
      const { requestId, ...answer } = event.result
      const contextRequests = session.contextRequests.map((record) =>
        record.id === requestId && isPending(record) ? { ...record, answer: { ...answer, timestamp } } : record,
      )
      return { ...session, contextRequests }
    }
    case 'context_clear': {
      const contextRequests = session.contextRequests.map((record) =>
        event.requestIds.includes(record.id) ? { ...record, isCleared: true } : record,
      )
      return { ...session, contextRequests }
    }
    case 'round_summarize': {
      const { round, summary } = event
      return spend(
        inRound(session, round, () => ({ summary })),
        round,
        summary.usage,
      )
    }
    case 'round_summary_fail':
      return inRound(session, event.round, () => ({ summaryFailure: event.reason }))
    case 'round_end': {
      const { round, consensus, endReason } = event
      const ended = { ...inRound(session, round, () => ({ consensus, endedAt: timestamp })), consensus }
      return endReason === undefined ? ended : { ...ended, status: 'completed', endReason }
    }
    case 'session_pause':
      return session.status === 'active' ? { ...session, status: 'paused' } : session
    case 'session_resume':
      return session.status === 'paused' ? { ...session, status: 'active' } : session
    case 'session_stop':
      return session.status === 'completed' ? session : { ...session, status: 'completed', endReason: 'stopped' }
    case 'synthesis_write': {
      const { synthesis } = event
      const usage = addUsage(session.usage, synthesis.usage)
      return { ...session, synthesis: { ...synthesis, timestamp }, usage }
    }
  }
}

function reopen({ endReason: _, ...session }: Session): Session {
  return { ...session, status: 'active' }
}

const roleIn = (roles: Extract<RoundtableEvent, { type: 'roles_assign' }>['roles'], agentId: string) =>
  roles[agentId] === undefined ? {} : { role: roles[agentId] }

const inRound = (session: Session, number: number, change: (round: Round) => Partial<Round>): Session => ({
  ...session,
  rounds: session.rounds.map((round) => (round.number === number ? { ...round, ...change(round) } : round)),
})

const spend = (session: Session, number: number, usage: Usage): Session => ({
  ...inRound(session, number, (round) => ({ usage: addUsage(round.usage, usage) })),
  usage: addUsage(session.usage, usage),
})
