/**
 * A stateless call in the store, as its stream has it: what was called, each request that went on with it, the entries of
 * its run, and how each request was answered.
 *
 * K1 A state is gone on with once. The same request again gets the same reply, on every node.
 * K2 The same state with other answers, and a state of another past, are refused.
 * K3 A reply is stored before it is sent.
 * K4 A round whose process was killed goes on where its journal ends; a `once` step that had started is not run again.
 */

import type { NewStream, Opened } from '../../log/log.ts'
import type { DriverRegister } from '../../log/machine.ts'
import type { NewQuestion } from '../../log/questions.ts'
import { type RunChange, toChange, toProblem, toMark as toRunMark } from '../../log/run-index.ts'
import { type RunEvent, type RunRegister, toRunEvents } from '../../log/run-journal.ts'
import type { Progress, Recording } from '../../tools/journal.ts'
import type { Json } from '../../tools/json.ts'
import { answeredOtherwise, type Carried, type Claim, readWaitHandle, toMark, usedAlready } from '../core/carrier.ts'
import type { ClientCapabilities } from '../core/client-capabilities.ts'
import { ErrorCode, ProtocolError } from '../core/errors.ts'
import type { OutsideAnswer, OutsideSignal } from '../core/outside-event.ts'
import { readRecording } from './stream-journal.ts'

/** The call and its caller. */
export interface Call {
  /** The method and the name. */
  subject: string
  arguments: unknown
  principal: string | undefined
}

/** One request of a call. */
export interface Round {
  /** Absent in the first request of a call without an idempotency key: it cannot be told from another one. */
  claim?: Claim
  /** The rounds before: how many, and the claims of the latest. */
  rounds: number
  claims: readonly Claim[]
  answers: Readonly<Record<string, unknown>>
  receivedAt: number
  capabilities: ClientCapabilities
}

/** The reply to a request: a result with its state and the questions that stay open, or a JSON-RPC error. */
export type Reply =
  | { result: Record<string, unknown>; state?: string; questions?: readonly NewQuestion[] }
  | { error: ReplyError }

/** A round that waits for other people, or for a signal: it has no reply yet, and goes on without its client. */
export interface Waiting {
  /** The message for the client. */
  waitsFor: string
  questions: readonly NewQuestion[]
  wakeAt: number | undefined
}

/** How far a round came. */
export type Played = Reply | Waiting

export interface ReplyError {
  code: number
  message: string
  data?: unknown
}

/** Returns the result of a reply; throws its error. */
export function toResult(reply: Reply): Record<string, unknown> {
  if ('result' in reply) return reply.result
  const { code, message, data } = reply.error
  throw new ProtocolError(code, message, data)
}

export type CallEvent =
  | RunEvent
  /** The first record. `rounds`: how many there were before. */
  | { type: 'call'; subject: string; arguments: Json; binding: string; rounds: number }
  /** A request that went on with the call before it was kept. */
  | ({ type: 'past' } & Claim)
  /** The call is to be cancelled, also while it waits for its client. */
  | { type: 'cancel'; time: number }
  | ({ type: 'round'; given: Json; time: number; capabilities: ClientCapabilities } & Claim)
  | ReplyEvent
  | OutsideAnswer
  | OutsideSignal

export interface ReplyEvent {
  type: 'reply'
  time: number
  reply: { result: Json } | { error: ReplyError }
  /** The mark of the state in the reply. */
  next?: string
}

/** `ordinal`: which round it began, from 1. */
type Past = Claim & { ordinal?: number; round?: Extract<CallEvent, { type: 'round' }>; reply?: ReplyEvent }

/** The register of a call: that of its run, and the audience that the call waits for. */
export interface CallRegister extends RunRegister {
  /** For whom it waits, while it does. */
  waitsFor?: string
}

