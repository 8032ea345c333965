import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TcpProxy } from '../../../../test/faults/proxy.ts'
import { findNatsServerOrError, startNats, type TestNats } from '../../../../test/nats.ts'
import type { Store } from '../log/log.ts'
import { createRunJournal } from '../log/run-journal.ts'
import { journalContract } from '../testing/journal-contract.ts'
import { logContract } from '../testing/log-contract.ts'
import { describeContract } from '../testing/vitest.ts'
import { toToken } from './engine.ts'
import { createNatsStore } from './nats.ts'
import { checkServers, readNatsUrl } from './nats-servers.ts'

/** The contracts and the killed leader take half a minute on three servers that flush every write. */
const isMatrix = process.env.MODE === 'matrix'

const program = await findNatsServerOrError()

test.runIf(program instanceof Error)('the tests find a nats-server', (context) => context.skip(String(program)))

describe.skipIf(program instanceof Error)('three servers of NATS', () => {
  let nats: TestNats
  let nodes: Store[]
  /** The same on one partition. */
  let together: Store[]
  let connection: NatsConnection
  let empty: () => Promise<void>
  let setBack: (ms: number) => Promise<void>
  beforeAll(async () => {
    nats = await startNats({ program: program as string })
    nodes = [await createNatsStore(nats.url), await createNatsStore(nats.url)]
    // The second node finds the number of partitions.
    const url = `${nats.url}&prefix=together`
    together = [await createNatsStore(`${url}&partitions=1`), await createNatsStore(url)]
    connection = await connect({ servers: [...nats.servers] })
    const manager = await jetstreamManager(connection)
    empty = async () => {
      for (const name of await manager.streams.names().next()) await manager.streams.purge(name)
    }
    setBack = async (ms) => {
      for (const prefix of ['sweatpants', 'together']) {
        const stream = `${prefix}_names`
        const { state } = await manager.streams.info(stream, { subjects_filter: `${prefix}.name.node.>` })
        for (const subject of Object.keys(state.subjects ?? {})) {
          const beat = (await manager.streams.getMessage(stream, { last_by_subj: subject }))!.json<Beat>()
          await manager.jetstream().publish(subject, JSON.stringify({ ...beat, until: beat.until - ms }))
        }
      }
    }
  }, 60_000)
  afterAll(async () => {
    for (const node of [...nodes, ...together]) await node.close()
    await connection.close()
    await nats.stop()
  })

  const createStorage = (stores: () => Store[]) => async () => {
    const [one, two] = stores() as [Store, Store]
    await empty()
    // The clock of the servers cannot be set; their leases can.
    const advance = async (ms: number) => (ms < 0 ? setBack(ms) : delay(ms))
    return { open: () => one, again: () => two, advance }
  }
  const createJournal = async () => {
    await empty()
    return { open: () => createRunJournal(nodes[0]!, 'run-1') }
  }
  if (isMatrix) describeContract('two stores', logContract(createStorage(() => nodes)))
  if (isMatrix) describeContract('two stores on one partition', logContract(createStorage(() => together)))
  if (isMatrix) describeContract('the journal of a run', journalContract(createJournal))

  test('of several writers that expect the same last record, one is acknowledged', async () => {
    await empty()
    const logs = nodes.map((node) => node.log<string>('race'))
    for (let round = 0; round < 30; round++) {
      const id = `stream ${round}`
      await logs[0]!.create(id, { about: null, events: [] })
      const racing = ['a', 'b', 'c', 'd'].map((event, i) => logs[i % 2]!.append(id, { events: [event], head: 0 }))
      const settled = await Promise.allSettled(racing)
      expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await logs[1]!.read(id, 0)).toHaveLength(1)
    }
  })

  test('a reader and a writer on one node do not lose what another node appends', async () => {
    await empty()
    const [one, two] = nodes.map((node) => node.log<number>('shared'))
    await one!.create('a', { about: null, events: [] })
    const numbers = Array.from({ length: 40 }, (_, i) => i)
    let isDone = false
    const reading = (async () => {
      while (!isDone) await one!.open('a')
    })()
    const write = async (log: typeof one, parity: number) => {
      for (const n of numbers.filter((n) => n % 2 === parity)) await log!.append('a', { events: [n] })
    }
    await Promise.all([write(one, 0), write(two, 1)])
    isDone = true
    await reading
    const entries = await two!.read('a', 0)
    // Two writes on the same last record would get the same place.
    expect(entries.map(({ lsn }) => lsn)).toEqual(numbers.map((n) => n + 1))
    expect(entries.map(({ event }) => event).toSorted((a, b) => a - b)).toEqual(numbers)
  })

  test('an append whose acknowledgement is lost is stored once, and its caller receives its place', async () => {
    await empty()
    const [host, port] = nats.servers[0]!.split(':')
    await using proxy = await TcpProxy.open({ host: host!, port: Number(port) })
    const remote = await createNatsStore(`nats://127.0.0.1:${proxy.port}?sync=any`)
    const near = nodes[0]!.log<string>('chat')
    await near.create('a', { about: null, events: [] })
    await remote.log('chat').get('a')
    proxy.mute()
    const appending = remote.log<string>('chat').append('a', { events: ['one'] })
    while ((await near.get('a'))!.head < 1) await delay(5)
    proxy.cut()
    expect(await appending).toEqual({ lsn: 1, repeated: false })
    expect(await near.read('a', 0)).toEqual([{ lsn: 1, event: 'one' }])
    await remote.close()
  })

  test('a snapshot that is larger than the servers accept is not kept, and such an append is refused', async () => {
    await empty()
    const log = nodes[0]!.log<string>('large')
    const large = 'x'.repeat(9_000_000)
    await log.create('a', { about: null, events: ['one'] })
    await log.keepSnapshot('a', 1, large)
    expect(await log.snapshot('a')).toBeUndefined()
    await expect(log.append('a', { events: [large] })).rejects.toThrow(/has 90\d+ bytes, and the store accepts/)
    expect(await log.append('a', { events: ['two'] })).toEqual({ lsn: 2, repeated: false })
  })

  test('a store finishes its writes when it is closed, and refuses later ones', async () => {
    await empty()
    const store = await createNatsStore(nats.url)
    const log = store.log<string>('chat')
    await log.create('a', { about: null, events: [] })
    const appending = Array.from({ length: 20 }, () => log.append('a', { events: ['one'] }))
    await store.close()
    expect(await Promise.all(appending)).toHaveLength(20)
    await expect(log.append('a', { events: ['late'] })).rejects.toThrow('the store is closed')
    await store.close()
    expect(await nodes[0]!.log('chat').read('a', 0)).toHaveLength(20)
  })

  test('partitions share the streams of a store, and their number stays as it is', async () => {
    await empty()
    for (let i = 0; i < 12; i++) await nodes[0]!.log('chat').create(`${i}`, { about: null, events: ['one'] })
    const manager = await jetstreamManager(connection)
    for (const name of ['sweatpants_log', 'sweatpants_log_1', 'sweatpants_log_2']) {
      expect((await manager.streams.info(name)).state.messages).toBeGreaterThan(0)
    }
    expect(await nodes[1]!.log('chat').list(undefined)).toHaveLength(12)
    await expect(createNatsStore(nats.url, { partitions: 2 })).rejects.toThrow(
      'in 3 partitions, not 2, which cannot be',
    )
    await expect(createNatsStore(nats.url, { partitions: 0 })).rejects.toThrow('a whole number from 1 to 64, not 0')
  })

  test('a node finds streams due at the time that another node set last', async () => {
    await empty()
    const [one, two] = nodes as [Store, Store]
    const log = one.log<string>('sleeping')
    const later = Date.now() + 3_600_000
    for (let i = 0; i < 5; i++) await log.create(`${i}`, { about: null, events: [], dueAt: later })
    expect(await two.leases.due(['sleeping'], 10)).toEqual([])
    expect(await two.leases.due(['sleeping'], 10, 7_200_000)).toHaveLength(5)
    await log.append('3', { events: [], dueAt: 0 })
    expect(await two.leases.due(['sleeping'], 10)).toEqual([{ kind: 'sleeping', id: '3' }])
    await log.append('3', { events: [], dueAt: null })
    expect(await two.leases.due(['sleeping'], 10, 7_200_000)).toHaveLength(4)
  })

  test('the servers delete the heartbeat of a node that is gone', async () => {
    await empty()
    await nodes[0]!.leases.beat('gone', 1)
    const manager = await jetstreamManager(connection)
    const subject = `sweatpants.name.node.${toToken('gone')}`
    const beat = await manager.streams.getMessage('sweatpants_names', { last_by_subj: subject })
    expect(beat!.header.get('Nats-TTL')).toBe('6s')
  })

  test('stores with different prefixes share no streams', async () => {
    await empty()
    const other = await createNatsStore(nats.url, { prefix: 'other' })
    await other.log('chat').create('a', { about: 'other', events: [] })
    expect(await nodes[0]!.log('chat').get('a')).toBeUndefined()
    expect(await other.log('chat').list(undefined)).toHaveLength(1)
    await other.close()
    await expect(createNatsStore(nats.url, { prefix: 'a.b' })).rejects.toThrow('cannot begin the names of streams')
  })

  test.runIf(isMatrix)(
    'nothing that was acknowledged is lost or doubled when the leader is killed while nodes write',
    async () => {
      await empty()
      const ids = Array.from({ length: 8 }, (_, i) => `stream ${i}`)
      const logs = nodes.map((node) => node.log<string>('killed'))
      for (const id of ids) await logs[0]!.create(id, { about: null, events: [] })
      const acknowledged = new Map<string, [event: string, lsn: number][]>(ids.map((id) => [id, []]))
      let isDone = false
      let written = 0
      const write = async (id: string, node: number) => {
        for (let n = 0; !isDone; n++) {
          const event = `${node}/${n}`
          const command = node === 0 ? {} : { commandId: event }
          const { lsn } = await logs[node]!.append(id, { events: [event], ...command })
          acknowledged.get(id)!.push([event, lsn])
          written++
        }
      }
      const writing = Promise.all(ids.flatMap((id) => [write(id, 0), write(id, 1)]))
      const grow = async (by: number) => {
        for (const end = written + by; written < end; ) await Promise.race([delay(20), writing])
      }
      await grow(200)
      const leader = await nats.leaderOf('sweatpants_log')
      await nats.kill(leader)
      await grow(200)
      nats.restart(leader)
      await grow(100)
      isDone = true
      await writing
      for (const id of ids) {
        const entries = await logs[0]!.read(id, 0)
        expect(entries.map(({ lsn }) => lsn)).toEqual(entries.map((_, i) => i + 1))
        const stored = entries.map(({ event, lsn }) => [event, lsn])
        expect(stored).toEqual(acknowledged.get(id)!.toSorted((a, b) => a[1] - b[1]))
      }
    },
    60_000,
  )
})

