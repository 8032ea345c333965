import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { NodeOptions } from './node.ts'

const program = join(import.meta.dirname, 'node.ts')

/** A node in a process of its own. */
export class NodeProcess {
  readonly url: string
  readonly #child: ChildProcess
  readonly #gone: Promise<unknown>

  static async start(options: NodeOptions, cache: string, complain: (text: string) => void): Promise<NodeProcess> {
    const child = fork(program, [JSON.stringify(options)], {
      execArgv: ['--conditions=@sweatpants/source'],
      env: { ...process.env, NODE_COMPILE_CACHE: cache },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    let said = ''
    child.stderr!.setEncoding('utf8').on('data', (text) => {
      said += text
      complain(`${options.name}: ${text}`)
    })
    // Not before all that it said has come.
    const gone = once(child, 'close')
    const early = gone.then(([code, signal]) => {
      throw new Error(`${options.name} ended before it was there, with ${code ?? signal}: ${said}`)
    })
    const [url] = await Promise.race([once(child, 'message'), early])
    early.catch(() => {})
    return new NodeProcess(url, child, gone)
  }

  private constructor(url: string, child: ChildProcess, gone: Promise<unknown>) {
    this.url = url
    this.#child = child
    this.#gone = gone
  }

  /** In the middle of whatever it does. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#gone
  }

  /** Asks it to end, and waits until it has. */
  async stop(): Promise<void> {
    this.#child.kill('SIGTERM')
    await this.#gone
  }

  /** It neither runs nor ends, as on a machine that is suspended. */
  freeze(): void {
    this.#child.kill('SIGSTOP')
  }

  thaw(): void {
    this.#child.kill('SIGCONT')
  }
}
