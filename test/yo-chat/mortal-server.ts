import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerOptions } from './server.ts'

const PROGRAM = join(import.meta.dirname, 'server.ts')

/** The app in a process of its own, which is killed and started again on the same store and port. */
export class MortalServer implements AsyncDisposable {
  readonly #options: Pick<ServerOptions, 'store' | 'dist'>
  readonly #program: string
  #process: ChildProcess | undefined
  url = ''

  /** `program`: what it runs, which is told these options. */
  constructor(options: Pick<ServerOptions, 'store' | 'dist'>, program = PROGRAM) {
    this.#options = options
    this.#program = program
  }

  async start({ hangs = false }: { hangs?: boolean } = {}): Promise<void> {
    const port = this.url === '' ? 0 : Number(new URL(this.url).port)
    const options: ServerOptions = { ...this.#options, asked: this.#asked, port, hangs }
    const child = fork(this.#program, [JSON.stringify(options)], { execArgv: ['--conditions=@sweatpants/source'] })
    this.#process = child
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`the server ended before it listened, with ${code}`)
    })
    const [url] = await Promise.race([once(child, 'message'), ended])
    ended.catch(() => {})
    this.url = url
  }

  async kill(): Promise<void> {
    const child = this.#process
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }

  /** What its model was asked, in all its lives. */
  get asked(): string[] {
    if (!existsSync(this.#asked)) return []
    return readFileSync(this.#asked, 'utf8')
      .split('\n')
      .flatMap((line) => (line === '' ? [] : JSON.parse(line)))
  }

  get #asked(): string {
    return `${this.#options.store}.asked`
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.kill()
  }
}