export interface KeptCall extends Call, Carried {
  id: string
  head: number
  binding: string
  register: CallRegister
  /** Answers that other people than the client gave. */
  received: readonly OutsideAnswer[]
  signals: readonly OutsideSignal[]
  /** The keys of the questions that the store had open when the call was loaded. */
  indexed: readonly string[]
  isDriven: boolean
  isBlocked: boolean
  isCancelled: boolean
  /** The requests that are known, in their order. */
  history: readonly Past[]
  /** The last answer to a request. */
  last: ReplyEvent | undefined
}

/** Claims that travel with a state. */
const MAX_CLAIMS = 20

/** The message of the error that a cancelled call is answered with. */
const CANCELLED = 'cancelled'

export const cancelled = (): ProtocolError => new ProtocolError(ErrorCode.internal, CANCELLED)

/** The digest of no answers. A request without answers asks what became of its state. */
export const NO_ANSWERS = ''

export const addClaim = ({ claim, claims }: Pick<Round, 'claim' | 'claims'>): readonly Claim[] =>
  claim === undefined ? claims : [...claims, claim].slice(-MAX_CLAIMS)

/** Returns the stream of a call that is kept from this round on, or after it when there is a reply. */
export function toStream(
  { subject, arguments: args, principal }: Call,
  round: Round,
  recording: Recording,
  binding: string,
  { reply, questions, waitsFor }: { reply?: ReplyEvent } & Partial<Pick<Waiting, 'questions' | 'waitsFor'>> = {},
): NewStream<CallEvent> {
  const { header, revision } = recording
  const { events, progress } = toRunEvents(recording)
  const register: CallRegister = {
    header,
    ...progress,
    revision,
    after: 0,
    ...(waitsFor !== undefined && { waitsFor }),
  }
  return {
    ...(principal !== undefined && { principal }),
    about: { subject },
    ...(questions !== undefined && { questions }),
    // Made of what is in the journal, which is JSON.
    register: register as unknown as Json,
    run: toRunMark(header, reply === undefined ? toChange(recording.progress) : toRunChange(reply, recording.progress)),
    events: [
      // The arguments came as JSON.
      { type: 'call', subject, arguments: (args ?? null) as Json, binding, rounds: round.rounds },
      ...round.claims.map((claim) => ({ type: 'past' as const, ...claim })),
      ...(round.claim === undefined ? [] : [toRoundEvent(round)]),
      ...events,
      ...(reply === undefined ? [] : [reply]),
    ],
  }
}

/** Returns how lists show a call after a reply: it waits if the reply holds a state. */
export function toRunChange({ reply, next }: ReplyEvent, progress: Progress): RunChange {
  if ('error' in reply) {
    const { message } = reply.error
    return message === CANCELLED ? { state: 'cancelled' } : toProblem('failed', message)
  }
  if (next !== undefined) return toChange(progress)
  // Results of tools say whether they are errors.
  const { isError, content } = reply.result as { isError?: boolean; content?: { text?: string }[] }
  return isError ? toProblem('failed', content?.[0]?.text ?? 'the tool failed') : { state: 'completed' }
}

/** Only a request that can be told from another one is stored. */
export const toRoundEvent = ({ claim, answers, receivedAt, capabilities }: Round): CallEvent => ({
  type: 'round',
  ...claim!,
  // The answers came as JSON.
  given: answers as Json,
  time: receivedAt,
  capabilities,
})

export const toReplyEvent = (reply: Reply, time: number): ReplyEvent => ({
  type: 'reply',
  time,
  // A result is JSON.
  reply: ('error' in reply ? { error: reply.error } : { result: reply.result }) as ReplyEvent['reply'],
  ...('state' in reply && reply.state !== undefined && { next: toMark(reply.state) }),
})

