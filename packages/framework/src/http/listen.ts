import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { LONGEST_TIMER } from '../tools/clock.ts'
import { SweatpantsError } from '../tools/errors.ts'
import { toHostName } from './address.ts'

export interface ListenOptions {
  /** Default: any that is free. */
  port?: number
  /** Default: the loopback, so that no other machine can call. */
  host?: string
  /** Milliseconds that open exchanges have to end when the server closes. Default 5 seconds. */
  grace?: number
}

export interface Listening extends AsyncDisposable {
  url: string
  /** Stops accepting, waits for what is open, then cuts it off. */
  close(): Promise<void>
}

/** A slow client may hold a connection for so long: its headers, its whole request, and between two requests. */
const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
}

/** The status of a request that Node cannot read, by the code of the error. */
const UNREADABLE: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Starts an HTTP server of its own. */
export async function listenHttp(
  handler: (req: IncomingMessage, res: ServerResponse) => void,
  { port = 0, host = '127.0.0.1', grace = 5_000 }: ListenOptions = {},
  timeouts = TIMEOUTS,
): Promise<Listening> {
  if (globalThis.navigator?.userAgent === 'Cloudflare-Workers') {
    throw new SweatpantsError('Workers have no ports to listen on; export the server as the default of its module')
  }
  // Not before: a server on a pipe does not need it, and it takes longer to load than all of ours.
  const { createServer } = await import('node:http')
  const server = createServer(timeouts, handler)
  server.on('clientError', refuse)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const { port: bound } = server.address() as AddressInfo
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  let closing: Promise<void> | undefined
  const closeOnce = () => {
    closing ??= close()
    return closing
  }

  function closeIdle(): void {
    server.closeIdleConnections()
    // Browsers open connections before they need them; Node does not count these as idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }

  async function close(): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    closeIdle()
    // A connection whose answer ends from now on is idle and would be kept for its next request.
    const idle = setInterval(closeIdle, 50)
    const cut = setTimeout(() => server.closeAllConnections(), Math.min(LONGEST_TIMER, grace))
    await closed
    clearInterval(idle)
    clearTimeout(cut)
  }

  return {
    url: `http://${toHostName(host)}:${bound}`,
    close: closeOnce,
    [Symbol.asyncDispose]: closeOnce,
  }
}

/** Refuses what Node cannot read as a request, as it would itself, except on a connection that no request has come on yet. */
function refuse({ code = '' }: NodeJS.ErrnoException, socket: Duplex): void {
  if (code !== 'ERR_HTTP_REQUEST_TIMEOUT' || hasRequest(socket))
    return end(socket, UNREADABLE[code] ?? '400 Bad Request')
  // Node's fetch opens connections before it needs them, and a busy server reads requests after it looks for slow ones.
  setImmediate(() => {
    if (!hasRequest(socket)) socket.destroy()
  })
}

const hasRequest = (socket: Duplex): boolean => (socket as Socket).bytesRead > 0

/** Closes the connection at once; what a client does not read would keep it open. */
function end(socket: Duplex, status: string): void {
  // Node names the response that is being sent on a connection; a status within it would be read as a part of it.
  const { _httpMessage: response } = socket as { _httpMessage?: ServerResponse | null }
  if (socket.writable && !response?.headersSent) socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`)
  socket.destroy()
}
