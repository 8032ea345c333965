import { isHeard } from '../consensus/find-end.ts'
import { RoundtableError } from '../errors.ts'
import type { ContextRequest, ContextResult } from '../session/context-request.ts'
import type { Happening } from '../session/event.ts'
import { roundOf, type Session } from '../session/session.ts'
import type { ContinueInput } from './input.ts'
import type { IgnoredResult } from './roundtable.ts'

/** Sorts results into those that answer a pending request and those that are only reported to the caller. */
export function sortResults(
  session: Session,
  results: NonNullable<ContinueInput['contextResults']>,
): { taken: ContextResult[]; ignored: IgnoredResult[] } {
  const taken: ContextResult[] = []
  const ignored: IgnoredResult[] = []
  for (const given of results) {
    const { requestId, success, result, error } = given
    const isTaken = taken.some((one) => one.requestId === requestId)
    const isKnown = session.contextRequests.some(({ id }) => id === requestId)
    const isPending = session.pendingContextRequests.some(({ id }) => id === requestId)
    if (!isPending || isTaken) ignored.push({ requestId, reason: isKnown ? 'repeated' : 'unknown' })
    else if (isEmpty(given)) ignored.push({ requestId, reason: 'empty' })
    else taken.push({ requestId, success, ...(success ? { result: result! } : { error: error! }) })
  }
  return { taken, ignored }
}

const isEmpty = ({ success, result, error }: NonNullable<ContinueInput['contextResults']>[number]): boolean =>
  ((success ? result : error) ?? '').trim() === ''

/** Throws while a required request has no answer. */
export function refusePending(pending: readonly ContextRequest[], ignored: readonly IgnoredResult[]): void {
  const required = pending.filter(({ priority }) => priority === 'required')
  if (required.length === 0) return
  const empty = ignored.filter(({ reason }) => reason === 'empty').map(({ requestId }) => requestId)
  throw new RoundtableError(
    'context_required',
    `Cannot continue: ${required.length} required context request(s) pending.\n\n` +
      'You MUST provide contextResults for these requests:\n' +
      required.map(({ id, agentId, query }) => `- [${id}] (${agentId}): ${query}`).join('\n') +
      '\n\nUse WebSearch or other tools to fulfill these requests, then call continue_roundtable with contextResults.' +
      (empty.length === 0
        ? ''
        : `\n\nThe answer to ${empty.join(', ')} was empty: success: true needs a result with what you found, success: false an error that says why it could not be found. The other answers were taken.`),
    { details: { ignoredContextResults: ignored.map((one) => ({ ...one })) } },
  )
}

/** Throws when the debate is paused or over. A debate that is over has one more round if something new is asked. */
export function refuseStatus({ status, endReason }: Session, isNew: boolean): void {
  if (status === 'paused')
    throw new RoundtableError('paused', 'The debate is paused; call control_session with action "resume" first.')
  if (status !== 'completed') return
  if (endReason === 'stopped' || endReason === 'budget')
    throw new RoundtableError('completed', `The debate is over (${endReason}); start another one to go on.`)
  if (!isNew)
    throw new RoundtableError('completed', 'The debate is over; give a focusQuestion to have one more round about it.')
}

/** Throws when a round has ended in which no seat could be heard. */
export function refuseUnheard(session: Session, number: number): void {
  const round = roundOf(session, number)
  if (round?.endedAt === undefined || isHeard(session, number) || session.endReason === 'budget') return
  const reasons = round.failures
    .filter(({ phase }) => phase === 'response')
    .map(({ agentId, code, reason }) => `${agentId}: ${reason} (${code})`)
  const isOver = session.status === 'completed' || seatsOfNextRound(session).length === 0
  const next = isOver ? 'Start another debate with other agents.' : 'Call continue_roundtable to hold it again.'
  throw new RoundtableError(
    'unheard',
    `No seat could be heard in round ${number}, so it does not count. ${next}\n${reasons.join('\n')}`,
    { details: { sessionId: session.id, failures: round.failures.map((failure) => ({ ...failure })) } },
  )
}

/** A seat that failed is asked again in the next round; after two failures in a row it is left out. */
function seatsOfNextRound({ agentIds, rounds }: Session): string[] {
  const wasLost = (agentId: string) =>
    rounds.some((round, i) => failsIn(round, agentId) && failsIn(rounds[i - 1], agentId))
  return agentIds.filter((agentId) => !wasLost(agentId))
}

const failsIn = (round: Session['rounds'][number] | undefined, agentId: string): boolean =>
  round?.failures.some(
    (failure) => failure.agentId === agentId && failure.phase === 'response' && failure.code !== 'budget',
  ) ?? false

export function startNextRound(session: Session, focusQuestion: string | undefined): Happening<'round_start'> {
  const agentIds = seatsOfNextRound(session)
  if (agentIds.length === 0)
    throw new RoundtableError(
      'no_agents',
      'No seat is left: each failed in two rounds. Start another debate with other agents.',
    )
  const round = session.currentRound + 1
  const used = session.contextRequests.filter(({ answer, isCleared }) => answer !== undefined && !isCleared)
  return {
    type: 'round_start',
    round,
    ...(focusQuestion !== undefined && { focusQuestion }),
    agentIds,
    contextIds: used.map(({ id }) => id),
    totalRounds: Math.max(session.totalRounds, round),
  }
}
