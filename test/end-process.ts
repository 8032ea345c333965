import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Sends a signal to a process that was started, and resolves when it has ended, also if it had before. */
export async function endProcess(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'close')
  child.kill(signal)
  await ended
}

/** The processes of a cluster by number: each can be ended and started again. */
export class NumberedProcesses {
  readonly #running = new Map<number, ChildProcess>()

  add(number: number, child: ChildProcess): void {
    this.#running.set(number, child)
  }

  hasEnded(number: number): boolean {
    const child = this.#running.get(number)
    return child !== undefined && (child.exitCode !== null || child.signalCode !== null)
  }

  /** Resolves when the process has ended, also if it had before. */
  end(number: number, signal: NodeJS.Signals): Promise<void> {
    const child = this.#running.get(number)
    this.#running.delete(number)
    return endProcess(child, signal)
  }

  /** Kills all at once, when this process exits. */
  kill(): void {
    for (const child of this.#running.values()) child.kill('SIGKILL')
  }
}
