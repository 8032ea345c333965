import { collect, type Spread, toSpread } from '../measure.ts'
import { sayTurns, TURN_LENGTH } from './long-log.ts'
import { SessionFile } from './session-file.ts'

/** Patches after the last state that was kept: nearly as many as there ever are, and whole turns. */
const TAIL = 9 * TURN_LENGTH

const WARM_UP_ROUNDS = 3

/** A session with so many patches. Times are milliseconds of the clock. */
export interface Growth {
  length: number
  /** The first ever, which reads the whole log. */
  replay: number
  /** The first of a server that has just started. */
  reload: Spread
  /** One that knows the session. */
  reloadAgain: Spread
  command: Spread
  /** Microseconds for each patch of a reader that begins at the beginning. */
  follow: Spread
  /** Bytes that the answer has, that its state takes in memory, and that the file has. */
  json: number
  heap: number
  disk: number
}

/** Measures sessions in turn, of which only so many turns are kept. */
export async function measureGrowth(lengths: readonly number[], kept: number, rounds: number): Promise<Growth[]> {
  using files = new DisposableStack()
  const lanes = []
  for (const length of lengths) lanes.push(await prepare(files.use(new SessionFile()), length, kept))
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    for (const lane of lanes) {
      const measured = await runRound(lane.file, `c${round}`)
      if (round >= 0) lane.rounds.push(measured)
    }
  }
  const growths: Growth[] = []
  for (const { file, length, replay, rounds } of lanes) {
    const spreadOf = (what: keyof Round) => toSpread(rounds.map((round) => round[what]))
    growths.push({
      length,
      replay,
      reload: spreadOf('reload'),
      reloadAgain: spreadOf('reloadAgain'),
      command: spreadOf('command'),
      ...(await weigh(file, length)),
      disk: file.bytes,
    })
  }
  return growths
}

interface Round {
  reload: number
  reloadAgain: number
  command: number
}

async function prepare(file: SessionFile, length: number, kept: number) {
  const patches = sayTurns(length / TURN_LENGTH, kept)
  await file.create()
  await file.append(patches.slice(0, -TAIL))
  const replay = await replayAll(file)
  await file.append(patches.slice(-TAIL))
  return { file, length, replay, rounds: [] as Round[] }
}

/** Reads the whole log and stores a snapshot of its state. */
async function replayAll(file: SessionFile): Promise<number> {
  await using session = await file.open()
  return await time(() => session.reload())
}

async function runRound(file: SessionFile, commandId: string): Promise<Round> {
  await using session = await file.open()
  return {
    reload: await time(() => session.reload()),
    reloadAgain: await time(() => session.reload()),
    command: await time(() => session.command(commandId)),
  }
}

const FOLLOWS = 3
/** Characters of all the copies that are weighed: the heap of the process itself moves by some kilobytes. */
const WEIGHED = 20_000_000

async function weigh(file: SessionFile, length: number) {
  await using session = await file.open()
  const follows = []
  for (let i = 0; i < FOLLOWS; i++) follows.push(((await time(() => session.follow(length))) * 1000) / length)
  const json = await session.reload()
  const copies: unknown[] = new Array(Math.ceil(WEIGHED / json.length)).fill(undefined)
  await collect()
  const before = process.memoryUsage().heapUsed
  for (let i = 0; i < copies.length; i++) copies[i] = JSON.parse(json)
  await collect()
  const heap = (process.memoryUsage().heapUsed - before) / copies.length
  return { follow: toSpread(follows), json: json.length, heap }
}

async function time(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await act()
  return performance.now() - start
}
