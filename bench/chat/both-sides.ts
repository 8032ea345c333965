import { type Spread, toSpread } from '../measure.ts'
import { createCountingFetch } from './counting-fetch.ts'
import { type Delivery, toTokens } from './deliveries.ts'
import type { Read } from './readers.ts'
import type { ServerThread } from './server-thread.ts'

/** A server, and who reads from it. */
export interface Pair {
  name: string
  server: ServerThread
  read(url: string, delivery: Delivery, by?: typeof fetch): Promise<Read>
}

interface Round {
  /** Microseconds of the server's processor time for each token. */
  server: number
  /** And of the reader's. */
  reader: number
  /** Of both together. */
  both: number
  /** Tokens in a second of the clock. */
  perSecond: number
  /** In how many events the answer came. */
  events: number
}

export type Sides = { [K in keyof Round]: Spread } & {
  /** Bytes of all bodies, both ways, for each token. */
  bytes: number
}

const WARM_UP_ROUNDS = 2

/** Measures pairs in turn, each in every round. The reader is this thread. */
export async function measureSides(pairs: readonly Pair[], delivery: Delivery, rounds: number): Promise<Sides[]> {
  const measured = pairs.map((): Round[] => [])
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    for (const [i, pair] of pairs.entries()) {
      const result = await runRound(pair, delivery)
      if (round >= 0) measured[i]!.push(result)
    }
  }
  const bytes = await Promise.all(pairs.map((pair) => countBytes(pair, delivery)))
  return measured.map((of, i) => {
    const spreadOf = (what: keyof Round) => toSpread(of.map((round) => round[what]))
    return {
      server: spreadOf('server'),
      reader: spreadOf('reader'),
      both: spreadOf('both'),
      perSecond: spreadOf('perSecond'),
      events: spreadOf('events'),
      bytes: bytes[i]!,
    }
  })
}

/** Of one answer that is not measured otherwise: counting costs. */
async function countBytes({ server, read }: Pair, delivery: Delivery): Promise<number> {
  const counting = createCountingFetch()
  await read(server.url, delivery, counting.fetch)
  return counting.bytes / delivery.tokens
}

async function runRound({ server, read }: Pair, delivery: Delivery): Promise<Round> {
  const { tokens, answers } = delivery
  const expected = toTokens(delivery).join('').length
  let events = 0
  const serverBefore = await server.cpu()
  const readerBefore = process.threadCpuUsage()
  const start = performance.now()
  for (let i = 0; i < answers; i++) {
    const came = await read(server.url, delivery)
    if (came.characters !== expected) throw new Error(`expected ${expected} characters, read ${came.characters}`)
    events += came.events
  }
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.threadCpuUsage(readerBefore)
  const serverTime = (await server.cpu()) - serverBefore
  const readerTime = user + system
  const count = tokens * answers
  return {
    server: serverTime / count,
    reader: readerTime / count,
    both: (serverTime + readerTime) / count,
    perSecond: count / seconds,
    events: events / answers,
  }
}
