import { RoundtableError } from '../errors.ts'
import type { ContextRequest, ContextResult } from '../session/context-request.ts'
import type { Happening } from '../session/event.ts'
import { nameSeats } from '../session/name-seats.ts'
import { canReopen, isHeard, roundOf, type Session } from '../session/session.ts'
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
        : `\n\nThe answer to ${empty.join(', ')} was empty: success: true needs a result with what you found, success: false an error that says why it could not be found. Valid answers of this call were taken.`),
    { details: { ignoredContextResults: ignored.map((one) => ({ ...one })) } },
  )
}

/** Throws when the debate is paused or over. A debate that is over has one more round if something new is asked. */
export function refuseStatus(session: Session, isNew: boolean): void {
  const { status, endReason } = session
  if (status === 'paused')
    throw new RoundtableError('paused', 'The debate is paused; call control_session with action "resume" first.')
  if (status !== 'completed') return
  if (!canReopen(session)) {
    const reason = endReason === 'stopped' ? endReason : 'budget'
    throw new RoundtableError('completed', `The debate is over (${reason}); start another one to go on.`)
  }
  if (!isNew)
    throw new RoundtableError(
      'completed',
      'The debate is over; give a focusQuestion, or a corrected question (--focus or --kind in the terminal), to have one more round.',
    )
}

/** Throws when a round has ended in which no seat could be heard. If the budget ended the debate, the votes before that stand. */
export function refuseUnheard(session: Session, number: number): void {
  const round = roundOf(session, number)
  if (round?.endedAt === undefined || isHeard(session, number)) return
  const isSpent = session.endReason === 'budget'
  if (isSpent && session.consensus?.vote[0] !== undefined) return
  const pending = session.pendingContextRequests
  const isWaiting = pending.some(({ priority }) => priority === 'required')
  const remedy = `Call continue_roundtable with sessionId "${session.id}"${isWaiting ? ' and contextResults for the required context requests' : ''} to hold it again.`
  const nameOf = nameSeats(session)
  const reasons = round.failures
    .filter(({ phase }) => phase === 'response')
    .map(({ agentId, code, reason }) => `${nameOf(agentId)}: ${reason} (${code})`)
  throw new RoundtableError(
    'unheard',
    `No seat could be heard in round ${number}, so it does not count. ${isSpent ? 'The budget is too small: start another debate with a larger one.' : remedy}\n${reasons.join('\n')}`,
    {
      details: {
        sessionId: session.id,
        failures: round.failures.map((failure) => ({ ...failure })),
        contextRequests: pending.map((request) => ({ ...request })),
      },
    },
  )
}

/**
 * A seat that failed is asked again in the next round; after two failures in a row it is left out. A round in which no seat was
 * heard does not count, so there is always a seat to ask.
 */
function seatsOfNextRound(session: Session): string[] {
  const counted = session.rounds.filter(({ number }) => isHeard(session, number))
  const wasLost = (agentId: string) =>
    counted.some((round, i) => failsIn(round, agentId) && failsIn(counted[i - 1], agentId))
  return session.agentIds.filter((agentId) => !wasLost(agentId))
}

const failsIn = (round: Session['rounds'][number] | undefined, agentId: string): boolean =>
  round?.failures.some(
    (failure) => failure.agentId === agentId && failure.phase === 'response' && failure.code !== 'budget',
  ) ?? false

export function startNextRound(session: Session, focusQuestion: string | undefined): Happening<'round_start'> {
  const agentIds = seatsOfNextRound(session)
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
