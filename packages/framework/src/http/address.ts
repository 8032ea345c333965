/** Where a server listens. */
export interface Address {
  host: string
  port: number
}

/** The host as it stands in an address: a colon of its own would end it. */
export const toHostName = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/** Whether only this machine reaches what listens there. */
export const isLoopback = (host: string): boolean => /^(127\.[\d.]+|::1|localhost)$/.test(host)

/** What went wrong when listening, as a sentence about the address. */
export function describeListenError(error: unknown, { host, port }: Address): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return `port ${port} of ${host} is in use; stop the program that uses it, or choose another port`
    case 'EACCES':
      return `port ${port} of ${host} needs more rights than this user has; choose one above 1023`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine`
    default:
      return `it was not possible to listen on ${toHostName(host)}:${port}: ${(error as Error).message}`
  }
}
