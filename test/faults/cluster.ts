import type { StoreOptions } from '../store-options.ts'
import { NodeProcess, type NodeProcessOptions } from './node-process.ts'
import { TcpProxy } from './proxy.ts'
import type { Random } from './random.ts'

type Start = (name: string) => Promise<NodeProcess>

/** A node as clients see it: one address, behind which processes are replaced. */
export class Slot {
  readonly name: string
  /** Between clients and the node. */
  readonly clients: TcpProxy
  /** Between the node and its database, if that is a server. */
  readonly database: TcpProxy | undefined
  readonly #start: Start
  #process: NodeProcess | undefined
  #starts = 0

  constructor(name: string, clients: TcpProxy, database: TcpProxy | undefined, start: Start) {
    this.name = name
    this.clients = clients
    this.database = database
    this.#start = start
  }

  /** The running process; `undefined` between two of them. */
  get process(): NodeProcess | undefined {
    return this.#process
  }

  async start(): Promise<void> {
    // A node does not start while its database is away: then it is started again.
    for (let attempt = 1; this.#process === undefined; attempt++) {
      try {
        this.#process = await this.#start(`${this.name}.${++this.#starts}`)
      } catch (error) {
        if (attempt === 10) throw error
      }
    }
    this.clients.target = { port: this.#process.port }
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const ended = this.#process
    this.#process = undefined
    await ended?.end(signal)
    this.clients.target = undefined
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end('SIGKILL')
    await this.clients[Symbol.asyncDispose]()
    await this.database?.[Symbol.asyncDispose]()
  }
}

export interface ClusterOptions extends Omit<NodeProcessOptions, 'name'> {
  name: StoreOptions['type']
  size: number
}

/** Nodes that share one store. */
export class Cluster implements AsyncDisposable {
  readonly name: ClusterOptions['name']
  readonly slots: readonly Slot[]

  static async open({ name, size, store, ...options }: ClusterOptions): Promise<Cluster> {
    const slots = Array.from({ length: size }, async (_, i) => {
      const database = store.type === 'sqlite' ? undefined : await TcpProxy.openFor(store.url)
      const reached = store.type === 'sqlite' ? store : { ...store, url: database!.through(store.url) }
      const start = (process: string) => NodeProcess.start({ ...options, name: process, store: reached })
      const slot = new Slot(`${name}-${i + 1}`, await TcpProxy.open(), database, start)
      await slot.start()
      return slot
    })
    return new Cluster(name, await Promise.all(slots))
  }

  private constructor(name: ClusterOptions['name'], slots: readonly Slot[]) {
    this.name = name
    this.slots = slots
  }

  /** Returns the address of a node, which may be down. */
  pick(random: Random): string {
    return `http://127.0.0.1:${random.pick(this.slots).clients.port}`
  }

  /** Returns the cluster as a client sees it that has only one of its nodes. */
  pin(random: Random): Cluster {
    return new Cluster(this.name, [random.pick(this.slots)])
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.slots.map((slot) => slot[Symbol.asyncDispose]()))
  }
}
