import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import type { Kill } from './kill.ts'
import type { FromNode, NodeOptions, ToNode } from './node.ts'
import type { SentSpan } from './trace.ts'

interface RunningNode {
  child: ChildProcess
  port: number
}

/** Three nodes on one store, behind one address. A node that dies is replaced. */
export class Cluster implements AsyncDisposable {
  /** The writes to the stream of a run, and the spans, of all nodes since `forget`. */
  writes: string[] = []
  spans: SentSpan[] = []
  kills = 0
  readonly url: string
  readonly #door: ReturnType<typeof createServer>
  readonly #options: Omit<NodeOptions, 'baseUrl' | 'kill'>
  readonly #worldUrl: string
  readonly #nodes = new Set<RunningNode>()
  #starting = new Set<Promise<void>>()
  #turn = 0
  #ahead = 0
  #kill: Kill | undefined
  #isClosing = false

  static async open(options: Omit<NodeOptions, 'baseUrl' | 'kill'>, worldUrl: string): Promise<Cluster> {
    const door = createServer()
    door.listen(0, '127.0.0.1')
    await once(door, 'listening')
    const cluster = new Cluster(options, worldUrl, door)
    await Promise.all([1, 2, 3].map(() => cluster.#start()))
    return cluster
  }

  private constructor(
    options: Omit<NodeOptions, 'baseUrl' | 'kill'>,
    worldUrl: string,
    door: ReturnType<typeof createServer>,
  ) {
    this.#options = options
    this.#worldUrl = worldUrl
    this.#door = door
    this.url = `http://127.0.0.1:${(door.address() as AddressInfo).port}`
    // A load balancer: each connection goes to the next node.
    door.on('connection', (client) => {
      const nodes = [...this.#nodes]
      const node = nodes[this.#turn++ % nodes.length]
      if (node === undefined) return client.destroy()
      const server = connect(node.port, '127.0.0.1')
      client.pipe(server).pipe(client)
      const end = () => [client, server].forEach((socket) => socket.destroy())
      for (const socket of [client, server]) socket.on('error', end).on('close', end)
    })
  }

  /** Lets time pass on every node. */
  pass(ms: number): void {
    this.#ahead += ms
    this.#tell({ type: 'pass', ms })
  }

  /** Plans where a node dies next. Resolves once all nodes know it. */
  async plan(kill: Kill | undefined): Promise<void> {
    await Promise.all(this.#starting)
    this.#kill = kill
    this.writes = []
    this.spans = []
    const planned = [...this.#nodes].map(({ child }) => nextOf(child, 'planned'))
    this.#tell({ type: 'plan', kill })
    await Promise.all(planned)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosing = true
    await Promise.all(this.#starting)
    for (const { child } of this.#nodes) child.kill('SIGKILL')
    this.#door.close()
  }

  #tell(message: ToNode): void {
    for (const { child } of this.#nodes) child.send(message, () => {})
  }

  async #start(): Promise<void> {
    const ahead = this.#ahead
    const options: NodeOptions = { ...this.#options, baseUrl: this.url, ...(this.#kill && { kill: this.#kill }) }
    const child = fork(join(import.meta.dirname, 'node.ts'), [JSON.stringify(options)], {
      execArgv: ['--conditions=@sweatpants/source'],
      env: { ...process.env, COMPANY_URL: this.#worldUrl, AHEAD: String(ahead) },
    })
    child.on('message', (message: FromNode) => {
      if (message.type === 'wrote') this.writes.push(message.write)
      if (message.type === 'span') this.spans.push(message.span)
    })
    const { port } = await nextOf(child, 'ready')
    const node = { child, port }
    if (this.#ahead > ahead) child.send({ type: 'pass', ms: this.#ahead - ahead } satisfies ToNode)
    this.#nodes.add(node)
    child.once('exit', () => {
      this.#nodes.delete(node)
      if (this.#isClosing) return
      this.kills++
      const starting = this.#start().finally(() => this.#starting.delete(starting))
      this.#starting.add(starting)
    })
  }
}

/** Resolves to the next message of a type. Rejects if the process ends before. */
function nextOf<T extends FromNode['type']>(child: ChildProcess, type: T): Promise<Extract<FromNode, { type: T }>> {
  const { promise, resolve, reject } = Promise.withResolvers<Extract<FromNode, { type: T }>>()
  const listen = (message: FromNode) => message.type === type && resolve(message as Extract<FromNode, { type: T }>)
  const end = () => reject(new Error(`a node ended before it was ${type}`))
  child.on('message', listen).on('exit', end)
  return promise.finally(() => child.off('message', listen).off('exit', end))
}
