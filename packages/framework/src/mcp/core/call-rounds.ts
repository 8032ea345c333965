import type { Channel } from './channel.ts'
import type { ClientCapabilities } from './client-capabilities.ts'
import type { Continued } from './in-words.ts'

type Result = Record<string, unknown>

/** What a request says of itself beside what it calls. */
export interface RequestEnvelope {
  readonly capabilities: ClientCapabilities
  /** The lowest level of log messages that the client receives; none when absent. */
  readonly logLevel: string | undefined
  readonly progressToken: string | number | undefined
}

/** A request that goes on with a call. */
export interface ContinueRequest {
  inputResponses: unknown
  requestState: unknown
  envelope: RequestEnvelope
}

/** One request of a call that may take several. */
export interface CallRequest extends ContinueRequest {
  /** The method and the name. */
  subject: string
  arguments: unknown
  /** Tells a first request that is sent again from another one. */
  idempotencyKey: string | undefined
}

/** Runs calls whose requests end before they do. Sessions use it for clients that cannot be asked. */
export interface CallRounds {
  /** Resolves to the result of the request; rejects with a `ProtocolError`. */
  run(request: CallRequest, channel: Channel): Promise<Result>
  /** Goes on with the call that a handle names. */
  goOn(continued: Continued, request: ContinueRequest, channel: Channel): Promise<Result>
  /** Cancels a stored call that waits for answers. */
  cancel(id: string): Promise<void>
}
