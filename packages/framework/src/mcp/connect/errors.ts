import { SweatpantsError } from '../../tools/errors.ts'
import type { Failure } from '../../tools/outcome.ts'

/** The server could not be started or reached, or what answered does not speak MCP. */
export class HostedConnectError extends SweatpantsError {
  override name = 'HostedConnectError'
}

/** The server, or the way to it, failed a call. `failure` holds its JSON-RPC code and data where there are some. */
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

/** Nobody waits for the call any more, its outcome is unknown, and it is not sent again. */
export class HostedCallInterruptedError extends HostedCallError {
  override name = 'HostedCallInterruptedError'
}
