import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Kill } from './kill.ts'
import type { ServerOptions } from './server.ts'

export interface Running {
  readonly url: string
  /** Resolves when the process has ended. */
  readonly gone: Promise<unknown>
}

/** One server after another on one store: when one is killed, the next is started. */
export class Servers {
  readonly #options: Omit<ServerOptions, 'kill'>
  readonly #kills: Kill[]
  readonly #program: string
  #process: ChildProcess | undefined
  #isClosing = false
  #broken = Promise.withResolvers<never>()
  /** How many have been killed. */
  killed = 0
  /** What they have complained of. */
  complaints = ''
  running: Promise<Running>

  /** The first dies at the first kill, the one after it at the second, and so on; the last is not killed. */
  constructor(program: string, options: Omit<ServerOptions, 'kill'>, kills: readonly Kill[]) {
    this.#program = program
    this.#options = options
    this.#kills = [...kills]
    this.#broken.promise.catch(() => {})
    this.running = this.#start()
  }

  /** Kills the one that runs, from outside. */
  kill(): void {
    this.#process?.kill('SIGKILL')
  }

  /** Asks the last one to end, and waits until it has. */
  async close(): Promise<void> {
    const { gone } = await this.running
    this.#isClosing = true
    this.#process?.kill('SIGTERM')
    await gone
  }

  /** Ends the running server. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosing = true
    const child = this.#process
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }

  async #start(): Promise<Running> {
    const kill = this.#kills.shift()
    const options: ServerOptions = { ...this.#options, ...(kill !== undefined && { kill }) }
    const child = spawn(process.execPath, [this.#program, JSON.stringify(options)], {
      stdio: 'pipe',
    })
    this.#process = child
    child.stderr.setEncoding('utf8').on('data', (text) => {
      this.complaints += text
    })
    const gone = once(child, 'exit').then(([code, signal]) => this.#end(code, signal))
    const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), this.#broken.promise])
    return { ...JSON.parse(line), gone }
  }

  #end(code: number | null, signal: NodeJS.Signals | null): void {
    if (this.#isClosing) return
    if (signal === 'SIGKILL') {
      this.killed++
      this.running = this.#start()
    } else {
      this.#broken.reject(new Error(`the server ended by itself, with ${code ?? signal}:\n${this.complaints}`))
    }
  }
}
