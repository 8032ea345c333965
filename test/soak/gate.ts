import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A network between somebody and a port: it can be slow, and connections can be cut. */
export class Gate implements AsyncDisposable {
  readonly port: number
  /** Where it leads; nowhere while there is nobody. */
  target: number | undefined
  /** Milliseconds that every piece takes, in both directions. */
  latency = 0
  readonly #server: Server
  readonly #open = new Set<Socket>()

  static async open(target?: number): Promise<Gate> {
    const server = createServer()
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return new Gate(server, target)
  }

  private constructor(server: Server, target: number | undefined) {
    this.#server = server
    this.target = target
    this.port = (server.address() as AddressInfo).port
    server.on('connection', (client) => this.#join(client))
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** Every connection ends, in the middle of whatever it carries. */
  cut(): void {
    for (const socket of this.#open) socket.resetAndDestroy()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut()
    await once(this.#server.close(), 'close')
  }

  #join(client: Socket): void {
    this.#keep(client)
    if (this.target === undefined) return void client.resetAndDestroy()
    const server = this.#keep(connect(this.target, '127.0.0.1'))
    const end = () => {
      client.destroy()
      server.destroy()
    }
    Promise.all([pipeline(client, this.#wire(), server), pipeline(server, this.#wire(), client)]).then(end, end)
  }

  #keep(socket: Socket): Socket {
    this.#open.add(socket)
    socket.setNoDelay(true).once('close', () => this.#open.delete(socket))
    // A connection that was cut is not news.
    return socket.on('error', () => {})
  }

  #wire(): Transform {
    return new Transform({
      transform: (piece, _, forward) => {
        if (this.latency === 0) forward(null, piece)
        else setTimeout(forward, this.latency, null, piece)
      },
    })
  }
}
