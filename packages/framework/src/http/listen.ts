import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { SweatpantsError } from '../tools/errors.ts'

export interface ListenOptions {
  /** Default: any that is free. */
  port?: number
  /** Default: the loopback, so that no other machine can call. */
  host?: string
  /** Milliseconds that open exchanges have to end when the server closes. Default 5 seconds. */
  grace?: number
}

export interface Listening {
  url: string
  /** Stops accepting, waits for what is open, then cuts it off. */
  close(): Promise<void>
}

/** A slow client may hold a connection for so long: its headers, its whole request, and between two requests. */
const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 30_000 }

/** Starts an HTTP server of its own. */
export async function listenHttp(
  handler: (req: IncomingMessage, res: ServerResponse) => void,
  { port = 0, host = '127.0.0.1', grace = 5_000 }: ListenOptions = {},
): Promise<Listening> {
  if (globalThis.navigator?.userAgent === 'Cloudflare-Workers') {
    throw new SweatpantsError('Workers have no ports to listen on; export the server as the default of its module')
  }
  // Not before: a server on a pipe does not need it, and it takes longer to load than all of ours.
  const { createServer } = await import('node:http')
  const server = createServer({ ...TIMEOUTS, connectionsCheckingInterval: 5_000 }, handler)
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
    const cut = setTimeout(() => server.closeAllConnections(), grace)
    await closed
    clearInterval(idle)
    clearTimeout(cut)
  }

  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    close() {
      closing ??= close()
      return closing
    },
  }
}
