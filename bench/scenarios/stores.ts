import { createChat } from '@sweatpants/framework/chat'
import type { Log, Store } from '@sweatpants/framework/log'
import { atMost, digits, type Table, type Target } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import { openPlaces, type StorePlace } from '../store-places.ts'

interface Event {
  type: string
  text: string
}

/** About as long as a second of a model's text. */
const EVENT: Event = {
  type: 'streaming_text',
  text: 'A model says about four hundred characters in a second. '.repeat(7),
}

const SESSIONS = 64
const LISTED = 100

/** What was measured on one store. Milliseconds unless the name says otherwise. */
interface Measured {
  append: number
  slowest: number
  heard: number
  read: number
  perSecond: number
  coldMicroseconds: number
  list: number
  firstList: number
  bytes: number
  turnsPerCoreSecond: number
}

export const stores: Scenario = {
  name: 'stores',
  about:
    'The stores side by side, one after the other. All servers of a store run on this one machine and share its cores with the node, so a cluster on machines of its own is faster than here. ' +
    'Two nodes share each store; on SQLite they are one process. "3 sync": a commit waits for one of two standbys. "flush": servers of NATS acknowledge a write when it is on their disks; otherwise every two minutes.',
  async measure({ quick }) {
    const found: [string, Measured][] = []
    for (const place of await openPlaces()) {
      await using opened = await place.open()
      found.push([place.name, await measure(opened, quick ? 10 : 300, quick ? 100 : 3_000)])
    }
    return { tables: [toTable(found)], targets: found.flatMap(([name, measured]) => toTargets(name, measured)) }
  },
}

async function measure(place: StorePlace, rounds: number, ms: number): Promise<Measured> {
  const [near, far] = [place.near.log<Event>('bench'), place.far.log<Event>('bench')]
  await near.create('one', { about: null, events: [] })
  const appends = await time(rounds, () => near.append('one', { events: [EVENT] }))
  const head = rounds
  const heard = await timeBroadcasts(near, far, rounds)
  const read = await timeReads(near, far, Math.ceil(rounds / 3))
  await near.create('cold', { about: null, events: [] })
  for (let i = 0; i < head; i++) await near.append('cold', { events: [EVENT] })
  const cold = await time(5, async () => {
    await using again = await place.again()
    await again.store.log('bench').get('cold')
    const start = performance.now()
    await again.store.log('bench').read('cold', 0)
    return performance.now() - start
  })
  for (let i = 0; i < LISTED; i++)
    await near.create(`listed-${i}`, { principal: 'ada', about: { title: `${i}` }, events: [EVENT] })
  const lists = await time(Math.ceil(rounds / 10), () => far.list('ada', LISTED))
  const firstLists = await time(5, async () => {
    await using again = await place.again()
    await again.store.log('bench').get('cold')
    const start = performance.now()
    await again.store.log('bench').list('ada', LISTED)
    return performance.now() - start
  })
  const load = await appendAtOnce(near, place, ms)
  return {
    append: at(appends, 0.5),
    slowest: at(appends, 0.99),
    heard: at(heard, 0.5),
    read: at(read, 0.5),
    ...load,
    coldMicroseconds: (at(cold, 0.5) / head) * 1_000,
    list: at(lists, 0.5),
    firstList: at(firstLists, 0.5),
    turnsPerCoreSecond: await measureTurns(place.near, ms),
  }
}

/** Returns the milliseconds of each act, or what an act says that it took. */
async function time(rounds: number, act: (round: number) => unknown): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    const taken = await act(round)
    times.push(typeof taken === 'number' ? taken : performance.now() - start)
  }
  return times
}

const at = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)]!

