import { type Address, describeListenError, isLoopback, toHostName } from '../http/address.ts'
import { isHostName, LOOPBACK_NAMES } from '../http/guard.ts'
import type { Listening } from '../http/listen.ts'
import type { McpServer } from '../mcp/serve.ts'
import { type Env, readVariable } from '../models/provider.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import { UsageError } from './args.ts'
import { untilSignal } from './program.ts'

export interface TransportValues {
  stdio?: boolean | undefined
  http?: string | undefined
  host?: string | undefined
  'allow-host'?: string[] | undefined
}

/** How a server is reached: at an address, or on stdin and stdout. */
export interface Transport {
  /** Absent for stdio. */
  address?: Address
  /** Host names that a request may be addressed to. */
  allowedHosts: readonly string[]
}

/** Reads `TRANSPORT_OPTIONS`: stdio without `--http`. The host of `--http` precedes `--host`, which precedes `HOST`. */
export function readTransport(values: TransportValues, env: Env): Transport {
  if (values.http === undefined) {
    const given = ['host', 'allow-host'].find((name) => values[name as keyof TransportValues] !== undefined)
    if (given !== undefined)
      throw new UsageError(`--${given} needs --http, like --http 3000: without it there is no address`)
    return { allowedHosts: LOOPBACK_NAMES }
  }
  if (values.stdio) throw new UsageError('choose --stdio or --http, not both')
  const address = readAddress(values.http, readHost(values.host, env))
  return {
    address,
    allowedHosts: [...LOOPBACK_NAMES, toHostName(address.host), ...readHostNames(values['allow-host'])],
  }
}

/** Reads the address to listen on: the option `--host`, else `HOST`, else the loopback. */
export const readHost = (option: string | undefined, env: Env): string =>
  withoutBrackets(option ?? readVariable(env, 'HOST') ?? '127.0.0.1')

/** Reads the values of `--allow-host`. */
export function readHostNames(names: readonly string[] = []): readonly string[] {
  const wrong = names.find((name) => !isHostName(name))
  if (wrong !== undefined)
    throw new UsageError(`--allow-host takes the name of a host without scheme and port, not "${wrong}"`)
  return names
}

/** `[::1]` in a URL is the address `::1`. */
const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, '')

/** Reads `[host:]port`. */
function readAddress(text: string, defaultHost: string): Address {
  const [, host, port = ''] = /^(?:(\[[^\]]+\]|[^:\s]+):)?(\d+)$/.exec(text) ?? []
  if (port === '' || Number(port) > 65_535) {
    throw new UsageError(`--http takes [host:]port, like 3000 or 0.0.0.0:3000, not "${text}"`)
  }
  return { host: host === undefined ? defaultHost : withoutBrackets(host), port: Number(port) }
}

export interface Serving {
  transport: Transport
  /** Called once the server accepts requests, with its URL, or with `stdio`. */
  onReady(where: string): void | Promise<void>
  /** Called together with `server.close`, so that open requests end. */
  onStop?(): Promise<void>
}

/** Serves until SIGINT or SIGTERM, or until a client closes stdin; then closes the server. */
export async function serveUntilSignal(server: McpServer, { transport, onReady, onStop }: Serving): Promise<void> {
  const { address } = transport
  const close = async () => {
    await Promise.all([server.close(), onStop?.()])
  }
  if (address !== undefined) return listenUntilSignal({ listen: server.listen, close }, address, onReady)
  using stop = untilSignal()
  try {
    const stdio = server.stdio()
    await onReady('stdio')
    await Promise.race([stdio.closed, stop.received])
    stdio.close()
    await stdio.closed
    // The client may keep its end open, which would keep the process running.
    process.stdin.destroy()
  } finally {
    await close()
  }
}

/** A server of a page or of tools over HTTP. */
export interface HttpServed {
  listen(address: Address): Promise<Listening>
  /** Ends open requests. Called once or more. */
  close(): MaybePromise<void>
}

/** Serves over HTTP until SIGINT or SIGTERM, then closes. */
export async function listenUntilSignal(
  server: HttpServed,
  address: Address,
  onReady: (url: string) => MaybePromise<void>,
): Promise<void> {
  using stop = untilSignal()
  try {
    const listening = await server.listen(address).catch((cause) => {
      throw toListenError(cause, address)
    })
    await onReady(listening.url)
    await stop.received
    // Together: open requests end because the server is closing, and the listener waits for them.
    await Promise.all([server.close(), listening.close()])
  } finally {
    await server.close()
  }
}

/** Prints what is served and where, and a warning if other machines reach it. */
export function announce(what: string, { address }: Transport, where: string): void {
  console.error(`Serving ${what} ${address === undefined ? 'over stdio.' : `at ${new URL('/mcp', where)}`}`)
  const warning = address && publicWarning(address.host, 'call these tools')
  if (warning !== undefined) console.error(warning)
}

/** A `UsageError` for an address that cannot be listened on. */
export const toListenError = (cause: unknown, address: Address): UsageError =>
  new UsageError(describeListenError(cause, address), { cause })

/** The warning to print if other machines reach the server, or `undefined`. */
export const publicWarning = (host: string, what: string): string | undefined =>
  isLoopback(host) ? undefined : `Warning: anyone who can reach ${host} can ${what}. Callers are not authenticated.`
