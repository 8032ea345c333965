import type { Random } from '../faults/random.ts'
import { Gate } from './gate.ts'
import type { NodeOptions } from './node.ts'
import { type Memory, NodeProcess, type StartOptions } from './node-process.ts'

/** A node as the world knows it: one address, behind which processes come and go. */
export class Post {
  readonly name: string
  readonly gate: Gate
  readonly #start: () => Promise<NodeProcess>
  #process: NodeProcess | undefined

  constructor(name: string, gate: Gate, start: () => Promise<NodeProcess>) {
    this.name = name
    this.gate = gate
    this.#start = start
  }

  async start(): Promise<void> {
    // While the database is away, a node cannot begin: whoever runs it tries again.
    for (let attempt = 1; this.#process === undefined; attempt++) {
      try {
        this.#process = await this.#start()
      } catch (error) {
        if (attempt === 10) throw error
      }
    }
    this.gate.target = this.#process.port
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const ended = this.#process
    this.#process = undefined
    await ended?.end(signal)
    this.gate.target = undefined
  }

  measure(): Promise<Memory | undefined> | undefined {
    return this.#process?.measure()
  }
}

export interface PlaceOptions extends Omit<StartOptions, 'options'> {
  name: string
  size: number
  options: NodeOptions
}

/** Nodes that share one store. */
export class Place implements AsyncDisposable {
  readonly name: string
  readonly posts: readonly Post[]

  static async open({ name, size, ...start }: PlaceOptions): Promise<Place> {
    const posts = Array.from({ length: size }, async (_, index) => {
      const post = new Post(`${name} ${index + 1}`, await Gate.open(), () => NodeProcess.start(start))
      await post.start()
      return post
    })
    return new Place(name, await Promise.all(posts))
  }

  private constructor(name: string, posts: readonly Post[]) {
    this.name = name
    this.posts = posts
  }

  /** The address of one of them. It may be dead: who asks finds out. */
  pick(random: Random): string {
    return random.pick(this.posts).gate.url
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.posts.map((post) => post.end('SIGKILL')))
    await Promise.all(this.posts.map(({ gate }) => gate[Symbol.asyncDispose]()))
  }
}
