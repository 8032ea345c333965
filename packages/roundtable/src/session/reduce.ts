import { addUsage, noUsage, type Usage } from '@sweatpants/framework'
import { type ContextPriority, type ContextRecord, isDismissed, isPending, toRequest } from './context-request.ts'
import type { HappeningType, Opening, RoundtableEvent } from './event.ts'
import { openRound, type Round, type RoundStage, roundOf, type Session } from './session.ts'

type First = 'session_start' | 'session_import'
type Firsts = { [T in First]: (event: RoundtableEvent<T>) => Session }
type Reducers = {
  [T in Exclude<HappeningType, First>]: (session: Session, event: RoundtableEvent<T>) => Session
}

/** How a log begins. */
const firsts: Firsts = {
  session_start: ({ opening, timestamp }) => open(opening, timestamp),
  session_import: ({ session }) => session,
}

const reducers: Reducers = {
  session_pause: (session) => (session.status === 'active' ? interrupt({ ...session, status: 'paused' }) : session),
  session_resume: (session) => (session.status === 'paused' ? { ...session, status: 'active' } : session),
  session_stop: (session) =>
    session.status === 'completed' ? session : interrupt({ ...session, status: 'completed', endReason: 'stopped' }),

  session_rename({ title: _, ...session }, { title }) {
    return title === '' ? session : { ...session, title }
  },

  round_start(session, { type: _, round: number, totalRounds, timestamp: startedAt, ...asked }) {
    if (roundOf(session, number) !== undefined) return session
    const empty = { asking: [], ballots: [], failures: [], usage: noUsage }
    const round: Round = { number, ...asked, ...empty, stage: 'called', startedAt }
    const { synthesisFailure: _failure, merger, ...opened } = reopen(session)
    // Private ballots before a round in which no seat was heard do not count, so their proposals are not shown.
    const kept = isAnswered(session) && merger !== undefined ? { ...opened, merger } : opened
    return { ...kept, currentRound: number, totalRounds, rounds: [...session.rounds, round] }
  },
  // The round may have been interrupted while the process that played it wrote this event, or the one of a block.
  round_play: (session, { round }) =>
    inStage(session, round, (stage) => (stage === 'called' ? 'playing' : unlessInterrupted(stage, 'adopted'))),
  round_interrupt: (session, { round }) => inStage(session, round, () => 'interrupted'),
  round_resume: (session, { round }) => inStage(session, round, () => 'called'),
  round_block: (session, { round }) => inStage(session, round, (stage) => unlessInterrupted(stage, 'blocked')),

  question_frame(session, { question, usage }) {
    if (JSON.stringify(session.question) === JSON.stringify(question)) return session
    const framed = question.since === session.question?.since ? { ...session, question } : { ...ask(session), question }
    return session.currentRound === 0 ? framed : spend(framed, session.currentRound, usage)
  },
  proposals_merge(session, { merger }) {
    if (session.merger?.round === merger.round) return session
    return spend({ ...session, merger }, merger.round, merger.usage)
  },
  // A repeat cannot be recognized, so its writer must write it once.
  roles_assign(session, { roles, usage }) {
    const seats = session.seats.map((seat) => {
      const role = roles[seat.agentId]
      return role === undefined ? seat : { ...seat, role }
    })
    return spend({ ...session, seats }, session.currentRound, usage)
  },
  seat_ask(session, { round, agentId }) {
    if (roundOf(session, round)?.asking.includes(agentId)) return session
    return inRound(session, round, ({ asking }) => ({ asking: [...asking, agentId] }))
  },
  seat_draft(session, { round: number, agentId, from, text }) {
    const round = roundOf(session, number)
    if (round === undefined || !round.asking.includes(agentId)) return session
    const draft = (round.drafts?.[agentId] ?? '').slice(0, from) + text
    return inRound(session, number, ({ drafts }) => ({ drafts: { ...drafts, [agentId]: draft } }))
  },
  seat_replace(session, { round, agentId, substitute }) {
    if (session.seats.some((seat) => seat.agentId === substitute.agentId)) return session
    const swap = (ids: readonly string[]) => ids.map((id) => (id === agentId ? substitute.agentId : id))
    const seats = session.seats.map((seat) =>
      seat.agentId === agentId ? { ...seat, ...substitute, replaces: agentId } : seat,
    )
    const substitutes = (session.substitutes ?? []).filter((one) => one.agentId !== substitute.agentId)
    const replaced = [...(session.replaced ?? []), ...session.seats.filter((seat) => seat.agentId === agentId)]
    const changed = { ...session, seats, substitutes, replaced, agentIds: swap(session.agentIds) }
    return inRound(changed, round, ({ agentIds }) => ({ agentIds: swap(agentIds) }))
  },
  images_refuse(session, { agentId }) {
    const { withoutImages = [] } = session
    return withoutImages.includes(agentId) ? session : { ...session, withoutImages: [...withoutImages, agentId] }
  },
  ballot_cast(session, { ballot, timestamp }) {
    if (roundOf(session, ballot.round)?.ballots.some(({ agentId }) => agentId === ballot.agentId)) return session
    const cast = inRound(session, ballot.round, ({ ballots }) => ({ ballots: [...ballots, { ...ballot, timestamp }] }))
    return spend(hear(cast, ballot), ballot.round, ballot.usage)
  },
  response_add(session, { response, timestamp }) {
    const isKnown = session.responses.some(
      ({ round, agentId }) => round === response.round && agentId === response.agentId,
    )
    if (isKnown) return session
    const responses = [...session.responses, { ...response, timestamp }]
    return spend(hear({ ...session, responses }, response), response.round, response.usage)
  },
  seat_fail(session, { failure, usage, timestamp }) {
    const isKnown = roundOf(session, failure.round)?.failures.some(
      ({ agentId, phase }) => agentId === failure.agentId && phase === failure.phase,
    )
    if (isKnown) return session
    const failed = inRound(session, failure.round, ({ failures }) => ({
      failures: [...failures, { ...failure, timestamp }],
    }))
    return spend(hear(failed, failure), failure.round, usage)
  },

  context_request(session, { request, timestamp }) {
    const record = { ...request, timestamp, isCleared: false }
    const isKnown = session.contextRequests.some(({ id }) => id === record.id)
    return isKnown ? session : { ...session, contextRequests: [...session.contextRequests, record] }
  },
  context_join(session, { requestId, agentId, priority }) {
    const record = session.contextRequests.find(({ id }) => id === requestId)
    const joined = record && join(record, agentId, priority)
    if (joined === record) return session
    return { ...session, contextRequests: session.contextRequests.map((one) => (one === record ? joined! : one)) }
  },
  context_answer(session, { result: { requestId, ...answer }, answeredBy, timestamp }) {
    const isMeant = (record: ContextRecord) => record.id === requestId && isPending(record)
    return inRequests(session, isMeant, {
      answer: { ...answer, ...(answeredBy !== undefined && { answeredBy }), timestamp },
    })
  },
  context_clear: (session, { requestIds }) => clear(session, requestIds),

  round_summarize(session, { round, summary }) {
    if (roundOf(session, round)?.summary !== undefined) return session
    const summarized = inRound(session, round, () => ({ summary }))
    return spend(summarized, round, summary.usage)
  },
  round_summary_fail(session, { round, reason, usage }) {
    if (roundOf(session, round)?.summaryFailure !== undefined) return session
    const failed = inRound(session, round, () => ({ summaryFailure: reason }))
    return spend(failed, round, usage)
  },
  round_end(session, { round: number, consensus, endReason, timestamp: endedAt }) {
    const open = roundOf(session, number)
    if (open === undefined || open.endedAt !== undefined) return session
    const { stage: _, ...round } = open
    const consumed = consume(session, number)
    const rounds = session.rounds.map((one) => (one === open ? { ...round, consensus, endedAt } : one))
    const isHeard = session.responses.some(({ round }) => round === number)
    // A round in which no seat was heard does not count.
    const totalRounds = session.totalRounds + Number(!isHeard && endReason === undefined)
    const { outcome, ...ended } = { ...consumed, rounds, consensus, totalRounds }
    // The first reason for which the debate ended stays.
    const isEnd = endReason !== undefined && session.status !== 'completed'
    return {
      ...ended,
      // An outcome says nothing about another decision.
      ...(outcome !== undefined && outcome.answer === consensus.decision?.answer && { outcome }),
      ...(isEnd && { status: 'completed', endReason }),
    }
  },

  synthesis_request: (session) => session,
  synthesis_write(session, { synthesis, timestamp }) {
    if (session.synthesis?.round === synthesis.round) return session
    const { synthesisFailure: _, ...before } = session
    const usage = addUsage(session.usage, synthesis.usage)
    return { ...before, synthesis: { ...synthesis, timestamp }, usage }
  },
  // A repeat cannot be recognized, so its writer must write it once.
  synthesis_fail: (session, { reason, usage = noUsage }) => ({
    ...session,
    synthesisFailure: reason,
    usage: addUsage(session.usage, usage),
  }),

  outcome_record(session, { verdict, note, timestamp }) {
    const answer = session.consensus?.decision?.answer
    if (answer === undefined) return session
    return { ...session, outcome: { verdict, answer, ...(note !== undefined && { note }), timestamp } }
  },
}