describe.skipIf(program instanceof Error)('one server of NATS that flushes later', () => {
  let nats: TestNats
  beforeAll(async () => {
    nats = await startNats({ program: program as string, servers: 1, syncInterval: '2m' })
  })
  afterAll(() => nats.stop())

  test('is refused with what to change, unless any is accepted', async () => {
    const opening = createNatsStore(nats.url, { replicas: 1 })
    await expect(opening).rejects.toThrow(
      'set sync_interval: always in its jetstream block, or accept that with sync=any',
    )
    const store = await createNatsStore(`${nats.url}&sync=any&replicas=1`)
    await store.log('chat').create('a', { about: null, events: ['one'] })
    expect(await store.log('chat').read('a', 0)).toHaveLength(1)
    await store.close()
  })

  test('is refused if its monitor does not answer', async () => {
    const opening = createNatsStore(nats.url, { replicas: 1, monitor: [1] })
    await expect(opening).rejects.toThrow('no server answered at its monitoring port (1)')
  })

  test('lets a process end after the store was closed', async () => {
    const script = `
      import { createNatsStore } from ${JSON.stringify(new URL('./nats.ts', import.meta.url).href)}
      const store = await createNatsStore(${JSON.stringify(`${nats.url}&sync=any&replicas=1`)})
      store.log('chat').watch('b', () => {})
      await store.log('chat').create(crypto.randomUUID(), { about: null, events: [] })
      await store.close()`
    const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', script], { stdio: 'inherit' })
    expect(await once(child, 'exit')).toEqual([0, null])
  })
})