/** From a broadcast to a listener on the other node: the time that a token takes. */
async function timeBroadcasts(near: Log<Event>, far: Log<Event>, rounds: number): Promise<number[]> {
  let hear = () => {}
  const stop = far.listen('one', () => hear())
  const send = () =>
    new Promise<void>((resolve) => {
      hear = resolve
      near.broadcast('one', { after: 0, event: EVENT })
    })
  // The other node may need a moment before it hears the first.
  for (let isHeard = false; !isHeard; )
    isHeard = await Promise.race([send().then(() => true), wait(50).then(() => false)])
  const times = await time(rounds, send)
  stop()
  return times
}

/** From an append to the record in the hands of a reader on the other node. */
async function timeReads(near: Log<Event>, far: Log<Event>, rounds: number): Promise<number[]> {
  await near.create('read', { about: null, events: [] })
  let wake = () => {}
  const stop = far.watch('read', () => wake())
  const times = await time(rounds, async (round) => {
    const start = performance.now()
    const appending = near.append('read', { events: [EVENT] })
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve
      })
      if ((await far.read('read', round)).length > 0) break
      await woken
    }
    const taken = performance.now() - start
    await appending
    return taken
  })
  stop()
  return times
}

async function appendAtOnce(near: Log<Event>, place: StorePlace, ms: number) {
  const ids = Array.from({ length: SESSIONS }, (_, i) => `session-${i}`)
  for (const id of ids) await near.create(id, { about: null, events: [] })
  const before = await place.size()
  const start = performance.now()
  let appends = 0
  const write = async (id: string) => {
    while (performance.now() - start < ms) {
      await near.append(id, { events: [EVENT] })
      appends++
    }
  }
  await Promise.all(ids.map(write))
  const perSecond = (appends / (performance.now() - start)) * 1_000
  return { perSecond, bytes: ((await place.size()) - before) / appends }
}

/** Turns of the whole chat for each second that this process computes: the servers are not counted. */
async function measureTurns(store: Store, ms: number): Promise<number> {
  await using chat = await createChat({ store, models: ['demo'] })
  const start = performance.now()
  const used = process.cpuUsage()
  let turns = 0
  const talk = async () => {
    const session = chat.open(crypto.randomUUID())
    await session.create()
    while (performance.now() - start < ms) {
      await session.command({ type: 'send', content: 'Hello' })
      const turn = (await session.state()).turns
      for await (const state of session.follow(AbortSignal.timeout(60_000))) {
        if (
          state.turns > turn - 1 &&
          state.turn === undefined &&
          state.ended !== undefined &&
          state.messages.every(({ status }) => status !== 'queued')
        )
          break
      }
      turns++
    }
  }
  await Promise.all(Array.from({ length: 16 }, talk))
  const { user, system } = process.cpuUsage(used)
  return turns / ((user + system) / 1e6)
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const toTable = (found: readonly (readonly [string, Measured])[]): Table => ({
  title: `An append has ${JSON.stringify(EVENT).length} bytes of JSON. Times in ms, medians`,
  head: [
    'store',
    'append',
    'append, 99th of 100',
    'token to another node',
    'append to read on another node',
    `appends/s, ${SESSIONS} sessions`,
    'cold read, µs per event',
    `list of ${LISTED}`,
    `list of ${LISTED}, the first of a node`,
    'bytes stored per append, all servers',
    'turns per core and second',
  ],
  rows: found.map(([name, one]) => [
    name,
    digits(one.append),
    digits(one.slowest),
    digits(one.heard),
    digits(one.read),
    digits(one.perSecond),
    digits(one.coldMicroseconds),
    digits(one.list),
    digits(one.firstList),
    digits(one.bytes),
    digits(one.turnsPerCoreSecond),
  ]),
})

function toTargets(name: string, { heard, coldMicroseconds, list }: Measured): Target[] {
  const token = atMost(`a token to another node, ${name}`, heard, 5, ' ms')
  if (!name.startsWith('NATS')) return [token]
  return [
    token,
    atMost(`cold read per event, ${name}`, coldMicroseconds, 15, ' µs'),
    atMost(`list of ${LISTED}, ${name}`, list, 3, ' ms'),
  ]
}
