import { addUsage, noUsage, type Usage } from '@sweatpants/framework'
import { type ContextRecord, isPending, toRequest } from './context-request.ts'
import type { Opening, RoundtableEvent } from './event.ts'
import { type Round, roundOf, type Session } from './session.ts'

/**
 * The session after an event. What was applied before changes nothing: there is one response for each round and agent, a
 * round begins and ends once. Only of `roles_assign` it cannot be seen, so that its writer has to see to it.
 */
export function reduce(session: Session | undefined, event: RoundtableEvent): Session {
  if (event.type === 'session_start') return session ?? open(event.opening, event.timestamp)
  if (event.type === 'session_import') return session ?? event.session
  if (session === undefined) throw new TypeError(`the log of a session begins with session_start, not ${event.type}`)
  const applied = apply(session, event)
  if (applied === session) return session
  const changed = { ...applied, updatedAt: event.timestamp }
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
      if (roundOf(session, event.round) !== undefined) return session
      const { type: _, round: number, totalRounds, timestamp: startedAt, ...asked } = event
      const round: Round = { number, ...asked, asking: [], ballots: [], failures: [], usage: noUsage, startedAt }
      return { ...reopen(session), currentRound: number, totalRounds, rounds: [...session.rounds, round] }
    }
    case 'roles_assign': {
      const seats = session.seats.map((seat) => ({ ...seat, ...roleIn(event.roles, seat.agentId) }))
      return spend({ ...session, seats }, session.currentRound, event.usage)
    }
    case 'seat_ask': {
      const { round, agentId } = event
      if (roundOf(session, round)?.asking.includes(agentId)) return session
      return inRound(session, round, ({ asking }) => ({ asking: [...asking, agentId] }))
    }
    case 'ballot_cast': {
      const { ballot } = event
      const isKnown = roundOf(session, ballot.round)?.ballots.some(({ agentId }) => agentId === ballot.agentId)
      if (isKnown) return session
      const cast = inRound(session, ballot.round, ({ ballots }) => ({
        ballots: [...ballots, { ...ballot, timestamp }],
      }))
      return spend(hear(cast, ballot), ballot.round, ballot.usage)
    }
    case 'response_add': {
      const { response } = event
      const isKnown = session.responses.some(
        ({ round, agentId }) => round === response.round && agentId === response.agentId,
      )
      if (isKnown) return session
      const responses = [...session.responses, { ...response, timestamp }]
      return spend(hear({ ...session, responses }, response), response.round, response.usage)
    }
    case 'seat_fail': {
      const { failure, usage } = event
      const isKnown = roundOf(session, failure.round)?.failures.some(
        ({ agentId, phase }) => agentId === failure.agentId && phase === failure.phase,
      )
      if (isKnown) return session
      const failed = inRound(session, failure.round, ({ failures }) => ({
        failures: [...failures, { ...failure, timestamp }],
      }))
      return spend(hear(failed, failure), failure.round, usage)
    }
    case 'context_request': {
      const record = { ...event.request, timestamp, isCleared: false }
      const isKnown = session.contextRequests.some(({ id }) => id === record.id)
      return isKnown ? session : { ...session, contextRequests: [...session.contextRequests, record] }
    }
    case 'context_answer': {
      const { requestId, ...answer } = event.result
      const isMeant = (record: ContextRecord) => record.id === requestId && isPending(record)
      return inRequests(session, isMeant, { answer: { ...answer, timestamp } })
    }
    case 'context_clear':
      return clear(session, event.requestIds)
    case 'round_summarize': {
      const { round, summary } = event
      if (roundOf(session, round)?.summary !== undefined) return session
      return spend(
        inRound(session, round, () => ({ summary })),
        round,
        summary.usage,
      )
    }
    case 'round_summary_fail':
      if (roundOf(session, event.round)?.summaryFailure !== undefined) return session
      return spend(
        inRound(session, event.round, () => ({ summaryFailure: event.reason })),
        event.round,
        event.usage,
      )
    case 'round_end': {
      const { round, consensus, endReason } = event
      if (roundOf(session, round)?.endedAt !== undefined) return session
      const ended = { ...inRound(consume(session, round), round, () => ({ consensus, endedAt: timestamp })), consensus }
      // What ended the debate first is why it ended.
      const isEnd = endReason !== undefined && session.status !== 'completed'
      return isEnd ? { ...ended, status: 'completed', endReason } : ended
    }
    case 'session_pause':
      return session.status === 'active' ? { ...session, status: 'paused' } : session
    case 'session_resume':
      return session.status === 'paused' ? { ...session, status: 'active' } : session
    case 'session_stop':
      return session.status === 'completed' ? session : { ...session, status: 'completed', endReason: 'stopped' }
    case 'synthesis_write': {
      const { synthesis } = event
      if (session.synthesis?.round === synthesis.round) return session
      const usage = addUsage(session.usage, synthesis.usage)
      return { ...session, synthesis: { ...synthesis, timestamp }, usage }
    }
  }
}

/** A round uses up the context that it was given, unless nobody was heard in it. */
function consume(session: Session, number: number): Session {
  const used = roundOf(session, number)?.contextIds ?? []
  return session.responses.some(({ round }) => round === number) ? clear(session, used) : session
}

const clear = (session: Session, requestIds: readonly string[]): Session =>
  inRequests(session, ({ id, isCleared }) => requestIds.includes(id) && !isCleared, { isCleared: true })

function reopen({ endReason: _, ...session }: Session): Session {
  return { ...session, status: 'active' }
}

const roleIn = (roles: Extract<RoundtableEvent, { type: 'roles_assign' }>['roles'], agentId: string) =>
  roles[agentId] === undefined ? {} : { role: roles[agentId] }

function inRequests(
  session: Session,
  isMeant: (record: ContextRecord) => boolean,
  change: Partial<ContextRecord>,
): Session {
  if (!session.contextRequests.some(isMeant)) return session
  const contextRequests = session.contextRequests.map((record) => (isMeant(record) ? { ...record, ...change } : record))
  return { ...session, contextRequests }
}

/** Its model is no longer at work. */
const hear = (session: Session, { round, agentId }: { round: number; agentId: string }): Session =>
  inRound(session, round, ({ asking }) => ({ asking: asking.filter((one) => one !== agentId) }))

const inRound = (session: Session, number: number, change: (round: Round) => Partial<Round>): Session => ({
  ...session,
  rounds: session.rounds.map((round) => (round.number === number ? { ...round, ...change(round) } : round)),
})

const spend = (session: Session, number: number, usage: Usage): Session => ({
  ...inRound(session, number, (round) => ({ usage: addUsage(round.usage, usage) })),
  usage: addUsage(session.usage, usage),
})