/** Whether this version knows the event. A newer server may write others. */
export function isKnown(event: unknown): event is RoundtableEvent {
  const { type } = (event ?? {}) as { type?: unknown }
  return typeof type === 'string' && (Object.hasOwn(firsts, type) || Object.hasOwn(reducers, type))
}

/** Returns the session after an event. An event that was applied before changes nothing. */
export function reduce(session: Session | undefined, event: RoundtableEvent): Session {
  if (event.type === 'session_start') return session ?? firsts.session_start(event)
  if (event.type === 'session_import') return session ?? firsts.session_import(event)
  if (session === undefined) throw new TypeError(`the log of a session begins with session_start, not ${event.type}`)
  // TypeScript cannot see that the entry and the event have the same type; the type of the table has checked it.
  const reducer = reducers[event.type] as (session: Session, event: RoundtableEvent) => Session
  const applied = reducer(session, event)
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

function reopen({ endReason: _, ...session }: Session): Session {
  return { ...session, status: 'active' }
}

/** Drops what the session says of the answers so far, which do not count for the question. The result stays with its round. */
const ask = ({ merger: _, consensus: __, outcome: ___, ...session }: Session): Session => session

/** Whether a seat was heard on the question. */
const isAnswered = ({ question, responses }: Session): boolean =>
  question === undefined || responses.some(({ round }) => round >= question.since)

/** A round consumes the context that it was given, unless no seat answered in it. */
function consume(session: Session, number: number): Session {
  const used = roundOf(session, number)?.contextIds ?? []
  return session.responses.some(({ round }) => round === number) ? clear(session, used) : session
}

/** Adds a seat to those that ask. A request that was dismissed while it was optional is pending again if the seat requires it. */
function join(record: ContextRecord, agentId: string, priority: ContextPriority): ContextRecord {
  const { answer, alsoAskedBy = [], ...request } = record
  const isNew = agentId !== record.agentId && !alsoAskedBy.includes(agentId)
  const isRaised = priority === 'required' && record.priority === 'optional'
  if (!isNew && !isRaised) return record
  const isVoid = isRaised && isDismissed(record)
  const asking = isNew ? [...alsoAskedBy, agentId] : alsoAskedBy
  return {
    ...request,
    ...(answer && !isVoid && { answer }),
    ...(asking.length > 0 && { alsoAskedBy: asking }),
    ...(isRaised && { priority }),
  }
}

const clear = (session: Session, requestIds: readonly string[]): Session =>
  inRequests(session, ({ id, isCleared }) => requestIds.includes(id) && !isCleared, { isCleared: true })

function inRequests(
  session: Session,
  isMeant: (record: ContextRecord) => boolean,
  change: Partial<ContextRecord>,
): Session {
  if (!session.contextRequests.some(isMeant)) return session
  const contextRequests = session.contextRequests.map((record) => (isMeant(record) ? { ...record, ...change } : record))
  return { ...session, contextRequests }
}

/** The model of the seat is no longer working. */
const hear = (session: Session, { round: number, agentId }: { round: number; agentId: string }): Session => ({
  ...session,
  rounds: session.rounds.map((round) => (round.number === number ? withoutDraft(round, agentId) : round)),
})

function withoutDraft({ drafts = {}, asking, ...round }: Round, agentId: string): Round {
  const left = Object.entries(drafts).filter(([id]) => id !== agentId)
  return {
    ...round,
    asking: asking.filter((one) => one !== agentId),
    ...(left.length > 0 && { drafts: Object.fromEntries(left) }),
  }
}

function interrupt(session: Session): Session {
  const open = openRound(session)
  return open === undefined ? session : inStage(session, open.number, () => 'interrupted')
}

/** A round that is interrupted waits until a caller continues it. */
const unlessInterrupted = (stage: RoundStage | undefined, next: RoundStage): RoundStage =>
  stage === 'interrupted' ? stage : next

function inStage(session: Session, number: number, next: (stage: RoundStage | undefined) => RoundStage): Session {
  const round = roundOf(session, number)
  if (round === undefined || round.endedAt !== undefined) return session
  const stage = next(round.stage)
  return stage === round.stage ? session : inRound(session, number, () => ({ stage }))
}

const inRound = (session: Session, number: number, change: (round: Round) => Partial<Round>): Session => ({
  ...session,
  rounds: session.rounds.map((round) => (round.number === number ? { ...round, ...change(round) } : round)),
})

const spend = (session: Session, number: number, usage: Usage): Session => ({
  ...inRound(session, number, (round) => ({ usage: addUsage(round.usage, usage) })),
  usage: addUsage(session.usage, usage),
})
