import { type EffectError, StepInterruptedError, SweatpantsError } from '../../tools/errors.ts'
import type { Failure } from '../../tools/outcome.ts'
import type { Wire } from './transport.ts'

/** The server could not be started or reached, or it does not speak MCP. */
export class HostedConnectError extends SweatpantsError {
  override name = 'HostedConnectError'
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

/** The process that waited for the call ended before the result came. The outcome is unknown, and the call is not sent again. */
export class HostedCallInterruptedError extends HostedCallError {
  override name = 'HostedCallInterruptedError'
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

/** Returns the error that says why a server could not be connected to, and what to do. */
export function toConnectError(thrown: unknown, { label, lastWords }: Wire): HostedConnectError {
  const errors = [...chain(thrown)]
  const codes = errors.map((error) => (error as NodeJS.ErrnoException).code)
  const said = lastWords() && `; it said: ${lastWords()}`
  const options = { cause: thrown }
  if (errors.some((error) => (error as NodeJS.ErrnoException).syscall?.startsWith('spawn'))) {
    const problem = errors.at(-1)!.message
    return new HostedConnectError(
      `cannot start "${label}": ${problem}; check the command and that it can be run`,
      options,
    )
  }
  if (codes.some((code) => UNREACHABLE.includes(String(code)))) {
    const problem = errors.at(-1)!.message || codes.find((code) => UNREACHABLE.includes(String(code)))
    return new HostedConnectError(`cannot reach ${label}: ${problem}; check that the server runs there`, options)
  }
  const problem = errors[0]?.message ?? String(thrown)
  return new HostedConnectError(`"${label}" does not answer as an MCP server: ${problem}${said}`, options)
}

/** Yields an error and its causes. The client may hide a cause in `data`. */
function* chain(thrown: unknown): Generator<Error> {
  let error = thrown
  for (let depth = 0; error instanceof Error && depth < 8; depth++) {
    yield error
    error = error.cause ?? (error as { data?: { cause?: unknown } }).data?.cause
  }
}