/** Puts a call together from its stream. */
export function toKeptCall(opened: Opened<CallEvent>, indexed: readonly string[] = []): KeptCall {
  const { id, head, principal, isDriven, events } = opened
  // Only kept calls write these, and the first record of each says what was called.
  const { blocked, ...register } = opened.register as unknown as CallRegister & DriverRegister
  const call = events[0]!.event as Extract<CallEvent, { subject: string }>
  const history: Past[] = []
  let last: ReplyEvent | undefined
  let { rounds } = call
  let isCancelled = false
  for (const { event } of events) {
    if (event.type === 'past' || event.type === 'round') {
      const { from, answers } = event
      history.push({ from, answers, ...(event.type === 'round' && { round: event, ordinal: rounds + 1 }) })
    } else if (event.type === 'reply') {
      last = event
      rounds++
      const answered = history.at(-1)
      if (answered?.round !== undefined) answered.reply ??= event
    } else if (event.type === 'cancel') isCancelled = true
  }
  return {
    id,
    head,
    subject: call.subject,
    arguments: call.arguments,
    binding: call.binding,
    principal,
    recording: readRecording(register, events)!,
    register,
    received: events.flatMap(({ event }) => (event.type === 'answer' ? [event] : [])),
    signals: events.flatMap(({ event }) => (event.type === 'signal' ? [event] : [])),
    indexed,
    rounds,
    claims: history.map(({ from, answers }) => ({ from, answers })).slice(-MAX_CLAIMS),
    history,
    last,
    isDriven,
    isBlocked: blocked !== undefined,
    isCancelled,
  }
}

/** Returns the round that has no reply yet; for a cancelled call that waited, the round in which its `finally` runs. */
export function openRound(call: KeptCall): Round | undefined {
  const { history, rounds, claims, last, isCancelled } = call
  const { from, answers, round, reply } = history.at(-1) ?? {}
  if (round === undefined || reply !== undefined) {
    const waits = last?.next !== undefined
    const { time: receivedAt, capabilities = {} } = { time: last?.time ?? 0, ...round }
    return isCancelled && waits ? { rounds, claims, answers: {}, receivedAt, capabilities } : undefined
  }
  return {
    claim: { from: from!, answers: answers! },
    rounds,
    claims: history.slice(0, -1).map(({ from, answers }) => ({ from, answers })),
    answers: round.given as Record<string, unknown>,
    receivedAt: round.time,
    capabilities: round.capabilities,
  }
}

/**
 * Returns the reply to a request, or whether it begins a round or waits for one. Throws for a state that was gone on with
 * otherwise (K2); a request that waits already gets its reply even if there are newer rounds by then.
 */
export function judge(call: KeptCall, round: Round, isWaiting: boolean): ReplyEvent | 'begin' | 'wait' {
  const { history, last } = call
  const waited = readWaitHandle(round.claim!.from)
  const claim = toKnownClaim(call, round)
  const at = history.findLastIndex(({ from, ordinal }) =>
    waited === undefined ? from === claim.from : ordinal === waited,
  )
  const found = history[at]
  if (found === undefined && call.isCancelled) throw cancelled()
  if (found === undefined && last?.next === claim.from) return 'begin'
  if (found === undefined) throw answeredOtherwise()
  if (claim.answers !== found.answers && claim.answers !== NO_ANSWERS) throw answeredOtherwise()
  const isLast = at === history.length - 1
  if (found.reply !== undefined && (isLast || isWaiting)) return found.reply
  if (found.round === undefined || !isLast) throw usedAlready()
  return 'wait'
}

/**
 * Returns the claim of a request as the call knows it. A server that shut down in the middle of a round returned a state
 * without questions; when another server kept the same round, that state stands for the round.
 */
function toKnownClaim({ history, last }: KeptCall, { claim, claims }: Round): Claim {
  const isKnown = last?.next === claim!.from || history.some(({ from }) => from === claim!.from)
  if (isKnown || claim!.answers !== NO_ANSWERS) return claim!
  const before = claims.at(-1)
  const isKept = history.some(
    ({ from, answers, round }) => round !== undefined && from === before?.from && answers === before.answers,
  )
  return isKept ? before! : claim!
}
