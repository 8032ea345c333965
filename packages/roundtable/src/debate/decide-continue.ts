import { isDeepStrictEqual } from 'node:util'
import { noUsage } from '@sweatpants/framework'
import { RoundtableError } from '../errors.ts'
import { type ContextRequest, type ContextResult, isPending } from '../session/context-request.ts'
import type { Happening } from '../session/event.ts'
import { nameSeats } from '../session/name-seats.ts'
import { sayCount } from '../session/phrases.ts'
import { type Question, toForm } from '../session/question.ts'
import { canReopen, isHeard, openRound, roundOf, type Session } from '../session/session.ts'
import { type ContinueInput, type GivenQuestion, toQuestion } from './input.ts'
import type { IgnoredResult } from './roundtable.ts'

/**
 * Sorts results into those that answer a request without an answer and those that are only reported to the caller. In a debate that
 * is over such a request is open again if the same call reopens the debate.
 */
export function sortResults(
  session: Session,
  results: NonNullable<ContinueInput['contextResults']>,
): { taken: ContextResult[]; ignored: IgnoredResult[] } {
  const taken: ContextResult[] = []
  const ignored: IgnoredResult[] = []
  for (const given of results) {
    const { requestId, success, result, error } = given
    const isTaken = taken.some((one) => one.requestId === requestId)
    const request = session.contextRequests.find(({ id }) => id === requestId)
    if (request === undefined) ignored.push({ requestId, reason: 'unknown' })
    else if (!isPending(request) || isTaken) ignored.push({ requestId, reason: 'repeated' })
    else if (isEmpty(given)) ignored.push({ requestId, reason: 'empty' })
    else taken.push({ requestId, success, ...(success ? { result: result! } : { error: error! }) })
  }
  return { taken, ignored }
}

const isEmpty = ({ success, result, error }: NonNullable<ContinueInput['contextResults']>[number]): boolean =>
  ((success ? result : error) ?? '').trim() === ''

/** Throws while a required request has no answer. */
function refusePending(pending: readonly ContextRequest[], ignored: readonly IgnoredResult[]): void {
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
    {
      details: { ignoredContextResults: ignored.map((one) => ({ ...one })) },
      said: `${sayMissing(required.length)} If you cannot answer a question, mark it as unavailable.`,
    },
  )
}

const sayMissing = (count: number): string =>
  `${sayCount(count, 'required answer is', 'required answers are')} missing.`

/** Throws when the debate is paused or over. A debate that is over has one more round if something new is asked. */
function refuseStatus(session: Session, isNew: boolean): void {
  const { status, endReason } = session
  if (status === 'paused')
    throw new RoundtableError('paused', 'The debate is paused; call control_session with action "resume" first.', {
      said: 'The debate is paused. Resume it first.',
    })
  if (status !== 'completed') return
  if (!canReopen(session)) {
    const reason = endReason === 'stopped' ? 'it was stopped' : 'its budget is used up'
    throw new RoundtableError('completed', `The debate is over: ${reason}. Start another one to go on.`)
  }
  if (!isNew)
    throw new RoundtableError(
      'completed',
      'The debate is over; give a focusQuestion, or a corrected question (--focus or --kind in the terminal), to have one more round.',
      { said: 'The debate is over. Enter a focus question, or correct the question, for one more round.' },
    )
}

/** Throws unless the round is the open one, or the next one if no round is open. */
function refuseOther(session: Session, round: number): void {
  const { currentRound } = session
  if (round === (openRound(session)?.number ?? currentRound + 1)) return
  const said =
    round > currentRound
      ? `Round ${round} cannot be started yet: the debate is in round ${currentRound}.`
      : `Round ${round} has ended already, so no round was started.`
  throw new RoundtableError(
    'wrong_round',
    `${said} Call get_session to read the debate, or continue_roundtable without round to go on.`,
    { said },
  )
}

export interface RoundCall {
  /** The only round that may be begun or continued. Default: any. */
  round?: number | undefined
  focusQuestion?: string | undefined
  /** A correction of the kind of question. */
  question?: GivenQuestion | undefined
  /** Context results that came with the call and were not taken. */
  ignored: readonly IgnoredResult[]
}

/** Begins the next round, continues one that was interrupted, or joins the one that is played. */
export function decideContinue(session: Session, { round, focusQuestion, question, ignored }: RoundCall): Happening[] {
  if (round !== undefined) refuseOther(session, round)
  const corrected = question && correct(session, question)
  const isNew = focusQuestion !== undefined || corrected !== undefined
  refuseStatus(session, isNew)
  const open = openRound(session)
  if (open === undefined) {
    refusePending(session.pendingContextRequests, ignored)
    const next = startNextRound(session, focusQuestion)
    return corrected === undefined ? [next] : [{ type: 'question_frame', question: corrected, usage: noUsage }, next]
  }
  if (isNew)
    throw new RoundtableError(
      'round_in_progress',
      `Round ${open.number} has not ended; call continue_roundtable without focusQuestion and question to wait for it.`,
      { said: `Round ${open.number} has not ended yet. Wait for its end, then ask your question in the next round.` },
    )
  return open.stage === 'interrupted' ? [{ type: 'round_resume', round: open.number }] : []
}

/** Returns the corrected question; `undefined` if it is as before. The answers so far count if they have its form. */
function correct(session: Session, given: GivenQuestion): Question | undefined {
  const { question: before, topic, currentRound } = session
  const corrected = toQuestion(given, topic, currentRound + 1)
  if (before === undefined) return corrected
  if (!isDeepStrictEqual(toForm(before), toForm(corrected)))
    return { ...corrected, earlier: [...(before.earlier ?? []), { ...toForm(before), since: before.since }] }
  const { isCheckable } = corrected
  return isCheckable === before.isCheckable ? undefined : { ...before, isCheckable, by: 'caller' }
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
