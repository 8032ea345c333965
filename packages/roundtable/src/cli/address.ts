import { UsageError } from './usage-error.ts'

export interface Address {
  host: string
  port: number
}

export function readPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new UsageError(`--http takes a port from 0 to 65535, not "${text}"; --host says where`)
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
