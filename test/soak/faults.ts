import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from './database.ts'
import type { Disk } from './disk.ts'
import type { Place, Post } from './place.ts'
import type { Scene } from './scene.ts'
import type { Fault, Planned } from './schedule.ts'

export interface Grounds {
  scene: Scene
  places: Record<Planned['place'], Place>
  database: Database
  disk: Disk
}

/** A fault that happened: how long it lasted, and when all that was going on there had moved again. */
export interface Suffered {
  fault: Fault
  lasted: number
  moved: number
}

/** Milliseconds that every piece takes where the network is slow. */
const SLOW = 150

/** While these last nothing can move: the time counts from their end. */
const FROM_END: readonly Fault[] = ['the disk is full']

type Cause = (grounds: Grounds, planned: Planned, post: Post) => Promise<void>

const restart =
  (signal: 'SIGKILL' | 'SIGTERM'): Cause =>
  async (_, { length }, post) => {
    await post.end(signal)
    await pause(length / 5)
    await post.start()
  }

const CAUSES: Record<Fault, Cause> = {
  'a node is killed': restart('SIGKILL'),
  'a node is told to go': restart('SIGTERM'),
  'connections of clients are cut': async (_grounds, _planned, { gate }) => gate.cut(),
  async 'the network is slow'(_, { length }, { gate }) {
    gate.latency = SLOW
    await pause(length)
    gate.latency = 0
  },
  'connections to Postgres are cut': async ({ database }) => database.gate.cut(),
  'Postgres restarts': async ({ database }) => database.restart?.(),
  async 'the disk is full'({ disk }, { length }) {
    disk.fill?.()
    await pause(length)
    disk.free()
  },
}

/** Which faults cannot be had here. */
export const impossible = ({ database, disk }: Pick<Grounds, 'database' | 'disk'>): Fault[] => [
  ...(database.restart === undefined ? (['Postgres restarts'] as const) : []),
  ...(disk.fill === undefined ? (['the disk is full'] as const) : []),
]

/** Does what is planned, each at its time; comes when all is over and has been got over. */
export async function cause(grounds: Grounds, planned: readonly Planned[]): Promise<Suffered[]> {
  const began = performance.now()
  const busy = new Map<Post, Promise<unknown>>()
  const suffered = planned.map(async (one): Promise<Suffered> => {
    await pause(Math.max(0, began + one.at - performance.now()))
    const place = grounds.places[one.place]
    const post = choosePost(place, one)
    // A node cannot be killed while it starts: whoever comes second waits.
    const before = busy.get(post)
    const happening = Promise.resolve(before).then(() => suffer(grounds, one, post))
    busy.set(post, happening)
    return happening
  })
  return Promise.all(suffered)
}

/** The first of several is never made to go, so that its memory can be watched. */
function choosePost({ posts }: Place, { fault, node }: Planned): Post {
  const mortal = fault.startsWith('a node') && posts.length > 1 ? posts.slice(1) : posts
  return mortal[Math.floor(node * mortal.length)]!
}

async function suffer(grounds: Grounds, planned: Planned, post: Post): Promise<Suffered> {
  const { fault, place } = planned
  const { pulse, troubles } = grounds.scene
  const began = performance.now()
  const moving = pulse.moved(place)
  await troubles.during(place, () => CAUSES[fault](grounds, planned, post))
  const lasted = performance.now() - began
  const { after: moved, last } = await (FROM_END.includes(fault) ? pulse.moved(place) : moving)
  console.log(
    `  ${(planned.at / 1_000).toFixed(1)} s: ${fault} (${post.name}); lasted ${Math.round(lasted)} ms, all had moved after ${Math.round(moved)} ms, ${last} as the last`,
  )
  return { fault, lasted, moved }
}
