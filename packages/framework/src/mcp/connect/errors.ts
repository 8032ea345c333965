import { type EffectError, StepInterruptedError, SweatpantsError } from '../../tools/errors.ts'
import type { Failure } from '../../tools/outcome.ts'
import { SignInNeededError } from '../sign-in/errors.ts'

/** Why a server is not connected: for a host that must not show the words of the server. */
export type ConnectProblem = 'not started' | 'unreachable' | 'sign-in needed' | 'too much' | 'not MCP'

/** The server could not be started or reached, or it does not speak MCP. */
export class HostedConnectError extends SweatpantsError {
  override name = 'HostedConnectError'
  readonly problem: ConnectProblem

  constructor(problem: ConnectProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.problem = problem
  }
}

/** A tool of a server that is not used, and the reason. */
export class HostedToolError extends SweatpantsError {
  override name = 'HostedToolError'
}

/** A view of a server that cannot be shown, and the reason. */
export class HostedViewError extends SweatpantsError {
  override name = 'HostedViewError'
}

/** The server, or the connection to it, failed a call. `failure` holds its JSON-RPC code and data, if it sent some. */
export class HostedCallError extends SweatpantsError {
  override name = 'HostedCallError'
  readonly server: string
  readonly tool: string
  readonly failure: Failure | undefined

  constructor(server: string, tool: string, problem: string, failure?: Failure) {
    super(`${tool} of ${server} failed: ${problem}`)
    this.server = server
    this.tool = tool
    this.failure = failure
  }
}

/**
 * The process that waited for the call ended before the result came. The outcome is unknown. The call is not sent again,
 * except once if the server says that a repeated call does no harm.
 */
export class HostedCallInterruptedError extends HostedCallError {
  override name = 'HostedCallInterruptedError'
}

/** The server sent more than `limits` of `connectMcp` allow. The connection, or the reply, is cut. */
export class HostedLimitError extends SweatpantsError {
  override name = 'HostedLimitError'
  readonly limit: number

  constructor(sent: string, limit: number) {
    super(`the server sent ${sent}`)
    this.limit = limit
  }
}

/** A server of 2025 does not know the session, as after a restart. It has not performed the request. */
export class SessionGoneError extends SweatpantsError {
  override name = 'SessionGoneError'
}

/** Recorded when a call is not open in this process; the run turns it into a `HostedCallInterruptedError`. */
export class InterruptedError extends SweatpantsError {
  override name = 'InterruptedError'

  constructor() {
    super('the call is no longer open: the process that sent it has ended, or it went on with other answers')
  }
}

export const isInterrupted = (error: EffectError): boolean =>
  error instanceof StepInterruptedError || error.failure.name === 'InterruptedError'

const UNREACHABLE = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT']

/** What is known of a connection when it fails. */
export interface WireReport {
  /** Where the server is, without arguments and query, which may hold secrets. The server cannot change it. */
  readonly place: string
  /** The end of what the server wrote to standard error. */
  readonly lastWords: string
  /** How the process of the server ended, if it ended by itself: `exit code 1`. */
  readonly ended: string | undefined
  /** Why the connection or the last reply was cut, if the server sent too much. */
  readonly cut: HostedLimitError | undefined
}

/** Returns the error that says why a server could not be connected to, and what to do. */
export function toConnectError(thrown: unknown, { place, lastWords, ended, cut }: WireReport): HostedConnectError {
  const errors = [...chain(thrown)]
  const codes = errors.map((error) => (error as NodeJS.ErrnoException).code)
  const said = lastWords && `; it said: ${lastWords}`
  const options = { cause: thrown }
  const limit = cut ?? errors.find((error) => error instanceof HostedLimitError)
  if (limit !== undefined) {
    return new HostedConnectError('too much', `"${place}" is not used: ${limit.message}; see \`limits\``, options)
  }
  if (errors.some(asksForSignIn)) {
    const message = `"${place}" asks for a sign-in; give \`connectMcp\` a \`signIn\`, and let a person sign in`
    return new HostedConnectError('sign-in needed', message, options)
  }
  if (errors.some((error) => (error as NodeJS.ErrnoException).syscall?.startsWith('spawn'))) {
    const problem = errors.at(-1)!.message
    const message = `cannot start "${place}": ${problem}; check the command and that it can be run`
    return new HostedConnectError('not started', message, options)
  }
  if (codes.some((code) => UNREACHABLE.includes(String(code)))) {
    const problem = errors.at(-1)!.message || codes.find((code) => UNREACHABLE.includes(String(code)))
    const message = `cannot reach ${place}: ${problem}; check that the server runs there`
    return new HostedConnectError('unreachable', message, options)
  }
  const problem = ended === undefined ? problemOf(errors[0] ?? thrown) : `it ended with ${ended}`
  const message = `"${place}" does not answer as an MCP server: ${problem}${said}`
  return new HostedConnectError('not MCP', message, options)
}

const UNAUTHORIZED = 401

const asksForSignIn = (error: unknown): boolean =>
  error instanceof SignInNeededError || statusOf(error) === UNAUTHORIZED

/**
 * Returns what went wrong. Of an HTTP error it names the status only: the body and the target of a redirect may come from
 * inside the network of the host, and the message may be shown outside.
 */
export function problemOf(error: unknown): string {
  const status = statusOf(error)
  if (typeof status === 'number') return `it answered with the HTTP status ${status}`
  return (error instanceof Error ? error.message : String(error)).slice(0, MAX_PROBLEM)
}

const statusOf = (error: unknown): unknown =>
  (error as { status?: unknown }).status ?? (error as { data?: { status?: unknown } }).data?.status

const MAX_PROBLEM = 2_000

/** Yields an error and its causes. The client may hide a cause in `data`. */
export function* chain(thrown: unknown): Generator<Error> {
  let error = thrown
  for (let depth = 0; error instanceof Error && depth < 8; depth++) {
    yield error
    error = error.cause ?? (error as { data?: { cause?: unknown } }).data?.cause
  }
}
