import { nodeCrypto } from '../../keys/node-crypto.ts'
import { JsonError, SweatpantsError } from '../../tools/errors.ts'
import type { Recording } from '../../tools/journal.ts'
import { canonicalJson } from '../../tools/json.ts'
import type { MaybePromise } from '../../tools/maybe-promise.ts'
import { toJson } from '../../tools/to-json.ts'
import { invalidParams, type ProtocolError } from './errors.ts'

/** The call that a `requestState` belongs to; it is refused for every other one. */
export interface Binding {
  /** The method and the name: a tool and a prompt may have the same one. */
  subject: string
  /** The raw arguments; their canonical form is bound. */
  arguments: unknown
  principal: string | undefined
  /** The server that made the state. */
  audience: string
}

/** A request that went on from a state. */
export interface Claim {
  /** The mark of the state. */
  from: string
  /** A digest of the answers. */
  answers: string
}

/** A run between two rounds. */
export interface Carried {
  recording: Recording
  /** How many rounds there have been. */
  rounds: number
  /** The claims of the latest rounds, the last one last. */
  claims: readonly Claim[]
  /** When the state was made, where the carrier knows it. */
  askedAt?: number
  /** When the run goes on by itself. The state is valid until then, and as long after it as any other. */
  wakeAt?: number | undefined
}

/** Takes a run from one round of a stateless call to the next. */
export interface Carrier {
  /** Returns the state that the client sends back. */
  pack(carried: Carried, binding: Binding): MaybePromise<string>
  /** Returns the run in a state. Throws a `ProtocolError` (-32602) when the state is tampered with, expired, foreign or bound to something else. */
  unpack(state: string, binding: Binding): MaybePromise<Carried>
}

/** The run is too large to travel in a state. */
export class StateSizeError extends SweatpantsError {
  override name = 'StateSizeError'
  readonly size: number
  readonly limit: number
  constructor(subject: string, size: number, limit: number) {
    super(`the journal of ${subject} has ${size} bytes of JSON, and a state holds ${limit}; keep large data elsewhere`)
    this.size = size
    this.limit = limit
  }
}

/** Returns the same text for the same call; the order of keys in its arguments does not matter. */
export function digestBinding({ subject, arguments: args, principal, audience }: Binding): string {
  try {
    const given = toJson(args ?? null, `the arguments of ${subject}`, Number.POSITIVE_INFINITY)!
    const text = canonicalJson([subject, given, principal ?? null, audience])
    return nodeCrypto().hash('sha256', text, 'base64url')
  } catch (error) {
    if (error instanceof JsonError) throw invalidParams(error.message)
    throw error
  }
}

const HANDLE = 'call1'
const STATE = new RegExp(`^${HANDLE}\\.([\\w-]{1,64})\\.([1-9]\\d{0,14})(w?)$`)

/** Returns the state of a call that is in the store. */
export const toHandle = (id: string, rounds: number): string => `${HANDLE}.${id}.${rounds}`

/** Returns the state with which a client comes back for the reply of a round that waits for others. */
export const toWaitHandle = (id: string, round: number): string => `${toHandle(id, round)}w`

/** Returns which round a client comes back for; `undefined` for every other state. */
export function readWaitHandle(state: string): number | undefined {
  const [, , round, suffix] = STATE.exec(state) ?? []
  return suffix === 'w' ? Number(round) : undefined
}

export const isHandle = (state: string): boolean => state.startsWith(`${HANDLE}.`)

/** Characters of the authentication tag at the end of a sealed state. */
const TAG = 22

/** Returns a text that no other state has: a handle itself, or the tag at the end of a sealed state. */
export const toMark = (state: string): string => (isHandle(state) ? state : state.slice(-TAG))

/** Returns the id of the call that a handle names. */
export const readHandle = (state: string): string | undefined => STATE.exec(state)?.[1]

const refusal = (problem: string): ProtocolError => invalidParams(`this requestState ${problem}`)

/** The same error for every check, so that a client does not learn which one failed. */
export const notValid = (): ProtocolError => refusal('is not valid for this call; start the call again without it')

export const expired = (): ProtocolError => refusal('has expired; start the call again without it')

export const usedAlready = (): ProtocolError => refusal('has been used already; go on from the newest one')

export const tooLong = (): ProtocolError =>
  refusal('belongs to a call with too many or too large requests; start the call again without it')

export const answeredOtherwise = (): ProtocolError => refusal('was already answered otherwise')

/** The error of a call that other code began. What the developer needs to know is reported where the round is played. */
export const otherCode = (): ProtocolError =>
  invalidParams(
    'this call cannot be continued by the version of the server that is running; try again later, or start the call again',
  )
