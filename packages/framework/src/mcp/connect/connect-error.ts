import { HostedConnectError } from './errors.ts'
import type { Wire } from './transport.ts'

/** Why a server could not be connected to, in words that say what to do. */
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

const UNREACHABLE = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT']

/** An error, and what it came from. The client hides the cause in `data`, too. */
function* chain(thrown: unknown): Generator<Error> {
  let error = thrown
  for (let depth = 0; error instanceof Error && depth < 8; depth++) {
    yield error
    error = error.cause ?? (error as { data?: { cause?: unknown } }).data?.cause
  }
}
