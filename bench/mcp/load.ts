import { type Spread, toSpread } from '../measure.ts'
import { type Client, createClient, type Work } from './client.ts'
import { type ServerKind, ServerProcess } from './server-process.ts'

export interface LoadEffort {
  rounds: number
  roundMs: number
  warmUpMs: number
}

/** A server under so many callers. */
export interface Load {
  kind: ServerKind
  callers: number
  /** Microseconds of the server's processor time for each call. */
  cpu: Spread
  perSecond: number
  /** Milliseconds that a caller waits. */
  p50: number
  p99: number
}

export interface Contestant {
  kind: ServerKind
  tool: string
  work: Work
}

/** Measures servers in turn, each under each number of callers in every round. */
export async function measureLoad(contestants: readonly Contestant[], callers: readonly number[], effort: LoadEffort) {
  await using running = new AsyncDisposableStack()
  const lanes = await Promise.all(
    contestants.flatMap(({ kind, tool, work }) => {
      const started = ServerProcess.start(kind).then(async (process) => {
        const server = running.use(process)
        return { server, work, client: await createClient(server, tool, work) }
      })
      return callers.map(async (count) => ({ ...(await started), callers: count, rounds: [] as Round[] }))
    }),
  )
  const most = Math.max(...callers)
  for (const lane of lanes) if (lane.callers === most) await runRound(lane, effort.warmUpMs)
  for (let i = 0; i < effort.rounds; i++) {
    for (const lane of lanes) lane.rounds.push(await runRound(lane, effort.roundMs))
  }
  return lanes.map(({ server, callers, rounds }): Load => toLoad(server.kind, callers, rounds))
}

interface Lane {
  server: ServerProcess
  client: Client
  work: Work
  callers: number
}

interface Round {
  cpu: number
  seconds: number
  waits: number[]
}

async function runRound({ server, client, work, callers }: Lane, ms: number): Promise<Round> {
  const { lines, close } = await client.open(callers)
  const waits: number[] = []
  const before = await server.cpu()
  const start = performance.now()
  await Promise.all(
    lines.map(async (line) => {
      for (let now = performance.now(); now - start < ms; ) {
        await work(line)
        const then = now
        now = performance.now()
        waits.push(now - then)
      }
    }),
  )
  const seconds = (performance.now() - start) / 1000
  const cpu = (await server.cpu()) - before
  close()
  return { cpu, seconds, waits }
}

function toLoad(kind: ServerKind, callers: number, rounds: readonly Round[]): Load {
  const waits = rounds.flatMap((round) => round.waits).sort((a, b) => a - b)
  return {
    kind,
    callers,
    cpu: toSpread(rounds.map((round) => round.cpu / round.waits.length)),
    perSecond: toSpread(rounds.map((round) => round.waits.length / round.seconds)).median,
    p50: waits[Math.floor(waits.length * 0.5)]!,
    p99: waits[Math.floor(waits.length * 0.99)]!,
  }
}
