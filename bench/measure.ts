/** One way to do the work that is measured. */
export interface Contender {
  name: string
  /** The number of counted operations in one call. Default 1. */
  per?: number
  run(): unknown
}

/** Microseconds for each thing counted, over all rounds. */
export interface Spread {
  median: number
  p25: number
  p75: number
}

export interface Effort {
  rounds: number
  /** How long one contender runs in one round. */
  roundMs: number
}

/**
 * Times contenders in turn, A B C A B C, so that what slows the machine down for a while slows all of them down. Between two
 * of them young garbage is collected, so that none pays for another's. A full collection there would be wrong: after a
 * few, V8 throws away the bytecode of what has not run since.
 */
export async function interleave(contenders: readonly Contender[], effort: Effort): Promise<Spread[]> {
  const calls: number[] = []
  for (const contender of contenders) calls.push(await warmUp(contender, effort.roundMs))
  const times = contenders.map((): number[] => [])
  for (let round = 0; round < effort.rounds; round++) {
    for (const [i, contender] of contenders.entries()) {
      await collectYoung()
      const ms = await time(contender, calls[i]!)
      times[i]!.push((ms * 1000) / calls[i]! / (contender.per ?? 1))
    }
  }
  return times.map(toSpread)
}

/** Long enough for the optimising compiler to finish. */
const WARM_UP_ROUNDS = 10

/** Resolves to the number of calls that fill a round, by the fastest batch seen. */
async function warmUp(contender: Contender, roundMs: number): Promise<number> {
  const until = performance.now() + WARM_UP_ROUNDS * roundMs
  let calls = 1
  let best = Number.POSITIVE_INFINITY
  do {
    const ms = await time(contender, calls)
    best = Math.min(best, ms / calls)
    if (ms < roundMs / 10) calls *= 2
  } while (performance.now() < until)
  return Math.max(1, Math.round(roundMs / best))
}

async function time(contender: Contender, calls: number): Promise<number> {
  const start = performance.now()
  for (let i = 0; i < calls; i++) await contender.run()
  return performance.now() - start
}

export function toSpread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.round((sorted.length - 1) * part)]!
  return { median: at(0.5), p25: at(0.25), p75: at(0.75) }
}

async function collectYoung(): Promise<void> {
  await nextTurn()
  collector()({ type: 'minor' })
}

/** Collects all garbage. What a job holds through a WeakRef is kept until the job is over, hence the turns. */
export async function collect(): Promise<void> {
  for (let i = 0; i < 3; i++) {
    await nextTurn()
    collector()()
  }
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

function collector(): NodeJS.GCFunction {
  if (globalThis.gc === undefined) throw new Error('the benchmarks need node --expose-gc; use `npm run bench`')
  return globalThis.gc
}
