import { setTimeout as wait } from 'node:timers/promises'
import type { Patch } from '@sweatpants/framework/chat'
import type { Cluster } from '../faults/cluster.ts'
import { type StoredRecord, toDigest } from '../faults/history.ts'
import type { Told } from '../faults/tools.ts'
import type { Scene } from './scene.ts'

/** Records what a chat holds, and returns it. */
export async function recordChat({ storeOf, history }: Scene, cluster: Cluster, sessionId: string): Promise<Patch[]> {
  const entries = await untilRead(() => storeOf(cluster).log<Patch>('chat').read(sessionId, 0))
  const patches = entries.map(({ event }) => event)
  const records = patches.map((patch): StoredRecord => {
    const { commandId } = patch as { commandId?: string }
    return {
      digest: toDigest(JSON.stringify(patch)),
      ...(commandId !== undefined && { commandId }),
      ...(patch.type === 'elicit_response' && { question: patch.elicitId }),
    }
  })
  history.add({ type: 'stream_end', stream: `chat/${sessionId}`, records })
  return patches
}

/** Records what a task holds. Its answers are the commands that its client has sent. */
export async function recordTask(
  { storeOf, history }: Scene,
  cluster: Cluster,
  taskId: string,
  commandIds: readonly string[],
): Promise<void> {
  const log = storeOf(cluster).log<{ type: string; at?: string; attempt?: number }>('task')
  const entries = await untilRead(() => log.read(taskId, 0))
  const places = await untilRead(() =>
    Promise.all(commandIds.map(async (id) => [await log.find(taskId, id), id] as const)),
  )
  const commands = new Map(places)
  const records = entries.map(({ event, lsn }): StoredRecord => {
    const commandId = commands.get(lsn)
    return {
      digest: toDigest(JSON.stringify(event)),
      ...(commandId !== undefined && { commandId }),
      ...(event.type === 'answer' && { question: `${event.at}~${event.attempt}` }),
    }
  })
  history.add({ type: 'stream_end', stream: `task/${taskId}`, records })
}

/** Records the result of a run, and compares what the tool was answered with what was acknowledged. */
export function recordResult({ history, tally }: Scene, run: string, told: Told, given: readonly unknown[]): void {
  history.add({ type: 'run_end', run, receipts: told.receipts })
  tally.check(
    'a tool receives the answer that was acknowledged',
    JSON.stringify(told.answers) === JSON.stringify(given),
    () => `${run} was answered ${JSON.stringify(given)} and received ${JSON.stringify(told.answers)}`,
  )
}

/** Reads from a store until its database is there. */
export async function untilRead<T>(read: () => T | Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read()
    } catch (error) {
      if (attempt === 50) throw error
    }
    await wait(200)
  }
}
