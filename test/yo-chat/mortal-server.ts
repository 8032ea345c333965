import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerOptions } from './server.ts'

const PROGRAM = join(import.meta.dirname, 'server.ts')

/** What a test chooses. `heap`: megabytes of memory for its objects. `asked`: needed where the store is not a file. */
type MortalOptions = Pick<ServerOptions, 'store' | 'dist' | 'servers' | 'leaseTtl'> & { heap?: number; asked?: string }

/** The app in a process of its own, which is killed and started again on the same store and port. */
export class MortalServer implements AsyncDisposable {
  readonly #options: Omit<MortalOptions, 'heap'>
  readonly #flags: readonly string[]
  readonly #program: string
  #process: ChildProcess | undefined
  url = ''
  /** Resolves to the signal or the exit code of the last process. */
  ended: Promise<string> = Promise.resolve('')

  /** `program`: the module that it runs, which reads these options. */
  constructor({ heap, ...options }: MortalOptions, program = PROGRAM) {
    this.#options = options
    this.#flags = heap === undefined ? [] : [`--max-old-space-size=${heap}`]
    this.#program = program
  }

  async start({ hangs = false }: { hangs?: boolean } = {}): Promise<void> {
    const port = this.url === '' ? 0 : Number(new URL(this.url).port)
    const options: ServerOptions = { ...this.#options, asked: this.#asked, port, hangs }
    const execArgv = ['--conditions=@sweatpants/source', ...this.#flags]
    const child = fork(this.#program, [JSON.stringify(options)], { execArgv })
    this.#process = child
    this.ended = once(child, 'exit').then(([code, signal]) => signal ?? String(code))
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
    return this.#options.asked ?? `${this.#options.store}.asked`
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.kill()
  }
}
