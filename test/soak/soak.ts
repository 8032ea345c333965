import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Random } from '../faults/random.ts'
import { createTemporarySchema } from '../postgres.ts'
import { Bills } from './bills.ts'
import { openDatabase } from './database.ts'
import { openDisk } from './disk.ts'
import { cause, impossible } from './faults.ts'
import { Ledger } from './ledger.ts'
import { MemoryWatch } from './memory.ts'
import { serveModels } from './model.ts'
import { Place } from './place.ts'
import { Pulse } from './pulse.ts'
import type { Scene } from './scene.ts'
import { type Fault, plan } from './schedule.ts'
import type { Outcome } from './tables.ts'
import { Tally } from './tally.ts'
import { Troubles } from './troubles.ts'
import { visit } from './visitors.ts'

export interface SoakOptions {
  seed: number
  seconds: number
  /** Those that may happen, as far as they can here. */
  faults: readonly Fault[]
}

/** Milliseconds in which all that has begun must end once nothing breaks any more. */
const END = 60_000
const TELL_EVERY = 30_000

/** Nodes on two stores, visitors who never stop, and one fault after the other. */
export async function soak({ seed, seconds, faults }: SoakOptions): Promise<Outcome> {
  await using resources = new AsyncDisposableStack()
  const random = new Random(seed)
  const tally = new Tally()
  const bills = new Bills()
  const disk = resources.use(openDisk())
  const database = resources.use(await openDatabase())
  const ledger = resources.use(await Ledger.open(tally))
  const models = resources.use(await serveModels(bills))
  const key = randomBytes(32).toString('hex')
  const store = join(disk.folder, 'stdio.db')
  // Processes start often, with the same sources.
  const NODE_COMPILE_CACHE = resources.adopt(mkdtempSync(join(tmpdir(), 'soak-cache-')), remove)
  const env = { ...models.env, NODE_COMPILE_CACHE, LEDGER: ledger.url, KEY: key, SWEATPANTS_KEYS: key, STORE: store }
  const start = {
    env,
    complain: (text: string) => tally.error('node', text),
    onEnd: (isAsked: boolean, how: string) =>
      tally.check('no process ends unless it is made to', isAsked, () => `a node ended with ${how}`),
  }
  const { schema } = createTemporarySchema(database.url)
  const [postgres, sqlite] = await Promise.all([
    Place.open({ name: 'postgres', size: 3, options: { type: 'postgres', url: database.url, schema }, ...start }),
    Place.open({ name: 'sqlite', size: 1, options: { type: 'sqlite', path: join(disk.folder, 'node.db') }, ...start }),
  ])
  resources.use(postgres)
  resources.use(sqlite)

  const over = new AbortController()
  const late = new AbortController()
  const troubles = new Troubles()
  const pulse = new Pulse()
  const scene: Scene = { tally, ledger, bills, pulse, troubles, over: over.signal, late: late.signal, env }
  const places = { postgres, sqlite }
  const without = impossible({ database, disk })
  const memory = new MemoryWatch()
  const telling = tell(scene, seconds)

  const watching = memory.watch([postgres, sqlite], over.signal)
  const visiting = visit(scene, places, random.fork())
  const possible = faults.filter((fault) => !without.includes(fault))
  const planned = plan({ random: random.fork(), duration: seconds * 1_000, faults: possible })
  const causing = cause({ scene, places, database, disk }, planned)
  await pause(seconds * 1_000)
  over.abort()
  const deadline = setTimeout(() => {
    tally.check('what has begun comes to its end', false, () => `still going on: ${pulse.under.join(', ')}`)
    late.abort()
  }, END)
  const [suffered] = await Promise.all([causing, visiting, watching])
  clearTimeout(deadline)
  clearInterval(telling)
  memory.check(tally, [postgres.posts[0]!.name])
  return { seed, seconds, tally, suffered, trends: memory.trends(), skipped: without }
}

const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true })

function tell({ tally, pulse }: Scene, seconds: number): NodeJS.Timeout {
  const began = performance.now()
  return setInterval(() => {
    const passed = Math.round((performance.now() - began) / 1_000)
    const { counts, broken } = tally
    const of = (what: string) => counts.get(what) ?? 0
    console.log(
      `${passed} of ${seconds} s: ${of('conversations')} conversations, ${of('tasks')} tasks, ${of('debates')} debates, ` +
        `${of('steps run')} steps; ${pulse.under.length} things go on; ${broken.length} broken`,
    )
  }, TELL_EVERY)
}
