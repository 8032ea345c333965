import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { NodeMessage, NodeOptions } from './node.ts'

const program = join(import.meta.dirname, 'node.ts')

export interface Memory {
  rss: number
  /** What is alive, after a collection. */
  heap: number
}

export interface StartOptions {
  options: NodeOptions
  env: Record<string, string>
  complain(text: string): void
  /** It has ended; `isAsked` when it was made to. */
  onEnd(isAsked: boolean, how: string): void
}

/** A node in a process of its own. */
export class NodeProcess {
  readonly port: number
  readonly #child: ChildProcess
  readonly #gone: Promise<unknown>
  #isAsked = false

  static async start({ options, env, complain, onEnd }: StartOptions): Promise<NodeProcess> {
    const child = fork(program, [JSON.stringify(options)], {
      execArgv: ['--conditions=@sweatpants/source', '--expose-gc'],
      env: { ...process.env, NODE_NO_WARNINGS: '1', ...env },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    let said = ''
    child.stderr!.setEncoding('utf8').on('data', (text) => {
      said += text
      complain(`standard error: ${text}`)
    })
    child.on('message', (message: NodeMessage) => {
      if (message.type === 'complaint') complain(message.text)
    })
    const gone = once(child, 'close')
    const early = gone.then(([code, signal]) => {
      throw new Error(`a node ended before it was there, with ${code ?? signal}: ${said}`)
    })
    const ready = await Promise.race([once(child, 'message'), early])
    early.catch(() => {})
    const started = new NodeProcess(ready[0], child, gone)
    void gone.then(([code, signal]) => onEnd(started.#isAsked, `${code ?? signal}: ${said}`))
    return started
  }

  private constructor(ready: NodeMessage, child: ChildProcess, gone: Promise<unknown>) {
    if (ready.type !== 'ready') throw new Error(`a node began with ${JSON.stringify(ready)}`)
    this.port = ready.port
    this.#child = child
    this.#gone = gone
  }

  /** In the middle of whatever it does, or asked to; comes when it is gone. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    this.#isAsked = true
    this.#child.kill(signal)
    await this.#gone
  }

  /** Nothing when it ends meanwhile. */
  async measure(): Promise<Memory | undefined> {
    if (this.#isAsked || !this.#child.connected) return undefined
    const { promise, resolve } = Promise.withResolvers<Memory | undefined>()
    const listen = (message: NodeMessage) => message.type === 'memory' && resolve(message)
    this.#child.on('message', listen)
    void this.#gone.then(() => resolve(undefined))
    this.#child.send('measure', () => {})
    const memory = await promise
    this.#child.off('message', listen)
    return memory
  }
}