describe.skipIf(program instanceof Error)('a server of NATS with TLS and a login', () => {
  let nats: TestNats
  let folder: string
  let ca: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'nats-tls-'))
    ca = join(folder, 'cert.pem')
    const key = join(folder, 'key.pem')
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1']
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', ca, ...subject], {
      stdio: 'ignore',
    })
    const settings = [
      `tls { cert_file: ${JSON.stringify(ca)}, key_file: ${JSON.stringify(key)} }`,
      'authorization { user: ada, password: "p@ss" }',
    ]
    nats = await startNats({ program: program as string, servers: 1, settings })
  })
  afterAll(async () => {
    await nats.stop()
    rmSync(folder, { recursive: true })
  })

  test('is used with its certificate and the login of the URL', async () => {
    const url = nats.url.replace('nats://', 'nats://ada:p%40ss@')
    await expect(createNatsStore(url, { replicas: 1 })).rejects.toThrow(/self.signed certificate/)
    await expect(createNatsStore(nats.url, { replicas: 1, tls: { ca } })).rejects.toThrow(/authorization/i)
    const store = await createNatsStore(`${url}&replicas=1&ca=${encodeURIComponent(ca)}`)
    await store.log('chat').create('a', { about: null, events: ['one'] })
    expect(await store.log('chat').read('a', 0)).toEqual([{ lsn: 1, event: 'one' }])
    await store.close()
  })

  test('is refused with credentials that cannot be read', async () => {
    await expect(createNatsStore(`${nats.url}&ca=${ca}&creds=/none.creds`)).rejects.toThrow('/none.creds')
  })
})

