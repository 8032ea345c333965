import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { NodeOptions } from './node.ts'
import { NodeProcess } from './node-process.ts'
import type { Random } from './random.ts'

/** Several nodes on one database, and what befalls them. */
export class Nodes {
  readonly #options: Omit<NodeOptions, 'name'>
  /** Compiled sources, for all of them. */
  readonly #cache = mkdtempSync(join(tmpdir(), 'chat-nodes-'))
  #processes: NodeProcess[] = []
  #started = 0
  /** What they have complained of. */
  complaints = ''
  readonly count = { killed: 0, stopped: 0, frozen: 0 }

  constructor(options: Omit<NodeOptions, 'name'>) {
    this.#options = options
  }

  async start(size: number): Promise<void> {
    this.#processes = await Promise.all(Array.from({ length: size }, () => this.#startOne()))
  }

  /** The address of one of them. It may be dead: who asks finds out. */
  pick(random: Random): string {
    return random.pick(this.#processes).url
  }

  /** Each of them is now and then killed, stopped or frozen, and comes back. */
  async disturb(random: Random, until: AbortSignal): Promise<void> {
    await Promise.all(this.#processes.map((_, place) => this.#disturbOne(place, random.fork(), until)))
  }

  async close(): Promise<void> {
    await Promise.all(this.#processes.map((process) => process.kill()))
    rmSync(this.#cache, { recursive: true, force: true })
  }

  async #disturbOne(place: number, random: Random, until: AbortSignal): Promise<void> {
    for (;;) {
      await pause(random.between(500, 4_000), undefined, { signal: until }).catch(() => {})
      if (until.aborted) return
      const process = this.#processes[place]!
      const fate = random.pick(['killed', 'killed', 'killed', 'stopped', 'frozen'] as const)
      this.count[fate]++
      if (fate === 'frozen') {
        process.freeze()
        // Mostly for so long that others take what it drives, and sometimes not.
        await pause(random.between(0.5, 2) * this.#options.leaseTtl)
        process.thaw()
        continue
      }
      await (fate === 'killed' ? process.kill() : process.stop())
      await pause(random.between(0, 500))
      this.#processes[place] = await this.#startOne()
    }
  }

  #startOne(): Promise<NodeProcess> {
    const name = `node-${++this.#started}`
    return NodeProcess.start({ ...this.#options, name }, this.#cache, (text) => {
      this.complaints += text
    })
  }
}
