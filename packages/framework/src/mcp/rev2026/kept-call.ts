/**
 * A stateless call in the store, as its stream has it: what was called, each request that went on with it, the entries of
 * its run, and how each request was answered.
 *
 * K1 A state is gone on with once. The same request again gets the same reply, on every node. A request without answers gets
 *    the reply with its state again, as long as nothing is due.
 * K2 The same state with other answers, and a state of another past, are refused.
 * K3 A reply is stored before it is sent.
 * K4 A round whose process was killed goes on where its journal ends; a `once` step that had started is not run again.
 * K5 A call that waits for its client goes on without it when a time is due or others have sent something, in one round that
 *    no request began. Its reply takes the place of the one before. Answers to the one before count for the questions that it
 *    still asks as they were shown. The same holds for the round of a request without answers.
 */

import type { Opened } from '../../log/log.ts'
import type { DriverRegister } from '../../log/machine.ts'
import type { RunRegister } from '../../log/run-journal.ts'
import type { Json } from '../../tools/json.ts'
import { IGNORED_META, withMeta } from '../core/call-state.ts'
import { answeredOtherwise, type Carried, type Claim, readWaitHandle, usedAlready } from '../core/carrier.ts'
import { type Told, tell } from '../core/outside-event.ts'
import {
  addClaim,
  type Call,
  type CallEvent,
  cancelled,
  NO_ANSWERS,
  type ReplyEvent,
  type Round,
  type RoundEvent,
  type WaitsEvent,
} from './call-events.ts'
import { readRecording } from './stream-journal.ts'

/** `ordinal`: which round it began, from 1. */
type Past = Claim & { ordinal?: number; round?: RoundEvent; reply?: ReplyEvent }

export interface KeptCall extends Call, Carried, Told {
  id: string
  head: number
  binding: string
  register: RunRegister
  /** The last record, if the call rests. */
  rest: WaitsEvent | ReplyEvent | undefined
  /** The keys of the questions that the store had open when the call was loaded. */
  indexed: readonly string[]
  isDriven: boolean
  isBlocked: boolean
  /** The requests that are known, in their order. */
  history: readonly Past[]
  /** The last answer to a request. */
  last: ReplyEvent | undefined
}

/** For whom a round waits. */
export const toWaitsFor = ({ rest }: KeptCall): string | undefined =>
  rest?.type === 'waits' ? rest.waitsFor : undefined

/** Whether its round goes on without a client: it waits for other people, or no request began it. */
export const isAlone = (call: KeptCall): boolean =>
  toWaitsFor(call) !== undefined || openRound(call)?.isUnattended === true

/** When a driver is needed: at once for a round, for what others sent and for a cancel; at its next deadline for a call that rests. */
export function nextAt(call: KeptCall): number | undefined {
  const { rest, outside, isCancelled } = call
  if (rest === undefined) return openRound(call) === undefined ? undefined : 0
  return isCancelled || outside.length > (rest.heard ?? Number.POSITIVE_INFINITY) ? 0 : rest.wakeAt
}

/** Returns the round that what is due begins. */
export const toUnattended = ({ last, history }: KeptCall, now: number): RoundEvent => ({
  type: 'round',
  isUnattended: true,
  from: last!.next!,
  answers: NO_ANSWERS,
  given: {},
  time: Math.min(now, last!.wakeAt || now),
  capabilities: history.at(-1)?.round?.capabilities ?? {},
})

/** Puts a call together from its stream. */
export function toKeptCall(opened: Opened<CallEvent>, indexed: readonly string[] = []): KeptCall {
  const { id, head, principal, isDriven, events } = opened
  // Only kept calls write these, and the first record of each says what was called.
  const { blocked, ...register } = opened.register as unknown as RunRegister & DriverRegister
  const call = events[0]!.event as Extract<CallEvent, { subject: string }>
  const loaded: KeptCall = {
    id,
    head,
    subject: call.subject,
    arguments: call.arguments,
    binding: call.binding,
    principal,
    recording: readRecording(register, events)!,
    register,
    rest: undefined,
    outside: [],
    indexed,
    rounds: call.rounds,
    claims: [],
    history: [],
    last: undefined,
    isDriven,
    isBlocked: blocked !== undefined,
    isCancelled: false,
  }
  return events.reduce((state, { event }) => reduceCall(state, event), loaded)
}

/** Entries of the run leave the call as it is: a driver that writes them has them. */
export function reduceCall(call: KeptCall, event: CallEvent): KeptCall {
  const { history, rounds } = call
  switch (event.type) {
    case 'past':
    case 'round': {
      const claim = { from: event.from, answers: event.answers }
      const past = event.type === 'round' ? { ...claim, round: event, ordinal: rounds + 1 } : claim
      return { ...call, rest: undefined, history: [...history, past], claims: addClaim({ claim, claims: call.claims }) }
    }
    case 'reply': {
      const answered = history.at(-1)
      const isFirst = answered?.round !== undefined && answered.reply === undefined
      return {
        ...call,
        rounds: rounds + 1,
        last: event,
        rest: event.next === undefined ? undefined : event,
        ...(isFirst && { history: [...history.slice(0, -1), { ...answered, reply: event }] }),
      }
    }
    case 'waits':
      return { ...call, rest: event }
    case 'answer':
    case 'signal':
    case 'cancel':
      return tell(call, event)
    default:
      return call
  }
}

