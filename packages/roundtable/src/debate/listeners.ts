import { setTimeout as wait } from 'node:timers/promises'
import { follow } from '@sweatpants/framework/log'
import { sayEstimate } from '../consensus/estimates.ts'
import { RoundtableError } from '../errors.ts'
import { countHeard } from '../report/progress.ts'
import type { ConsensusResult } from '../session/consensus.ts'
import type { Happening, HappeningType, RoundtableEvent } from '../session/event.ts'
import { type NameOf, nameSeats } from '../session/name-seats.ts'
import { quote, shorten, toOneLine } from '../session/phrases.ts'
import { roundOf, type Session } from '../session/session.ts'
import { notFound, type SessionManager } from '../session/session-manager.ts'
import { sayBlocked } from '../session/session-state.ts'
import type { Begun, Heard, SeatDraft } from './roundtable.ts'
import { takesBallot } from './takes-ballot.ts'

export interface ListenersOptions {
  sessions: SessionManager
  /** Aborts when the server shuts down. */
  closing: AbortSignal
}

/** Milliseconds in which the servers around the roundtable stop the calls that another process can continue. */
const DRAIN = 500

/** Tells callers of this process what happens in rounds, wherever those are played. A round does not depend on its listeners. */
export class Listeners {
  readonly #options: ListenersOptions
  #draining: Promise<void> | undefined
  #isDrained = false

  constructor(options: ListenersOptions) {
    this.#options = options
  }

  /**
   * Resolves to the next news of the round. While the server shuts down it resolves without any. `onDrafts` is called with
   * the current drafts after every change.
   */
  async hear({ sessionId, round, after }: Begun, signal: AbortSignal, onDrafts?: OnDrafts): Promise<Heard> {
    const { closing } = this.#options
    const nothing: Heard = { after, done: 0, expected: 0, isOver: false }
    if (closing.aborted) {
      if (await this.#waitForDrain()) return nothing
      throw new RoundtableError('interrupted', CLOSING)
    }
    const heard = await this.#hear(sessionId, round, after, AbortSignal.any([signal, closing]), onDrafts)
    if (heard !== undefined) return heard
    signal.throwIfAborted()
    // A call that another process can continue ends here, and listens again there.
    return nothing
  }

  /** Waits once, so that calls which another process can continue have ended; resolves to whether it had to. */
  async #waitForDrain(): Promise<boolean> {
    if (this.#isDrained) return false
    this.#draining ??= wait(DRAIN, undefined, { ref: false }).then(() => {
      this.#isDrained = true
    })
    await this.#draining
    return true
  }

  async #hear(
    sessionId: string,
    round: number,
    after: number,
    signal: AbortSignal,
    onDrafts: OnDrafts | undefined,
  ): Promise<Heard | undefined> {
    const { sessions } = this.#options
    const { session, lsn } = await sessions.read(sessionId)
    if (lsn <= after) refuseStopped(session, round)
    for await (const page of follow(sessions.log, sessionId, after, signal)) {
      const state = await sessions.read(sessionId)
      onDrafts?.(readDrafts(state.session, round))
      for (const entry of page) {
        const heard = toHeard(state.session, round, entry.lsn, entry.event)
        if (heard !== undefined) return heard
      }
      // The last news are heard before the reason why there are no more.
      if (state.lsn === page.at(-1)!.lsn) refuseStopped(state.session, round)
    }
    if (!signal.aborted) throw notFound(sessionId)
    return undefined
  }
}

const CLOSING =
  'The server is shutting down. The round continues by itself when a server is running; call continue_roundtable then.'

/** Throws when no process plays the round, and none will before a caller asks. */
function refuseStopped(session: Session, number: number): void {
  const { status } = session
  const stage = roundOf(session, number)?.stage
  if (status !== 'active')
    throw new RoundtableError('interrupted', `Round ${number} was interrupted: the debate is ${status}.`)
  if (stage === 'blocked') throw new RoundtableError('blocked', sayBlocked(number))
  if (stage === 'interrupted')
    throw new RoundtableError(
      'interrupted',
      'The round was interrupted; call continue_roundtable to finish it. Seats that have answered are not asked again.',
    )
}

function toHeard(session: Session, round: number, lsn: number, event: RoundtableEvent): Heard | undefined {
  const line = toLine(event, nameSeats(session))
  const isOver = event.type === 'round_end' && event.round === round
  return line === undefined ? undefined : { after: lsn, line, ...countAnswers(session, round), isOver }
}

type OnDrafts = (drafts: readonly SeatDraft[]) => void

function readDrafts(session: Session, round: number): SeatDraft[] {
  const nameOf = nameSeats(session)
  const drafts = Object.entries(roundOf(session, round)?.drafts ?? {})
  return drafts.map(([agentId, text]) => ({ name: nameOf(agentId), text }))
}

function countAnswers(session: Session, number: number): { done: number; expected: number } {
  const round = roundOf(session, number)
  if (round === undefined) return { done: 0, expected: 0 }
  const { answered, failed, asked } = countHeard(session, round)
  const voted = round.ballots.length + round.failures.filter(({ phase }) => phase === 'ballot').length
  return { done: voted + answered + failed, expected: asked * (takesBallot(session, number) ? 2 : 1) }
}

const LINES: { [T in HappeningType]?: (event: Happening<T>, nameOf: NameOf) => string } = {
  ballot_cast: ({ ballot }, nameOf) => `${nameOf(ballot.agentId)} has answered in private`,
  response_add: ({ response }, nameOf) => `${nameOf(response.agentId)}: ${toNews(response.position)}`,
  seat_fail: ({ failure }, nameOf) =>
    `${nameOf(failure.agentId)} was not heard (${failure.phase}): ${toNews(failure.reason)}`,
  seat_replace: ({ agentId, substitute }, nameOf) =>
    `${nameOf(substitute.agentId)} takes the place of ${nameOf(agentId)}, which failed`,
  images_refuse: ({ agentId }, nameOf) => `${nameOf(agentId)} cannot see the attached images`,
  context_request: ({ request }, nameOf) =>
    `${nameOf(request.agentId)} asks (${request.priority}): ${toNews(request.query)}`,
  round_summary_fail: ({ reason }) => `The round has no summary: ${toNews(reason)}`,
  round_end: ({ round, consensus }) => `After round ${round}: ${toNews(sayStanding(consensus))}`,
}

/** Where the panel stands: how many seats hold each answer. */
function sayStanding({ vote, estimate, seats }: ConsensusResult): string {
  if (vote.length === 0) return seats.heard === 0 ? 'no one was heard' : 'no one gave a clear answer'
  if (estimate !== undefined) return sayEstimate(estimate)
  return vote.map(({ answer, agentIds }) => `${agentIds.length} for ${quote(answer)}`).join(', ')
}

/** Returns the progress line for an event. Most events have none. */
const toLine = (event: RoundtableEvent, nameOf: NameOf): string | undefined =>
  // TypeScript cannot see that the entry and the event have the same type; the type of the table has checked it.
  (LINES[event.type] as ((event: RoundtableEvent, nameOf: NameOf) => string) | undefined)?.(event, nameOf)

const LENGTH = 160

const toNews = (text: string): string => shorten(toOneLine(text), LENGTH)
