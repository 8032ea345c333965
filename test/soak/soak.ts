import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { checkHistory } from '../faults/check-history.ts'
import { Cluster } from '../faults/cluster.ts'
import { HistoryFile } from '../faults/history.ts'
import { FAULTS, type Fault, type FaultKind, type Grounds } from '../faults/kinds.ts'
import { planFaults } from '../faults/plan.ts'
import { Random } from '../faults/random.ts'
import { Bills } from './bills.ts'
import { checkRecalls } from './check-debate.ts'
import { openDisk } from './disk.ts'
import { disturb } from './disturb.ts'
import { MemoryWatch } from './memory.ts'
import { serveModels } from './model.ts'
import { PLACES, type Place } from './places.ts'
import { Pulse } from './pulse.ts'
import type { Scene } from './scene.ts'
import { findSilence } from './silence.ts'
import type { Outcome } from './tables.ts'
import { Tally } from './tally.ts'
import { visit } from './visitors.ts'

export interface SoakOptions {
  /** Default: Postgres and SQLite. */
  on?: keyof typeof PLACES
  seed: number
  seconds: number
  /** The faults that may happen, as far as this machine allows them. */
  faults: readonly Fault[]
  /** Milliseconds between two faults, on average. */
  pause: number
}

/** Milliseconds in which everything that has begun must end after the last fault. */
const END = 60_000
const REPORT_EVERY = 30_000

/** Visits nodes on one or two stores without a break, causes one fault after the other, and checks the history. */
export async function soak({ on = 'both', seed, seconds, faults, pause }: SoakOptions): Promise<Outcome> {
  await using resources = new AsyncDisposableStack()
  const random = new Random(seed)
  const tally = new Tally()
  const bills = new Bills()
  const disk = resources.use(openDisk())
  const models = resources.use(await serveModels(bills))
  const folder = resources.adopt(mkdtempSync(join(tmpdir(), 'soak-')), (path) => {
    // The history of a failure is what its cause is found by.
    if (tally.broken.length === 0) rmSync(path, { recursive: true })
    else console.error(`The history is in ${history.path}`)
  })
  const history = new HistoryFile(join(folder, 'history'))
  const key = randomBytes(32).toString('hex')
  const env = {
    ...models.env,
    // Processes are often started, with the same sources.
    NODE_COMPILE_CACHE: join(folder, 'cache'),
    HISTORY: history.path,
    KEY: key,
    SWEATPANTS_KEYS: key,
    STORE: join(disk.folder, 'stdio.db'),
  }
  const places: Place[] = []
  for (const openPlace of PLACES[on]) places.push(await openPlace(resources, disk))
  const open = ({ nodes, options }: Place) =>
    Cluster.open({
      name: options.type,
      size: nodes,
      store: options,
      env,
      onError: (text) => tally.error('node', text),
      onEnd: (isWanted, how) =>
        tally.check('no process ends unless it is made to', isWanted, () => `a node ended with ${how}`),
    })
  const clusters = await Promise.all(places.map(open))
  for (const cluster of clusters) resources.use(cluster)

  const over = new AbortController()
  const late = new AbortController()
  const pulse = new Pulse()
  const scene: Scene = {
    tally,
    history,
    bills,
    pulse,
    recalled: [],
    storeOf: ({ name }) => places.find(({ options }) => options.type === name)!.store,
    over: over.signal,
    late: late.signal,
    env,
  }
  const grounds: Grounds = Object.assign({}, ...places.map((place) => place.grounds))
  const names = clusters.map(({ name }) => name)
  const isPossible = (fault: Fault) => {
    const kind: FaultKind = FAULTS[fault]
    return (kind.needs === undefined || kind.needs in grounds) && kind.in.some((name) => names.includes(name))
  }
  const memory = new MemoryWatch()
  const loads: number[] = []
  const reporting = report(scene, seconds, loads)
  const watching = memory.watch(clusters, over.signal)
  const planned = planFaults({
    random: random.fork(),
    duration: seconds * 1_000,
    faults: faults.filter(isPossible),
    clusters: names,
    pause,
  })
  const visiting = visit(scene, clusters, random.fork())
  const disturbing = disturb({ scene, clusters, grounds, planned })
  await wait(seconds * 1_000)
  over.abort()
  const deadline = setTimeout(() => {
    tally.check('all that has begun ends', pulse.active.length === 0, () => `still active: ${pulse.active.join(', ')}`)
    late.abort()
  }, END)
  const [suffered] = await Promise.all([disturbing, visiting, watching])
  clearTimeout(deadline)
  clearInterval(reporting)
  memory.check(tally, [clusters[0]!.slots[0]!.name])
  const events = history.read()
  tally.add(checkHistory(events))
  checkRecalls(scene, events)
  tally.count('events in the history', events.length)
  countSteps(tally, events)
  return {
    seed,
    seconds,
    tally,
    suffered: suffered.map((one) => ({ ...one, silence: findSilence(events, one) })),
    trends: memory.trends(),
    skipped: faults.filter((one) => !isPossible(one)),
    load: Math.max(...loads),
  }
}

function countSteps(tally: Tally, events: ReturnType<HistoryFile['read']>): void {
  const steps = events.flatMap((event) => (event.type === 'step_begin' ? [`${event.run} ${event.step}`] : []))
  tally.count('steps performed', steps.length)
  tally.count('steps performed again because they were in flight', steps.length - new Set(steps).size)
  const gains = events.filter(({ type }) => type === 'fence_gain').length
  tally.count('fences given', gains)
}

/** Tells how far the soak is, and notes the load of the machine. */
function report({ tally, pulse }: Scene, seconds: number, loads: number[]): NodeJS.Timeout {
  const start = performance.now()
  return setInterval(() => {
    loads.push(loadavg()[0]!)
    const passed = Math.round((performance.now() - start) / 1_000)
    const { counts, broken } = tally
    const of = (what: string) => counts.get(what) ?? 0
    console.log(
      `${passed} of ${seconds} s: ${of('conversations')} conversations, ${of('tasks')} tasks, ${of('debates')} debates; ` +
        `${pulse.active.length} active; ${broken.length} broken`,
    )
  }, REPORT_EVERY)
}
