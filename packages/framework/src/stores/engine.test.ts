import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import * as jetstream from '@nats-io/jetstream'
import * as transport from '@nats-io/transport-node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { findNatsServerOrError, startNats, type TestNats } from '../../../../test/nats.ts'
import { type Store, StreamExistsError } from '../log/log.ts'
import { engineContract } from '../testing/engine-contract.ts'
import { describeContract } from '../testing/vitest.ts'
import { type Engine, toToken } from './engine.ts'
import { principalOf } from './engine-entry.ts'
import { createEngineStore } from './engine-store.ts'
import { createNatsEngine } from './nats-engine.ts'

const program = await findNatsServerOrError()

describe.skipIf(program instanceof Error)('a store on an engine', () => {
  let nats: TestNats
  let connection: transport.NatsConnection
  let manager: jetstream.JetStreamManager
  const opened: Store[] = []
  /** Of its own for each test: a stream of JetStream that is created just after it was deleted may have its old messages. */
  let prefix: string
  beforeEach(() => {
    prefix = crypto.randomUUID()
  })
  beforeAll(async () => {
    nats = await startNats({ program: program as string, servers: 1, syncInterval: '2m' })
    connection = await transport.connect({ servers: [...nats.servers] })
    manager = await jetstream.jetstreamManager(connection, { timeout: 30_000 })
    prefix = 'lost'
    const lost = createEngineStore(await openEngine())
    await lost.leases.beat('node', 1)
    await lost.close()
  })
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close()
    for (const name of await findStreams()) await manager.streams.delete(name)
  })
  afterAll(async () => {
    await connection.close()
    await nats.stop()
  })

  async function openEngine(partitions = 2): Promise<Engine> {
    const own = await transport.connect({ servers: [...nats.servers], noEcho: true })
    const createInbox = () => transport.createInbox()
    return createNatsEngine({
      connection: own,
      jetstream,
      createInbox,
      prefix,
      replicas: 1,
      partitions,
      timeout: 5_000,
    })
  }

  async function open(wrap: (engine: Engine) => Engine = (engine) => engine): Promise<Store> {
    const store = createEngineStore(wrap(await openEngine()))
    opened.push(store)
    return store
  }

  const findStreams = async () => (await manager.streams.names().next()).filter((name) => name.startsWith(`${prefix}_`))

  /** Returns the subjects of all that is stored, but for what belongs to no stream. */
  async function findLeft(): Promise<string[]> {
    const streams = await findStreams()
    const infos = await Promise.all(streams.map((name) => manager.streams.info(name, { subjects_filter: '>' })))
    const subjects = infos.flatMap(({ state }) => Object.keys(state.subjects ?? {}))
    return subjects.filter((subject) => !/\.(present|number|node\.[^.]+)$/.test(subject))
  }

  for (const partitions of [1, 2]) {
    describeContract(
      `two engines, partitions: ${partitions}`,
      engineContract(async () => {
        const [engine, other] = [await openEngine(partitions), await openEngine(partitions)]
        const close = async () => void (await Promise.all([engine.close(), other.close()]))
        return { engine, other, advance: async (ms) => delay(ms), close }
      }),
    )
  }

  test('a list is as it is now after other nodes created, changed and deleted streams', async () => {
    const [near, far] = [await open(), await open()]
    const [log, other] = [near.log<string>('chat'), far.log<string>('chat')]
    const ids = Array.from({ length: 12 }, (_, i) => `${i}`)
    const create = (id: string, title: string) => log.create(id, { principal: 'ada', about: title, events: [] })
    const check = async () => {
      const cold = await (await open()).log('chat').list('ada')
      expect(await other.list('ada')).toEqual(cold)
      expect(await log.list('ada')).toEqual(cold)
      return cold.map(({ id, about }) => `${id} ${about}`).toSorted()
    }
    for (const id of ids) await create(id, 'new')
    expect(await check()).toHaveLength(12)
    await log.append('3', { events: ['one'], about: 'changed' })
    // Streams that changed in the same millisecond have no order.
    await delay(2)
    await other.append('4', { events: ['one'], about: 'changed there' })
    expect(await check()).toEqual(expect.arrayContaining(['3 changed', '4 changed there']))
    expect((await other.list('ada', 2)).map(({ id }) => id)).toEqual(['4', '3'])
    await log.delete('3')
    await log.delete('5')
    await create('5', 'again')
    await create('12', 'new')
    const titles = await check()
    expect(titles).toHaveLength(12)
    expect(titles).toEqual(expect.arrayContaining(['12 new', '5 again']))
    for (const id of [...ids, '12']) await other.delete(id)
    expect(await check()).toEqual([])
    expect(await log.count('ada')).toBe(0)
  })

  test('a list does not show a deleted stream that another node has begun to create again', async () => {
    const log = (await open()).log('chat')
    for (const id of ['1', '2']) await log.create(id, { principal: 'ada', about: `old ${id}`, events: [] })
    expect(await log.list('ada')).toHaveLength(2)
    await (await open()).log('chat').delete('1')
    const put = Promise.withResolvers<void>()
    const killed = await open((engine) => ({
      ...engine,
      append() {
        put.resolve()
        throw new Error('killed')
      },
    }))
    const created = Promise.resolve(killed.log('chat').create('1', { principal: 'ada', about: 'new', events: [] }))
    created.catch(() => {})
    await put.promise
    expect(await log.list('ada')).toMatchObject([{ id: '2' }])
    expect(await log.list('ada')).toMatchObject([{ id: '2' }])
  })

  test('a list does not show a deleted stream whose name was put again before newer streams were created', async () => {
    const [near, far] = [(await open()).log('chat'), (await open()).log('chat')]
    const create = (id: string) => far.create(id, { principal: 'ada', about: null, events: [] })
    const list = async () => (await near.list('ada')).map(({ id }) => id).toSorted()
    await create('1')
    expect(await list()).toEqual(['1'])
    await expect(create('1')).rejects.toThrow(StreamExistsError)
    await create('2')
    // The first of them reads all names, the second one those that are newer.
    expect(await list()).toEqual(['1', '2'])
    expect(await list()).toEqual(['1', '2'])
    await far.delete('1')
    expect(await list()).toEqual(['2'])
    await expect(create('2')).rejects.toThrow(StreamExistsError)
    await create('3')
    expect(await list()).toEqual(['2', '3'])
    await far.delete('2')
    expect(await list()).toEqual(['3'])
  })

  test('a stream whose expiry is extended while others are collected stays', async () => {
    const log = (await open()).log('task')
    for (const id of ['1', '2']) await log.create(id, { about: null, events: [], expiresAt: Number(id) })
    let hasExtended = false
    const collecting = await open((engine) => ({
      ...engine,
      async append(...given) {
        if (!hasExtended) {
          hasExtended = true
          const other = given[0].endsWith(toToken('1')) ? '2' : '1'
          await log.append(other, { events: [], expiresAt: Date.now() + 3_600_000 })
        }
        return engine.append(...given)
      },
    }))
    expect(await collecting.leases.collect(10)).toBe(1)
    expect([await log.get('1'), await log.get('2')].filter((record) => record !== undefined)).toHaveLength(1)
  })

  test('a list that was read before reads only the records that were appended since', async () => {
    let read = 0
    const near = await open()
    const far = await open((engine) => ({
      ...engine,
      async lasts(names, options) {
        const lasts = await engine.lasts(names, options)
        read += lasts.found.filter((one) => one !== 'same').length
        return lasts
      },
    }))
    const readBy = async (act: () => unknown) => {
      read = 0
      await act()
      return read
    }
    const log = near.log<string>('chat')
    for (let i = 0; i < 20; i++) await log.create(`${i}`, { principal: 'ada', about: null, events: ['one'] })
    const list = () => far.log('chat').list('ada')
    expect(await readBy(list)).toBe(20)
    expect(await readBy(list)).toBe(0)
    expect(await readBy(() => far.log('chat').count('ada'))).toBe(0)
    await log.append('7', { events: ['two'] })
    await log.create('20', { principal: 'ada', about: null, events: [] })
    expect(await readBy(list)).toBe(2)
  })

  test('a list and a log that are larger than one reply are whole', async () => {
    const [near, far] = [await open(), await open()]
    const text = 'x'.repeat(200_000)
    const log = near.log<string>('chat')
    for (let i = 0; i < 20; i++) await log.create(`${i}`, { principal: 'ada', about: text, events: [] })
    expect(await far.log('chat').list('ada')).toHaveLength(20)
    for (let i = 0; i < 12; i++) await log.append('1', { events: [`${i} ${text}`], about: null })
    const entries = await far.log<string>('chat').read('1', 0)
    expect(entries.map(({ event }) => Number.parseInt(event, 10))).toEqual(Array.from({ length: 12 }, (_, i) => i))
  })

  /** Creates a stream that every index names, with a snapshot, a command and a run. */
  async function createAll(store: Store, expiresAt = Date.now() + 3_600_000): Promise<void> {
    const log = store.log<string>('chat')
    const questions = [{ key: 'q', to: ['role:manager'], isOutgoing: true, body: null }]
    await log.create('a', { principal: 'ada', about: null, events: ['one'], dueAt: 0, expiresAt, questions })
    await log.append('a', { events: ['two'], commandId: 'c' })
    await log.keepSnapshot('a', 2, 'state')
    await store.leases.beat('node', 60_000)
    const fence = await store.leases.acquire({ kind: 'chat', id: 'a' }, 'node')
    const run = { tool: 'pay', state: 'running' as const, startedAt: 0 }
    await store
      .log('run')
      .create('run of a', { about: null, events: ['one'], run, under: { kind: 'chat', id: 'a', fence: fence! } })
  }

  test('a deletion is finished by another node if its node was killed at any of its writes', async () => {
    const survivor = await open()
    for (let life = 0, isWhole = false; !isWhole; life++) {
      await createAll(survivor)
      const { engine, dead } = createMortalEngine(await openEngine(), life)
      const deleting = createEngineStore(engine).log('chat').delete('a', { withRuns: true })
      isWhole = await Promise.race([Promise.resolve(deleting).then(() => true), dead.then(() => false)])
      await engine.close()
      const log = survivor.log('chat')
      // Nothing was deleted if the node was killed before its first append.
      if ((await log.get('a')) !== undefined) await log.delete('a', { withRuns: true })
      await survivor.leases.collect(10)
      expect(await findLeft(), `after ${life} writes`).toEqual([])
    }
  })

  test('a stream that expired is deleted whole if the node that collects it is killed at any of its writes', async () => {
    const survivor = await open()
    for (let life = 0, isWhole = false; !isWhole; life++) {
      await createAll(survivor, 1)
      const { engine, dead } = createMortalEngine(await openEngine(), life)
      const collecting = Promise.resolve(createEngineStore(engine).leases.collect(10))
      isWhole = await Promise.race([collecting.then(() => true), dead.then(() => false)])
      await engine.close()
      await survivor.leases.collect(10)
      // The expiry of a stream without records may belong to one that is being created: it stays for an hour.
      const left = (await findLeft()).filter((subject) => !subject.includes('.time.expires.1.'))
      expect(left, `after ${life} writes`).toEqual([])
    }
  })

  test('a stream that is created again while its deletion is not finished begins anew', async () => {
    const survivor = await open()
    for (let life = 2; life < 8; life++) {
      await createAll(survivor)
      const { engine, dead } = createMortalEngine(await openEngine(), life)
      const deleting = createEngineStore(engine).log('chat').delete('a', { withRuns: true })
      await Promise.race([deleting, dead])
      await engine.close()
      const log = survivor.log<string>('chat')
      await log.create('a', { principal: 'ada', about: 'again', events: ['new'] })
      await survivor.leases.collect(10)
      expect(await log.read('a', 0)).toEqual([{ lsn: 1, event: 'new' }])
      expect(await log.snapshot('a')).toBeUndefined()
      expect(await log.list('ada')).toHaveLength(1)
      expect(await survivor.log('run').get('run of a')).toBeUndefined()
      await log.delete('a')
      expect(await findLeft(), `after ${life} writes`).toEqual([])
    }
  })

  test('a deletion is finished by another node after its process was killed by SIGKILL', async () => {
    const survivor = await open()
    await createAll(survivor)
    const script = `
      import * as jetstream from '@nats-io/jetstream'
      import * as transport from '@nats-io/transport-node'
      import { createEngineStore } from ${JSON.stringify(new URL('./engine-store.ts', import.meta.url).href)}
      import { createNatsEngine } from ${JSON.stringify(new URL('./nats-engine.ts', import.meta.url).href)}
      const connection = await transport.connect({ servers: ${JSON.stringify(nats.servers)} })
      const createInbox = () => transport.createInbox()
      const engine = await createNatsEngine({ connection, jetstream, createInbox, prefix: ${JSON.stringify(prefix)}, replicas: 1, timeout: 5_000 })
      const append = async (...args) => {
        await engine.append(...args)
        process.kill(process.pid, 'SIGKILL')
      }
      await createEngineStore({ ...engine, append }).log('chat').delete('a', { withRuns: true })`
    const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', script], {
      stdio: 'inherit',
      cwd: import.meta.dirname,
    })
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
    expect(await survivor.log('chat').get('a')).toBeUndefined()
    expect(await findLeft()).not.toEqual([])
    await survivor.leases.collect(10)
    expect(await findLeft()).toEqual([])
  })

  test('names of a node that was killed before its append are removed after an hour', async () => {
    const engine = await openEngine()
    const store = createEngineStore(engine)
    opened.push(store)
    const hour = 3_600_000
    const names = { young: engine.now() - hour / 2, old: engine.now() - 2 * hour }
    for (const [id, time] of Object.entries(names)) {
      await engine.put(`${principalOf('chat', 'ada')}.${toToken(id)}`, `${time}`)
      await engine.put(`time.due.0.${toToken('chat')}.${toToken(id)}`, `${time}`)
    }
    await store.log('chat').create('kept', { principal: 'ada', about: null, events: [], dueAt: 0 })
    expect(await store.log('chat').list('ada')).toHaveLength(1)
    expect(await store.leases.due(['chat'], 10)).toHaveLength(1)
    const left = await findLeft()
    expect(left.filter((subject) => subject.endsWith(toToken('old')))).toEqual([])
    expect(left.filter((subject) => subject.endsWith(toToken('young')))).toHaveLength(2)
  })

  test('names that no stream lists are looked at in parts, because a server refuses a request for many', async () => {
    const asked: number[] = []
    const store = await open((engine) => ({
      ...engine,
      lasts(names, options) {
        asked.push(names.length)
        return engine.lasts(names, options)
      },
    }))
    const engine = await openEngine()
    const put = (_: unknown, i: number) =>
      engine.put(`${principalOf('chat', 'ada')}.${toToken(`${i}`)}`, `${engine.now()}`)
    await Promise.all(Array.from({ length: 1_100 }, put))
    expect(await store.log('chat').list('ada')).toEqual([])
    expect(Math.max(...asked)).toBeLessThanOrEqual(1_000)
    await engine.close()
  })

  test('a process that was stopped between a name and its append puts the name again', async () => {
    const store = await open((engine) => {
      let puts = 0
      return {
        ...engine,
        async put(name, data, ttl) {
          const seq = await engine.put(name, data, ttl)
          if (puts++ > 0) return seq
          // Another node has removed the name meanwhile.
          await engine.purge(name, seq)
          vi.spyOn(Date, 'now').mockReturnValueOnce(Date.now() + 3_600_000)
          return seq
        },
      }
    })
    await store.log('chat').create('a', { principal: 'ada', about: null, events: [] })
    expect(await store.log('chat').list('ada')).toHaveLength(1)
  })

  test('the servers delete the heartbeat of a node that is gone', async () => {
    const find = () => manager.streams.getMessage('lost_names', { last_by_subj: 'lost.name.node.*' })
    await vi.waitFor(async () => expect(await find()).toBeNull(), { timeout: 30_000, interval: 100 })
  })
})

/** An engine as a process sees it that is killed instead of its next write, after `life` writes. */
function createMortalEngine(engine: Engine, life: number): { engine: Engine; dead: Promise<void> } {
  const { promise: dead, resolve: die } = Promise.withResolvers<void>()
  let writes = 0
  const write =
    <A extends unknown[], T>(act: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      if (writes++ < life) return act(...args)
      die()
      return new Promise<never>(() => {})
    }
  const mortal = {
    ...engine,
    append: write(engine.append),
    put: write(engine.put),
    purge: write(engine.purge),
  }
  return { engine: mortal, dead }
}
