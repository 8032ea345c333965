import type { LimitError } from '../../http/allowance.ts'
import { SweatpantsError } from '../../tools/errors.ts'

/** JSON-RPC and MCP error codes. */
export const ErrorCode = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  /** 2026: a header and the body disagree. */
  headerMismatch: -32020,
  /** The client has not declared a capability that the request needs. */
  missingCapability: -32021,
  /** 2026: a protocol version that is not served. */
  unsupportedVersion: -32022,
  /** A limit is reached; `data.limit` says which. An extension of ours. */
  limitReached: -32029,
} as const

/** An error that is answered as a JSON-RPC error. A tool that throws one fails the request, not just the call. */
export class ProtocolError extends SweatpantsError {
  override name = 'ProtocolError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** Returns the error for a request that needs a capability which its client has not declared, such as `{ elicitation: { form: {} } }`. */
export const missingCapability = (what: string, requiredCapabilities: Record<string, unknown>): ProtocolError =>
  new ProtocolError(
    ErrorCode.missingCapability,
    `this request needs ${what}; declare it in the client's capabilities`,
    {
      requiredCapabilities,
    },
  )

export const missingElicitation = (): ProtocolError => missingCapability('elicitation', { elicitation: { form: {} } })

/** Returns the JSON-RPC error of a limit. */
export const limitReached = ({ message, limit }: LimitError): ProtocolError =>
  new ProtocolError(ErrorCode.limitReached, message, { limit })