describe('the check of servers', () => {
  const place = readNatsUrl('nats://127.0.0.1:1?sync=any')

  test('refuses servers that acknowledge several writers for one sequence', async () => {
    for (const version of ['2.9.10', '2.10.29', '1.4.1']) {
      const check = checkServers({ version, max_payload: 8_388_608 }, place)
      await expect(check).rejects.toThrow(`is nats-server ${version}; 2.11 or later is needed`)
    }
    for (const version of ['2.11.0', '2.15.1', '3.0.0-preview']) {
      await checkServers({ version, max_payload: 1_048_576 }, place)
    }
  })

  test('refuses servers that accept only small messages', async () => {
    const check = checkServers({ version: '2.15.1', max_payload: 65_536 }, place)
    await expect(check).rejects.toThrow('accepts messages of 65536 bytes; set max_payload')
  })
})

test('a URL of NATS names servers, login and settings', () => {
  expect(readNatsUrl('nats://a,b:4333,c')).toEqual({ servers: ['a:4222', 'b:4333', 'c:4222'] })
  expect(readNatsUrl('nats://ada:p%40ss@a/?monitor=1,2&replicas=1&partitions=2&sync=any&prefix=app')).toEqual({
    servers: ['a:4222'],
    user: 'ada',
    pass: 'p@ss',
    monitor: [1, 2],
    replicas: 1,
    partitions: 2,
    sync: 'any',
    prefix: 'app',
  })
  expect(readNatsUrl('nats://a?ca=ca.pem&cert=a.pem&key=a.key&creds=app.creds')).toEqual({
    servers: ['a:4222'],
    tls: { ca: 'ca.pem', cert: 'a.pem', key: 'a.key' },
    creds: 'app.creds',
  })
  expect(readNatsUrl('nats://a?tls=true')).toEqual({ servers: ['a:4222'], tls: {} })
  expect(() => readNatsUrl('nats://a?speed=1')).toThrow('not speed')
  expect(() => readNatsUrl('nats://a?sync=never')).toThrow('sync is always or any, not never')
  expect(() => readNatsUrl('nats://')).toThrow('expected a URL of the form')
})

interface Beat {
  until: number
  ttl: number
}
