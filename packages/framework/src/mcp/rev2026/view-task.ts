import { setImmediate as turn } from 'node:timers/promises'
import type { Recording } from '../../tools/journal.ts'
import { type RunOptions, runTool } from '../../tools/run-tool.ts'
import type { McpTool } from '../../tools/tool.ts'
import type { TaskPeer } from './task-peer.ts'

export interface TaskView extends Pick<RunOptions, 'runId' | 'can' | 'principal'> {
  tool: McpTool
  arguments: unknown
  recording: Recording | undefined
}

/**
 * Brings the peer to where a task that another node drives has come: what was recorded is replayed, and what is open is
 * asked. Nothing is done in the world, and nothing is written.
 */
export async function viewTask(peer: TaskPeer, { tool, arguments: args, recording, ...options }: TaskView) {
  const seen = new AbortController()
  const running = runTool(tool, args, {
    ...options,
    signal: seen.signal,
    peer: { answer: (effect, signal) => (peer.publishes(effect) ? peer.answer(effect, signal) : never()) },
    runStep: never,
    journal: {
      read: () => recording,
      // What comes before an effect is let through; an outcome would let the tool go on.
      append: (_, { entries }) => (entries.every(({ type }) => type === 'started') ? undefined : never()),
    },
  })
  // Whoever drives the task finds that it cannot be replayed.
  running.catch(() => {})
  // A replay waits for nothing, so it is over when the event loop turns.
  await turn()
  // Its alarms end with it.
  seen.abort()
}

/** Another each time: what waits for one is garbage with it. */
const never = (): Promise<never> => new Promise(() => {})
