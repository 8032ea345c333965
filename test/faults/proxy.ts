import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'

export interface Target {
  port: number
  host?: string
}

/** A connection through the proxy. */
interface Link {
  near: Socket
  far: Socket
  /** Resolves when the link forwards again. */
  thawed: Promise<void>
  /** Whether replies are dropped. */
  isMute: boolean
}

/** A TCP proxy on loopback that fails as networks do. */
export class TcpProxy implements AsyncDisposable {
  readonly port: number
  /** What it forwards to; without one it refuses connections. */
  target: Target | undefined
  /** Milliseconds that each chunk takes, in both directions. */
  latency = 0
  /** How many connections there were. */
  connections = 0
  readonly #server: Server
  readonly #links = new Set<Link>()
  #thaw = () => {}
  /** What new connections wait for. */
  #thawed = Promise.resolve()

  static async open(target?: Target): Promise<TcpProxy> {
    // Half-open: what a side sent before it left is still delivered.
    const server = createServer({ allowHalfOpen: true })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return new TcpProxy(server, target)
  }

  private constructor(server: Server, target: Target | undefined) {
    this.#server = server
    this.target = target
    this.port = (server.address() as AddressInfo).port
    server.on('connection', (near) => this.#connect(near))
  }

  /** Opens a proxy in front of a database. */
  static openFor(address: string): Promise<TcpProxy> {
    const { hostname, port } = new URL(address)
    return TcpProxy.open({ host: hostname, port: Number(port || 5432) })
  }

  /** Returns the address with the proxy instead of its host. */
  through(address: string): string {
    const url = new URL(address)
    url.hostname = '127.0.0.1'
    url.port = String(this.port)
    return url.href
  }

  /** Resets every connection. */
  cut(): void {
    for (const { near, far } of this.#links) for (const socket of [near, far]) socket.resetAndDestroy()
  }

  /**
   * Forwards nothing more on the open connections and ends none of them, so that they are half-open. With `andNew` later
   * connections stay without an answer as well. `thaw` forwards what was sent meanwhile.
   */
  freeze({ andNew = false } = {}): void {
    const { promise, resolve } = Promise.withResolvers<void>()
    const thawBefore = this.#thaw
    this.#thaw = () => {
      thawBefore()
      resolve()
    }
    if (andNew) this.#thawed = promise
    for (const link of this.#links) link.thawed = promise
  }

  thaw(): void {
    this.#thaw()
    this.#thaw = () => {}
    this.#thawed = Promise.resolve()
  }

  /** Drops all replies on the open connections, while requests are still forwarded. */
  mute(): void {
    for (const link of this.#links) link.isMute = true
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut()
    await once(this.#server.close(), 'close')
  }

  #connect(near: Socket): void {
    this.connections++
    if (this.target === undefined) return void near.on('error', () => {}).resetAndDestroy()
    const far = connect({ host: '127.0.0.1', ...this.target, allowHalfOpen: true })
    const link: Link = { near, far, thawed: this.#thawed, isMute: false }
    this.#links.add(link)
    for (const socket of [near, far]) socket.setNoDelay(true).on('error', () => {})
    const end = () => {
      this.#links.delete(link)
      for (const socket of [near, far]) socket.destroy()
    }
    Promise.all([
      pipeline(near, this.#createWire(link), far),
      pipeline(
        far,
        this.#createWire(link, () => link.isMute),
        near,
      ),
    ]).then(end, end)
  }

  #createWire(link: Link, isDropped = () => false): Transform {
    return new Transform({
      transform: async (chunk, _, forward) => {
        if (this.latency > 0) await pause(this.latency)
        await link.thawed
        if (isDropped()) forward()
        else forward(null, chunk)
      },
    })
  }
}
