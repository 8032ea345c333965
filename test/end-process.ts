import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Sends a signal to a process that was started, and resolves when it has ended, also if it had before. */
export async function endProcess(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'close')
  child.kill(signal)
  await ended
}
