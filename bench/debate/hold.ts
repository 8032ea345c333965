import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { DebateRecord } from './debate-record.ts'
import type { Regime } from './regime.ts'
import type { Task } from './worker.ts'

/** The debates of a regime. */
export interface Held {
  regime: Regime
  records: DebateRecord[]
}

/** How many debates a thread holds before it is given the next. */
const SOME = 100

/** Holds so many debates of each regime, with all cores. What comes out does not depend on how many there are. */
export async function hold(regimes: readonly Regime[], seed: number, count: number): Promise<Held[]> {
  const tasks = regimes.flatMap((regime) =>
    Array.from({ length: Math.ceil(count / SOME) }, (_, i): Task => {
      return { regime, seed, from: i * SOME, to: Math.min(count, (i + 1) * SOME) }
    }),
  )
  const done = new Map<Task, DebateRecord[]>()
  const waiting = [...tasks]
  await Promise.all(Array.from({ length: availableParallelism() }, () => work(waiting, done)))
  return regimes.map((regime) => ({
    regime,
    records: tasks.filter((task) => task.regime === regime).flatMap((task) => done.get(task)!),
  }))
}

async function work(waiting: Task[], done: Map<Task, DebateRecord[]>): Promise<void> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url))
  try {
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) done.set(task, await ask(worker, task))
  } finally {
    await worker.terminate()
  }
}

function ask(worker: Worker, task: Task): Promise<DebateRecord[]> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('message', (records: DebateRecord[]) => {
      worker.off('error', reject)
      resolve(records)
    })
    worker.postMessage(task)
  })
}
