import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { type BuiltServer, buildServer } from '../chat/build-server.ts'
import { endProcess } from '../end-process.ts'
import type { World } from '../mcp/world.ts'
import type { ErrandName } from './errands.ts'
import type { NodeMessage, NodeOptions } from './node.ts'
import type { ServedPathName } from './served.ts'
import { redirect, type Servers } from './servers.ts'
import { createTestStore } from './stores.ts'

let built: BuiltServer | undefined

/** Builds the program of the servers. */
export async function buildProgram(): Promise<void> {
  built = await buildServer(join(import.meta.dirname, 'node.ts'))
}

export function removeProgram(): void {
  built?.[Symbol.dispose]()
}

export interface ProcessOptions {
  errands: readonly ErrandName[]
  world: Pick<World, 'url'>
  /** False: nothing outlives a process. Default true. */
  isDurable?: boolean
}

/** Servers in processes of their own, which can be killed and frozen at any moment. */
export class ServerProcesses implements Servers {
  readonly errors: Error[] = []
  /** What they have written to standard error. */
  printed = ''
  /** Whether requests go to all servers in turn, and not to the last one. */
  takesTurns = false
  #turn = 0
  readonly #path: ServedPathName
  readonly #options: ProcessOptions
  readonly #store = createTestStore()
  readonly #running: { child: ChildProcess; url: string }[] = []

  constructor(path: ServedPathName, options: ProcessOptions) {
    this.#path = path
    this.#options = options
  }

  get url(): string {
    return this.#last().url
  }

  readonly fetch = (address: string | URL, init?: RequestInit): Promise<Response> => redirect(this, address, init)

  async start(): Promise<void> {
    const { errands, world, isDurable = true } = this.#options
    const options: NodeOptions = {
      path: this.#path,
      errands: [...errands],
      world: world.url,
      ...(isDurable && { store: this.#store.options }),
    }
    const child = fork(built!.path, [JSON.stringify(options)], {
      execArgv: [],
      env: { ...process.env, NODE_NO_WARNINGS: '1' },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    child.stderr!.setEncoding('utf8').on('data', (text) => (this.printed += text))
    const early = once(child, 'close').then(() => {
      throw new Error(`a server ended before it was ready: ${this.printed}`)
    })
    early.catch(() => {})
    const url = new Promise<string>((resolve) => {
      child.on('message', (message: NodeMessage) => {
        if (message.type === 'ready') resolve(message.url)
        else this.errors.push(Object.assign(new Error(message.message), { name: message.name }))
      })
    })
    this.#running.push({ child, url: await Promise.race([url, early]) })
  }

  async close(): Promise<void> {
    await endProcess(this.#take(), 'SIGTERM')
  }

  async kill(): Promise<void> {
    await endProcess(this.#take(), 'SIGKILL')
  }

  /** Stops the first server without its knowledge, and not in the middle of a write: SQLite would lock out all others. */
  async freeze(): Promise<void> {
    for (;;) {
      this.#running[0]!.child.kill('SIGSTOP')
      if (this.#isUnlocked()) return
      this.thaw()
      await delay(10)
    }
  }

  thaw(): void {
    this.#running[0]!.child.kill('SIGCONT')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#running.splice(0).map(({ child }) => endProcess(child, 'SIGKILL')))
    this.#store.remove()
  }

  #isUnlocked(): boolean {
    const { options } = this.#store
    if (options.type !== 'sqlite') return true
    const database = new DatabaseSync(options.path, { timeout: 0 })
    try {
      database.exec('begin immediate; rollback')
      return true
    } catch {
      return false
    } finally {
      database.close()
    }
  }

  #last(): { child: ChildProcess; url: string } {
    const last = this.takesTurns ? this.#running[this.#turn++ % this.#running.length] : this.#running.at(-1)
    if (last === undefined) throw new TypeError('no server is running')
    return last
  }

  #take(): ChildProcess {
    const { child } = this.#last()
    this.#running.pop()
    return child
  }
}
