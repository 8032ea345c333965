import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { rolldown } from 'rolldown'
import { launchChromium } from '../../chromium.ts'
import { openWorkshop, type Workshop } from '../workshop.ts'

const SCENARIOS = 'test/third-party/use-chat'

/** The parts of a `UIMessage` that scenarios look at. */
interface Shown {
  status: string
  error?: string
  messages: {
    id: string
    role: string
    metadata?: { usage?: { outputTokens: number } }
    parts: { type: string; state?: string; text?: string }[]
  }[]
}

export interface StageOptions {
  /** The folder that has the page, and the page without its extension. */
  source?: string
  page?: string
  /** The program that serves it, in the folder of the page. Default: that of the scenarios. */
  server?: string
  versions: Record<string, string>
}

/** A server that a test kills, a page of some version of the AI SDK, and a browser. */
export class Stage implements AsyncDisposable {
  readonly #workshop: Workshop
  readonly #browser: Browser
  readonly #program: string
  readonly #port: number
  #server: ChildProcess | undefined

  private constructor(workshop: Workshop, browser: Browser, program: string, port: number) {
    this.#workshop = workshop
    this.#browser = browser
    this.#program = program
    this.#port = port
  }

  /** Rejects with `NotInstallableError` if the registry lacks a version. */
  static async open({ source = SCENARIOS, page = 'page', server, versions }: StageOptions): Promise<Stage> {
    const workshop = await openWorkshop(source, versions)
    const { folder } = workshop
    await bundle(join(folder, `${page}.tsx`), join(folder, 'dist/page.js'))
    writeFileSync(join(folder, 'world'), '')
    const program = server === undefined ? join(import.meta.dirname, 'server.ts') : join(folder, server)
    const stage = new Stage(workshop, await launchChromium(), program, await findPort())
    await stage.start()
    return stage
  }

  async start(): Promise<void> {
    const env = { ...process.env, MODEL: 'demo', STORE: 'chat.db', WORLD: 'world', PORT: String(this.#port) }
    const args = ['--conditions=@sweatpants/source', '--disable-warning=ExperimentalWarning', this.#program]
    const stdio = ['ignore', 'pipe', 'inherit'] as const
    const server = spawn(process.execPath, args, { cwd: this.#workshop.folder, env, stdio: [...stdio] })
    this.#server = server
    const ended = once(server, 'exit').then(([code]) => {
      throw new Error(`the server ended before it listened, with ${code}`)
    })
    await Promise.race([once(server.stdout!, 'data'), ended])
    ended.catch(() => {})
  }

  async kill(): Promise<void> {
    const gone = once(this.#server!, 'exit')
    this.#server!.kill('SIGKILL')
    await gone
  }

  /** The side effects of the tools that name this. */
  done(about: string): string[] {
    const lines = readFileSync(join(this.#workshop.folder, 'world'), 'utf8').split('\n')
    return lines.filter((line) => line.includes(about))
  }

  checkTypes(page: string): Promise<void> {
    return this.#workshop.checkTypes([`${page}.tsx`])
  }

  async visit(query = ''): Promise<Visitor> {
    const page = await this.#browser.newPage()
    page.setDefaultTimeout(20_000)
    const visitor = new Visitor(page)
    await page.goto(`http://127.0.0.1:${this.#port}/${query}`)
    return visitor
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close()
    if (this.#server?.exitCode === null && this.#server.signalCode === null) await this.kill()
    await this.#workshop[Symbol.asyncDispose]()
  }
}

/** A port that is free now: the server comes back to it after it was killed. */
async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await once(server.close(), 'close')
  return port
}

async function bundle(input: string, file: string): Promise<void> {
  await using built = await rolldown({
    input,
    platform: 'browser',
    checks: { moduleLevelDirective: false },
    resolve: { conditionNames: ['@sweatpants/source', 'browser'] },
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  })
  await built.write({ file, format: 'esm', codeSplitting: false })
}

/** A person at a page. */
export class Visitor implements AsyncDisposable {
  readonly page: Page
  /** The requests that were refused, which the browser prints in the console. */
  readonly failed: string[] = []

  constructor(page: Page) {
    this.page = page
    page.on('response', (response) => {
      if (response.status() >= 400 && !response.url().endsWith('/favicon.ico')) {
        this.failed.push(`${response.status()} ${response.url()}`)
      }
    })
  }

  async say(text: string): Promise<void> {
    const field = this.page.getByLabel('Message')
    await field.fill(text)
    await field.press('Enter')
  }

  sees(text: string): Promise<void> {
    return this.page.getByText(text).first().waitFor()
  }

  async press(name: string): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).first().click()
  }

  async is(status: string): Promise<Shown> {
    await this.page.waitForFunction((wanted) => (globalThis as never as Shows).shown?.status === wanted, status)
    return this.shown()
  }

  shown(): Promise<Shown> {
    return this.page.evaluate(() => (globalThis as never as Shows).shown)
  }

  async reload(): Promise<void> {
    await this.page.reload()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.page.close()
  }
}

interface Shows {
  shown: Shown
}
