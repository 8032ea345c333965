import { UsageError } from './usage-error.ts'

export interface Address {
  host: string
  port: number
}

/** Reads `[host:]port`; the host is the loopback when absent. */
export function readAddress(text: string): Address {
  const [, host, digits] = /^(?:(\[[^\]]+\]|[^:\s]+):)?(\d+)$/.exec(text) ?? []
  const port = Number(digits)
  if (digits === undefined || port > 65535) {
    throw new UsageError(`--http takes [host:]port, like 3000 or 0.0.0.0:3000, not "${text}"`)
  }
  return { host: host?.replace(/^\[|\]$/g, '') ?? '127.0.0.1', port }
}

/** The host as it stands in an address: a colon of its own would end it. */
export const toHostName = (host: string): string => (host.includes(':') ? `[${host}]` : host)

export const isLoopback = (host: string): boolean => /^(127\.[\d.]+|::1|localhost)$/.test(host)

/** What went wrong when listening, as a sentence about the address. */
export function describeListenError(error: unknown, { host, port }: Address): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return `port ${port} of ${host} is in use; choose another one`
    case 'EACCES':
      return `port ${port} of ${host} needs more rights than this user has; choose one above 1023`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine`
    default:
      return `it was not possible to listen on ${toHostName(host)}:${port}: ${(error as Error).message}`
  }
}