/** Returns the reply with the state that has this mark. */
export const replyOf = (history: KeptCall['history'], mark: string): ReplyEvent | undefined =>
  history.findLast(({ reply }) => reply?.next === mark)?.reply

/** Returns the round that has no reply yet. */
export function openRound({ history, rounds }: KeptCall): Round | undefined {
  const { from, answers, round, reply } = history.at(-1) ?? {}
  if (round === undefined || reply !== undefined) return undefined
  const before = history.at(-2)?.reply
  const isLate = before !== undefined && before.next !== from
  const shown = isLate ? replyOf(history, from!)?.asked : undefined
  return {
    claim: { from: from!, answers: answers! },
    rounds,
    claims: history.slice(0, -1).map(({ from, answers }) => ({ from, answers })),
    answers: round.given as Record<string, unknown>,
    receivedAt: round.time,
    capabilities: round.capabilities,
    ...(round.isUnattended && { isUnattended: true }),
    unattended: history.slice(0, -1).filter((past) => past.round?.isUnattended).length,
    ...(shown && { shown }),
  }
}

/**
 * Returns the reply to a request, or whether it begins a round or waits for one. Throws for a state that was gone on with
 * otherwise (K2); a request that waits already gets its reply even if there are newer rounds by then.
 */
export function judge(call: KeptCall, round: Round, isWaiting: boolean): ReplyEvent | 'begin' | 'wait' {
  const { history, last } = call
  const waited = readWaitHandle(round.claim.from)
  const claim = toKnownClaim(call, round)
  const at = history.findLastIndex(({ from, ordinal }) =>
    waited === undefined ? from === claim.from : ordinal === waited,
  )
  const found = history[at]
  if (found === undefined && call.isCancelled) throw cancelled()
  if (found === undefined && last?.next === claim.from) return showsAgain(call, round) ? last : 'begin'
  if (found === undefined) throw answeredOtherwise()
  const isLook = claim.answers === NO_ANSWERS
  const isLate = !isLook && found.answers === NO_ANSWERS && replyOf(history, claim.from) !== undefined
  if (!isLook && !isLate && claim.answers !== found.answers) throw answeredOtherwise()
  // Rounds without answers follow from the reply before them (K5).
  const after = history.findIndex((past, i) => i > at && past.answers !== NO_ANSWERS)
  const isLast = after === -1
  const newest = history.at(isLast ? -1 : after - 1)!
  if (newest.reply !== undefined && isLast && isLate) {
    return newest.reply.next === undefined ? withLate(newest.reply, found, round) : 'begin'
  }
  if (newest.reply !== undefined && !isLate && (isLast || isWaiting)) return newest.reply
  if (newest.round === undefined || !isLast) throw usedAlready()
  return 'wait'
}

/** Whether a request asks what became of the newest state, and nothing did: its client can be asked the same, and no time is due. */
function showsAgain(call: KeptCall, { claim, capabilities, receivedAt }: Round): boolean {
  const asked = call.history.at(-1)?.round?.capabilities
  const isSame = JSON.stringify(asked) === JSON.stringify(capabilities)
  return claim.answers === NO_ANSWERS && isSame && (nextAt(call) ?? Number.POSITIVE_INFINITY) > receivedAt
}

/** Says in the end of a call that the answers of a request came too late for it. */
function withLate(event: ReplyEvent, { round }: Past, { answers }: Round): ReplyEvent {
  if (!('result' in event.reply)) return event
  const ignored = Object.keys(answers).map((id) => ({ id, reason: 'answered', at: round!.time }))
  // A result is an object.
  const result = withMeta(event.reply.result as Record<string, unknown>, { [IGNORED_META]: ignored })
  return { ...event, reply: { result: result as Json } }
}

/**
 * Returns the claim of a request as the call knows it. A server that shut down in the middle of a round returned a state
 * without questions; when another server kept the same round, that state stands for the round.
 */
function toKnownClaim({ history, last }: KeptCall, { claim, claims }: Round): Claim {
  const isKnown = last?.next === claim.from || history.some(({ from }) => from === claim.from)
  if (isKnown || claim.answers !== NO_ANSWERS) return claim
  const before = claims.at(-1)
  const isKept = history.some(
    ({ from, answers, round }) => round !== undefined && from === before?.from && answers === before.answers,
  )
  return isKept ? before! : claim
}
