import { setTimeout as pause } from 'node:timers/promises'
import type { LogEntry, Patch } from '@sweatpants/framework/chat'
import { createPostgresStore } from '@sweatpants/framework/stores/postgres'
import { createTemporarySchema, startPostgres } from '../postgres.ts'
import { Nodes } from './nodes.ts'
import { Person, type Sent } from './person.ts'
import { Random } from './random.ts'
import { Reader } from './reader.ts'
import { type Left, type Trace, Trail } from './trail.ts'

export interface SoakOptions {
  seed: number
  seconds: number
  nodes: number
  sessions: number
}

/** What is known when all is over. */
export interface Outcome {
  readers: Reader[]
  sent: Sent[]
  logs: Map<string, LogEntry<Patch>[]>
  trail: Trace[]
  left: Left
  complaints: string
  summary: string
}

/** Milliseconds, short enough for nodes that live for a few seconds. */
const LEASE_TTL = 1_500
const HEARTBEAT = 1_000
const PATIENCE = 2_500

/** How many commands are sent at a time. */
const PERSONS = 20

/** Milliseconds in which all that has begun must end once no node is killed any more, and then be let go. */
const END = 45_000
const LET_GO = 10_000

/** Nodes on one database, none of which lives for long, and sessions in which persons talk. */
export async function soak({ seed, seconds, nodes: size, sessions }: SoakOptions): Promise<Outcome> {
  await using resources = new AsyncDisposableStack()
  const random = new Random(seed)
  const { url, stop } = await startPostgres()
  resources.defer(stop)
  const { schema, drop } = createTemporarySchema(url)
  resources.defer(drop)
  const store = await createPostgresStore({ url, schema })
  resources.defer(async () => store.close())
  const trail = new Trail(url, schema)
  resources.defer(() => trail.close())
  await trail.begin()
  const nodes = new Nodes({ url, schema, leaseTtl: LEASE_TTL, heartbeat: HEARTBEAT })
  resources.defer(() => nodes.close())
  await nodes.start(size)

  const persons = Array.from({ length: PERSONS }, () => new Person(nodes, random.fork()))
  const sessionIds: string[] = []
  while (sessionIds.length < sessions) {
    sessionIds.push(...(await Promise.all(persons.map((person) => person.createSession()))))
  }
  const read = (sessionId: string) => new Reader({ nodes, sessionId, random: random.fork(), patience: PATIENCE })
  const pages = sessionIds.map(read)
  // Some have a second page open.
  const readers = [...pages, ...sessionIds.slice(0, sessions / 4).map(read)]
  resources.defer(async () => void (await Promise.all(readers.map((reader) => reader.leave()))))

  const over = AbortSignal.timeout(seconds * 1_000)
  const began = performance.now()
  await Promise.all([nodes.disturb(random.fork(), over), ...persons.map((person) => person.talk(pages, over))])
  const sent = () => persons.flatMap((person) => person.sent)
  const rate = sent().length / ((performance.now() - began) / 1_000)

  const late = AbortSignal.timeout(END)
  const lastOf = toLastPlaces(sent())
  await inTime(late, pages, (page) => persons[0]!.finish(page, lastOf.get(page.sessionId) ?? 1))
  const left = await letGo(trail)
  const log = store.log<Patch>('chat')
  const logs = new Map(
    await Promise.all(sessionIds.map(async (sessionId) => [sessionId, await log.read(sessionId, 0)] as const)),
  )
  await inTime(late, readers, (reader) => reader.reach(logs.get(reader.sessionId)!.length))

  const traces = await trail.read()
  const again = persons.reduce((sum, person) => sum + person.again, 0)
  const summary = [
    `SEED=${seed}: ${Math.round(rate)} commands/s for ${seconds} s, ${again} sent again`,
    `${count(traces, 'acquired')} fences, ${count(traces, 'fenced')} appends refused`,
    ...Object.entries(nodes.count).map(([fate, times]) => `${times} nodes ${fate}`),
  ].join(', ')
  return { readers, sent: sent(), logs, trail: traces, left, complaints: nodes.complaints, summary }
}

const count = (traces: readonly Trace[], type: Trace['type']): number =>
  traces.filter((trace) => trace.type === type).length

/** Where the last command of each session is that was acknowledged. */
function toLastPlaces(sent: readonly Sent[]): Map<string, number> {
  const places = new Map<string, number>()
  for (const { sessionId, answer } of sent) {
    if (typeof answer === 'number') places.set(sessionId, Math.max(answer, places.get(sessionId) ?? 0))
  }
  return places
}

/** Comes to what is left when nothing is, or when that takes too long. */
async function letGo(trail: Trail): Promise<Left> {
  const late = AbortSignal.timeout(LET_GO)
  for (;;) {
    const left = await trail.left()
    if (late.aborted || left.due.length + left.journals.length === 0) return left
    await pause(200)
  }
}

/** Waits for all, and says which have not come in time. */
async function inTime(
  late: AbortSignal,
  readers: readonly Reader[],
  wait: (reader: Reader) => Promise<void>,
): Promise<void> {
  const open = new Set(readers)
  const tooLate = new Promise<never>((_, reject) => {
    late.addEventListener('abort', () => {
      const [first] = open
      reject(new Error(`${open.size} readers have not come to the end, the first: ${JSON.stringify(first?.state)}`))
    })
  })
  const all = readers.map(async (reader) => {
    await wait(reader)
    open.delete(reader)
  })
  await Promise.race([Promise.all(all), tooLate])
}
