import { parentPort } from 'node:worker_threads'
import { type DebateRecord, toRecord } from './debate-record.ts'
import { play } from './play.ts'
import type { Regime } from './regime.ts'

export interface Task {
  regime: Regime
  seed: number
  from: number
  to: number
}

/** One in so many debates is repeated with early stopping. */
const CHECKED = 20

/** Holds debates, and sees to it that those that end early are the beginnings of those that do not. */
export async function holdDebates({ regime, seed, from, to }: Task): Promise<DebateRecord[]> {
  const records: DebateRecord[] = []
  for await (const played of play(regime, { seed, from, to, exitOnConsensus: false })) {
    const record = toRecord(regime, played)
    records.push(record)
    if (played.index % CHECKED === 0) await checkEarlyEnd(regime, seed, record)
  }
  return records
}

async function checkEarlyEnd(regime: Regime, seed: number, record: DebateRecord): Promise<void> {
  const { index, end, rounds } = record
  for await (const played of play(regime, { seed, from: index, to: index + 1, exitOnConsensus: true })) {
    const short = toRecord(regime, played)
    if (JSON.stringify(short.rounds) !== JSON.stringify(rounds.slice(0, end)))
      throw new Error(`expected debate ${index} of “${regime.name}” to end as its beginning after round ${end}`)
  }
}

parentPort?.on('message', (task: Task) => {
  void holdDebates(task).then((records) => parentPort!.postMessage(records))
})
