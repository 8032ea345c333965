import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const PROGRAM = join(import.meta.dirname, 'server.ts')

/** What a test chooses of `server.ts`, as its environment. */
export interface ServedOptions {
  /** `none`, or the name of the client whose calls wait for their view. */
  VIEWS?: string
  TASK?: string
  HTML?: string
  WAIT?: string
}

/** The server with views in a process of its own, on a SQLite store: it can be killed, and started again. */
export class Served implements AsyncDisposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'sweatpants-views-'))
  readonly #options: ServedOptions
  #process: ChildProcess | undefined
  url = ''

  private constructor(options: ServedOptions) {
    this.#options = options
  }

  static async start(options: ServedOptions = {}): Promise<Served> {
    const served = new Served(options)
    await served.restart()
    return served
  }

  async restart(): Promise<void> {
    const PORT = this.url === '' ? '0' : new URL(this.url).port
    const env = { ...process.env, ...this.#options, PORT, JOURNAL: this.#journal, STORE: join(this.#folder, 'store') }
    const child = spawn(process.execPath, ['--conditions=@sweatpants/source', PROGRAM], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#process = child
    const [url] = await once(createInterface(child.stdout), 'line')
    this.url = url
  }

  async kill(): Promise<void> {
    const gone = once(this.#process!, 'exit')
    this.#process!.kill('SIGKILL')
    await gone
  }

  /** The steps that have run, in all its lives. */
  get steps(): string[] {
    return existsSync(this.#journal) ? readFileSync(this.#journal, 'utf8').trim().split('\n') : []
  }

  get #journal(): string {
    return join(this.#folder, 'journal')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill()
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
