import type { LimitError } from '../../http/allowance.ts'
import { URL_MODE } from '../../tools/elicit-operation.ts'
import { SweatpantsError } from '../../tools/errors.ts'
import { mintId } from '../../tools/uuid.ts'
import { TASKS_EXTENSION } from './client-capabilities.ts'

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
  /** 2025: the person has to open pages first. */
  urlElicitationRequired: -32042,
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

/** Returns the error of a request that the client has to send otherwise. */
export const invalidParams = (message: string, data?: unknown): ProtocolError =>
  new ProtocolError(ErrorCode.invalidParams, message, data)

/** The error of a JSON-RPC response. */
export interface JsonRpcError {
  code: number
  message: string
  data?: unknown
}

export const toErrorObject = ({ code, message, data }: ProtocolError): JsonRpcError => ({
  code,
  message,
  ...(data !== undefined && { data }),
})

/** Returns the error for a request that needs a capability which its client has not declared, such as `{ elicitation: { form: {} } }`. */
export const missingCapability = (what: string, requiredCapabilities: Record<string, unknown>): ProtocolError =>
  new ProtocolError(
    ErrorCode.missingCapability,
    `this request needs ${what}; declare it in the client's capabilities`,
    {
      requiredCapabilities,
    },
  )

/** Returns the error for a client that has not declared tasks, which `what` needs. */
export const missingTasks = (what: string): ProtocolError =>
  missingCapability(`the tasks extension (${what})`, { extensions: { [TASKS_EXTENSION]: {} } })

/** Returns the error for a client that cannot be asked a question: with a form, or to open the page at `url`. */
export const missingElicitation = ({ url }: { url?: unknown } = {}): ProtocolError =>
  url === undefined
    ? missingCapability('elicitation', { elicitation: { form: {} } })
    : new ProtocolError(ErrorCode.missingCapability, URL_MODE, { requiredCapabilities: { elicitation: { url: {} } } })

/** A page that the person has to open. */
export interface RequiredPage {
  message: string
  url: string
}

/**
 * Thrown by `read` of a resource that cannot be read before the person has opened a page, such as that of a sign-in. The client
 * sends the person there and reads again. A tool asks with `ctx.elicit` instead.
 */
export class UrlElicitationRequiredError extends ProtocolError {
  override name = 'UrlElicitationRequiredError'
  readonly pages: readonly RequiredPage[]

  constructor(pages: readonly RequiredPage[]) {
    const elicitations = pages.map(({ message, url }) => ({ mode: 'url', elicitationId: mintId(), message, url }))
    super(ErrorCode.urlElicitationRequired, 'this resource can be read once the person has opened a page', {
      elicitations,
    })
    this.pages = pages
  }
}

/** Returns the JSON-RPC error of a limit. */
export const limitReached = ({ message, limit }: LimitError): ProtocolError =>
  new ProtocolError(ErrorCode.limitReached, message, { limit })
