import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Command, start } from '../cli/command.ts'
import { type Ended, watchOutput } from '../watch-output.ts'
import { type Result, request, TASKS } from './rpc.ts'
import { startWorld, type World } from './world.ts'

const tools = fileURLToPath(import.meta.resolve('./surveys.ts'))
const node = fileURLToPath(import.meta.resolve('./node.ts'))
const options = { capabilities: { elicitation: { form: {} }, ...TASKS } }

/** Starts a process that serves the surveys, and says where. */
export type Launch = (env: Record<string, string>) => Command

/** A world, a store, and server processes that come and go. */
export class Scene {
  readonly world: World
  readonly #launch: Launch
  readonly #started = new AsyncDisposableStack()

  constructor(world: World, launch: Launch) {
    this.world = this.#started.use(world)
    this.#launch = launch
  }

  async serve(): Promise<ServerProcess> {
    const command = this.#started.use(this.#launch({ WORLD: this.world.url }))
    return new ServerProcess(command, (await command.until(/http:\S+/))[0])
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#started.disposeAsync()
  }
}

export const openScene = async (launch = launchNodes()): Promise<Scene> => new Scene(await startWorld(), launch)

/** Milliseconds after which a killed node is found dead. */
export const LEASE = 3_000

export const createStoreFile = (): string => join(mkdtempSync(join(tmpdir(), 'sweatpants-mcp-')), 'streams.db')

/** Launches nodes that share a store: `{ STORE }` names a file, `{ STORE, SCHEMA }` a Postgres database; `STORE_KEY` encrypts it. */
export const launchNodes =
  (store: Record<string, string> = { STORE: createStoreFile() }): Launch =>
  (env) => {
    const child = spawn(process.execPath, ['--conditions=@sweatpants/source', node], {
      env: { ...process.env, NODE_NO_WARNINGS: '1', LEASE: String(LEASE), ...env, ...store },
      timeout: 60_000,
    })
    const { ended, until } = watchOutput(child)
    const dispose = async () => {
      child.kill('SIGKILL')
      await ended
    }
    return { child, ended, until, [Symbol.asyncDispose]: dispose }
  }

/** Launches `sweatpants serve`, which shuts down when it is asked to. */
export function launchCommands(file = createStoreFile()): Launch {
  return (env) => start(['serve', tools, '--http', '0', '--store', file], { env })
}

/** A server in a process of its own, and a client that speaks tasks to it. */
export class ServerProcess {
  readonly url: string
  readonly #command: Command

  constructor(command: Command, url: string) {
    this.#command = command
    this.url = url
  }

  async kill(): Promise<void> {
    await this.#command[Symbol.asyncDispose]()
  }

  /** Keeps it from doing anything, and it does not know. */
  freeze(): void {
    this.#command.child.kill('SIGSTOP')
  }

  thaw(): void {
    this.#command.child.kill('SIGCONT')
  }

  /** Asks it to exit. Resolves to how it exited. */
  terminate(): Promise<Ended> {
    this.#command.child.kill('SIGTERM')
    return this.#command.ended
  }

  call(name: string, params: object = {}): Promise<Result> {
    return request(this.url, 'tools/call', { name, ...params }, options)
  }

  async create(name: string): Promise<string> {
    return (await this.call(name)).taskId!
  }

  get(taskId: string): Promise<Result> {
    return request(this.url, 'tasks/get', { taskId }, options)
  }

  async answer(taskId: string, key: string, text: unknown = `said ${key}`): Promise<void> {
    const inputResponses = { [key]: { action: 'accept', content: { text } } }
    await request(this.url, 'tasks/update', { taskId, inputResponses }, options)
  }

  async cancel(taskId: string): Promise<void> {
    await request(this.url, 'tasks/cancel', { taskId }, options)
  }

  /** Polls, as clients do, until the task is as wanted. */
  async until(taskId: string, wanted: (task: Result) => boolean | Promise<boolean>): Promise<Result> {
    for (;;) {
      const task = await this.get(taskId)
      if (await wanted(task)) return task
      await delay(10)
    }
  }

  /** Polls until exactly these questions are open. */
  async asks(taskId: string, ...keys: string[]): Promise<void> {
    await this.until(taskId, ({ inputRequests = {} }) => Object.keys(inputRequests).join() === keys.join())
  }

  /** Polls and answers until the task is over. A client answers no question twice: what was taken is not asked again. */
  finish(taskId: string, answered: readonly string[] = []): Promise<Result> {
    const known = new Set(answered)
    return this.until(taskId, async ({ status, inputRequests = {} }) => {
      for (const key of Object.keys(inputRequests)) {
        if (known.has(key)) continue
        known.add(key)
        await this.answer(taskId, key)
      }
      return status !== 'working' && status !== 'input_required'
    })
  }
}
