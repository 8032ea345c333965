import { type Contender, type Spread, toSpread } from '../measure.ts'

const WARM_UP_ROUNDS = 4

/**
 * Microseconds of this thread's processor time for each thing counted, of contenders in turn. Not of the clock: a reader
 * mostly waits, and who reads slowly finds more waiting for it.
 */
export async function measureThreadTime(contenders: readonly Contender[], rounds: number): Promise<Spread[]> {
  const times = contenders.map((): number[] => [])
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    for (const [i, { run, per = 1 }] of contenders.entries()) {
      const before = process.threadCpuUsage()
      await run()
      const { user, system } = process.threadCpuUsage(before)
      if (round >= 0) times[i]!.push((user + system) / per)
    }
  }
  return times.map(toSpread)
}
