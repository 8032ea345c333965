import type { NewStream } from '../../log/log.ts'
import type { NewQuestion } from '../../log/questions.ts'
import { type RunChange, toChange, toProblem, toMark as toRunMark } from '../../log/run-index.ts'
import { type RunEvent, type RunRegister, toRunEvents } from '../../log/run-journal.ts'
import type { Entry, Progress, Recording } from '../../tools/journal.ts'
import type { Json } from '../../tools/json.ts'
import { type Claim, toMark } from '../core/carrier.ts'
import type { ClientCapabilities } from '../core/client-capabilities.ts'
import { ErrorCode, type JsonRpcError, ProtocolError } from '../core/errors.ts'
import type { OutsideEvent, ToldEvent } from '../core/outside-event.ts'

/** The call and its caller. */
export interface Call {
  /** The method and the name. */
  subject: string
  arguments: unknown
  principal: string | undefined
}

/** One request of a call. */
export interface Round {
  claim: Claim
  /** The rounds before: how many, and the claims of the latest. */
  rounds: number
  claims: readonly Claim[]
  answers: Readonly<Record<string, unknown>>
  receivedAt: number
  capabilities: ClientCapabilities
  isUnattended?: boolean
  /** How many of the rounds before no request began. */
  unattended?: number
  /** The questions that the answers were given to, by id, with their attempts; absent where that is what is asked now. */
  shown?: Readonly<Record<string, number>>
}

/** The reply to a request: a result with its state, or a JSON-RPC error. */
export type Reply =
  | ({ result: Record<string, unknown>; state?: string; toTask?: ToTask } & Partial<Asking>)
  | { error: JsonRpcError }

/** Makes sure that the task as which a call goes on has what others sent to the call. */
export type ToTask = (outside: readonly OutsideEvent[]) => Promise<Record<string, unknown>>

/** How a call waits for its client. */
export interface Asking {
  /** The questions that stay open. */
  questions: readonly NewQuestion[]
  /** When the call goes on by itself; 0 for at once. */
  wakeAt: number | undefined
  /** What the client is asked, by id, with the attempts. */
  asked: Readonly<Record<string, number>>
}

/** A round that waits for other people, or for a signal: it has no reply yet, and goes on without its client. */
export interface Waiting extends Omit<Asking, 'asked'> {
  /** The message for the client. */
  waitsFor: string
}

/** How far a round came. */
export type Played = Reply | Waiting

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
  | RoundEvent
  | ReplyEvent
  | WaitsEvent
  | ToldEvent

/** A round. `isUnattended`: no request began it, but a time that was due, something that others sent, or a cancel. */
export type RoundEvent = {
  type: 'round'
  given: Json
  time: number
  capabilities: ClientCapabilities
  isUnattended?: true
} & Claim

/** What a call does until something else happens. */
interface Rest {
  /** When it goes on by itself; 0 for at once. */
  wakeAt?: number
  /** How many answers and signals of others its run has. */
  heard?: number
}

/** The round waits for other people, or for a signal. `waitsFor` is the message for the client. */
export interface WaitsEvent extends Rest {
  type: 'waits'
  time: number
  waitsFor: string
}

export interface ReplyEvent extends Rest {
  type: 'reply'
  time: number
  reply: { result: Json } | { error: JsonRpcError }
  /** The mark of the state in the reply. */
  next?: string
  /** What the client is asked, by id, with the attempts. */
  asked?: Readonly<Record<string, number>>
}

/** Claims that travel with a state. */
const MAX_CLAIMS = 20

/** The message of the error that a cancelled call is answered with. */
const CANCELLED = 'cancelled'

export const cancelled = (): ProtocolError => new ProtocolError(ErrorCode.internal, CANCELLED)

/** The keys of questions to the client begin with it. They are closed when its next request arrives. */
export const OWN = 'own/'

/** The digest of no answers. A request without answers asks what became of its state. */
export const NO_ANSWERS = ''

export const addClaim = ({ claim, claims }: Pick<Round, 'claim' | 'claims'>): readonly Claim[] =>
  [...claims, claim].slice(-MAX_CLAIMS)

/** Returns the stream of a call that is kept from this round on, or after it when it was played. */
export function toStream(
  { subject, arguments: args, principal }: Call,
  round: Round,
  recording: Recording,
  binding: string,
  played?: { event: ReplyEvent | WaitsEvent; questions: readonly NewQuestion[] },
): NewStream<CallEvent> {
  const { header, revision } = recording
  const event = played?.event
  const { events, progress } = toRunEvents(recording)
  const register: RunRegister = { header, ...progress, revision, after: 0 }
  return {
    ...(principal !== undefined && { principal }),
    about: { subject },
    ...(played && { questions: played.questions }),
    // Made of what is in the journal, which is JSON.
    register: register as unknown as Json,
    ...(event?.wakeAt !== undefined && { dueAt: event.wakeAt }),
    run: toRunMark(
      header,
      event?.type === 'reply' ? toRunChange(event, recording.progress) : toChange(recording.progress),
    ),
    events: [
      // The arguments came as JSON.
      { type: 'call', subject, arguments: (args ?? null) as Json, binding, rounds: round.rounds },
      ...round.claims.map((claim) => ({ type: 'past' as const, ...claim })),
      toRoundEvent(round),
      ...events,
      ...(event === undefined ? [] : [event]),
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

export const toRoundEvent = ({ claim, answers, receivedAt, capabilities }: Round): RoundEvent => ({
  type: 'round',
  ...claim,
  // The answers came as JSON.
  given: answers as Json,
  time: receivedAt,
  capabilities,
})

/** Returns the record of how far a round came. `heard`: how much of what came from others its run has. */
export function toPlayedEvent(played: Played, time: number, heard = 0): ReplyEvent | WaitsEvent {
  if ('error' in played) return { type: 'reply', time, reply: { error: played.error } }
  const { wakeAt } = played
  const rest = { heard, ...(wakeAt !== undefined && { wakeAt }) }
  if ('waitsFor' in played) return { type: 'waits', time, waitsFor: played.waitsFor, ...rest }
  const { result, state, asked = {} } = played
  // A result is JSON.
  const replied = { type: 'reply' as const, time, reply: { result: result as Json } }
  return state === undefined ? replied : { ...replied, next: toMark(state), asked, ...rest }
}

export const questionsOf = (played: Played): readonly NewQuestion[] => ('questions' in played && played.questions) || []

/** Milliseconds for which the final reply to a request is kept, for a client that lost it. */
const REPLY_TTL = 600_000

/** Milliseconds for which a call is kept that waits for others without an end. */
const WAIT_TTL = 30 * 86_400_000

/** When a call may be collected. One that can go on, ran a `once` step or ended without its client is kept as long as its state is valid. */
export function toExpiry(
  event: ReplyEvent | WaitsEvent,
  questions: readonly NewQuestion[],
  { entries, isLetGo = false, ttl }: { entries: readonly Entry[]; isLetGo?: boolean; ttl: number },
): number {
  const { type, time, wakeAt = 0 } = event
  if (type === 'waits') return ttl + Math.max(time, ...questions.map(({ expiresAt = time + WAIT_TTL }) => expiresAt))
  if (event.next !== undefined) return ttl + Math.max(time, wakeAt)
  return time + (isLetGo || entries.some(isStart) ? ttl : Math.min(ttl, REPLY_TTL))
}

export const isStart = ({ type }: Entry): boolean => type === 'started'
