import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { StoreOptions } from '../store-options.ts'
import type { NodeMessage, NodeOrder } from './node.ts'

const program = join(import.meta.dirname, 'node.ts')

export interface Memory {
  rss: number
  /** What is alive after a collection. */
  heap: number
}

export interface NodeProcessOptions {
  name: string
  store: StoreOptions
  env: Record<string, string>
  onError(text: string): void
  /** Called when it has ended, with `isWanted` if it was made to. */
  onEnd(isWanted: boolean, how: string): void
}

/** A node in a process of its own. */
export class NodeProcess {
  readonly port: number
  readonly #child: ChildProcess
  readonly #gone: Promise<unknown>
  #isEnding = false

  static async start({ name, store, env, onError, onEnd }: NodeProcessOptions): Promise<NodeProcess> {
    const child = fork(program, [JSON.stringify(store)], {
      execArgv: ['--conditions=@sweatpants/source', '--expose-gc'],
      env: { ...process.env, NODE_NO_WARNINGS: '1', ...env, NODE_NAME: name },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    let output = ''
    child.stderr!.setEncoding('utf8').on('data', (text) => {
      output += text
      onError(`standard error: ${text}`)
    })
    child.on('message', (message: NodeMessage) => {
      if (message.type === 'error') onError(message.text)
    })
    const gone = once(child, 'close')
    const early = gone.then(([code, signal]) => {
      throw new Error(`${name} ended before it was ready, with ${code ?? signal}: ${output}`)
    })
    const [ready] = await Promise.race([once(child, 'message'), early])
    early.catch(() => {})
    if (ready.type !== 'ready') throw new Error(`${name} began with ${JSON.stringify(ready)}`)
    const started = new NodeProcess(ready.port, child, gone)
    void gone.then(([code, signal]) => onEnd(started.#isEnding, `${code ?? signal}: ${output}`))
    return started
  }

  private constructor(port: number, child: ChildProcess, gone: Promise<unknown>) {
    this.port = port
    this.#child = child
    this.#gone = gone
  }

  /** Resolves when it is gone. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    this.#isEnding = true
    this.#child.kill(signal)
    await this.#gone
  }

  /** Suspends it, as with the machine that it runs on. */
  freeze(): void {
    this.#child.kill('SIGSTOP')
  }

  thaw(): void {
    this.#child.kill('SIGCONT')
  }

  order(order: NodeOrder): void {
    if (this.#child.connected) this.#child.send(order, () => {})
  }

  /** Resolves to `undefined` if it ends meanwhile. */
  async measure(): Promise<Memory | undefined> {
    if (this.#isEnding || !this.#child.connected) return undefined
    const { promise, resolve } = Promise.withResolvers<Memory | undefined>()
    const listen = (message: NodeMessage) => message.type === 'memory' && resolve(message)
    this.#child.on('message', listen)
    void this.#gone.then(() => resolve(undefined))
    this.order({ type: 'measure' })
    const memory = await promise
    this.#child.off('message', listen)
    return memory
  }
}
