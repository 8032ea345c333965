import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createDistant } from '../../../../test/faults/distant.ts'
import { TcpProxy } from '../../../../test/faults/proxy.ts'
import { findNatsServerOrError, startNats, type TestNats } from '../../../../test/nats.ts'
import { mintSecret } from '../keys/keyring.ts'
import { FenceError, type Store } from '../log/log.ts'
import { createRunJournal } from '../log/run-journal.ts'
import { journalContract } from '../testing/journal-contract.ts'
import { logContract } from '../testing/log-contract.ts'
import { describeContract } from '../testing/vitest.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import { createEncryptedStore } from './encrypted.ts'
import { createNatsStore } from './nats.ts'
import { checkServers, readNatsUrl } from './nats-servers.ts'

/** On three servers that flush every write, the contracts and the killed leader take half a minute. */
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
  beforeAll(async () => {
    nats = await startNats({ program: program as string })
    nodes = [await createNatsStore(nats.url), await createNatsStore(nats.url)]
    // The second node finds the number of partitions.
    const url = `${nats.url}&prefix=together`
    together = [await createNatsStore(`${url}&partitions=1`), await createNatsStore(url)]
    connection = await connect({ servers: [...nats.servers] })
    empty = async () => emptyAll(connection)
  })
  afterAll(async () => {
    for (const node of [...nodes, ...together]) await node.close()
    await connection.close()
    await nats.stop()
  })

  const createJournal = async () => {
    await empty()
    return { open: () => createRunJournal(nodes[0]!, 'run-1') }
  }
  const createStorage = (stores: () => Store[], prefix?: string) => () =>
    useStorage({ nats, connection, stores: stores(), prefix })
  if (isMatrix)
    describeContract(
      'two stores',
      logContract(
        createStorage(() => nodes),
        { hasServer: true },
      ),
    )
  if (isMatrix) {
    const create = createStorage(() => together, 'together')
    describeContract('two stores on one partition', logContract(create, { hasServer: true }))
  }
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

  test.runIf(isMatrix)(
    'a node that is cut off from the servers is taken over, and writes nothing when it is back',
    async () => {
      await empty()
      const [host, port] = nats.servers[0]!.split(':')
      await using proxy = await TcpProxy.open({ host: host!, port: Number(port) })
      const remote = await createNatsStore(`nats://127.0.0.1:${proxy.port}?sync=any`)
      const near = nodes[0]!
      const ref = { kind: 'chat', id: 'a' }
      await near.log('chat').create('a', { about: null, events: [] })
      await remote.leases.beat('remote', 1_000)
      const fence = (await remote.leases.acquire(ref, 'remote'))!
      await near.leases.beat('near', 60_000)
      expect(await near.leases.acquire(ref, 'near')).toBeUndefined()
      proxy.freeze()
      const late = Promise.resolve(remote.log<string>('chat').append('a', { events: ['late'], fence }))
      const refused = expect(late).rejects.toThrow(FenceError)
      const takeOver = async () => (await near.leases.acquire(ref, 'near')) ?? Promise.reject(new Error('not yet'))
      const next = await vi.waitFor(takeOver, { timeout: 20_000, interval: 50 })
      await near.log<string>('chat').append('a', { events: ['near'], fence: next })
      proxy.thaw()
      await refused
      expect(await near.log('chat').read('a', 0)).toEqual([{ lsn: 1, event: 'near' }])
      await remote.close()
    },
  )

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

  test('an id that is too long for the servers is refused, and does not cost the node its connection', async () => {
    await empty()
    const store = await createNatsStore(nats.url, { timeout: 2_000 })
    const log = store.log<string>('chat')
    const [id, create] = ['x'.repeat(5_000), { about: null, events: [] }]
    const stops = [log.watch(id, () => {}), log.listen(id, () => {}), store.questions.watch(id, () => {})]
    log.broadcast(id, { after: 0, event: 'lost' })
    await expect(log.create(id, create)).rejects.toThrow('is too long for the servers of NATS; nothing was stored')
    await expect(log.create('a', { ...create, principal: id })).rejects.toThrow('is too long')
    expect(await log.get(id)).toBeUndefined()
    await log.create('a', create)
    for (let i = 0; i < 20; i++) await log.append('a', { events: ['one'] })
    for (const stop of stops) stop()
    await store.close()
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

  test('an append whose acknowledgement is lost is sent again, and its caller receives its place', async () => {
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

  test('a store whose records are kept by fewer servers than asked for is not opened', async () => {
    await (await createNatsStore(`${nats.url}&prefix=few&replicas=1`)).close()
    await expect(createNatsStore(`${nats.url}&prefix=few`)).rejects.toThrow(
      'its stream few_log was created with replicas=1, so one server keeps each record, not 3; raise that with nats stream edit few_log --replicas 3, or accept it with replicas=1',
    )
    await (await createNatsStore(`${nats.url}&prefix=few&replicas=1`)).close()
    for (const replicas of ['0', 'two', '1.5', '6']) {
      await expect(createNatsStore(`${nats.url}&replicas=${replicas}`)).rejects.toThrow(
        'replicas is a whole number from 1 to 5, not',
      )
    }
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

  test('stores with different prefixes share no streams', async () => {
    await empty()
    const other = await createNatsStore(nats.url, { prefix: 'other' })
    await other.log('chat').create('a', { about: 'other', events: [] })
    expect(await nodes[0]!.log('chat').get('a')).toBeUndefined()
    expect(await other.log('chat').list(undefined)).toHaveLength(1)
    await other.close()
    await expect(createNatsStore(nats.url, { prefix: 'a.b' })).rejects.toThrow('cannot begin the names of streams')
  })
})

describe.skipIf(program instanceof Error)('one server of NATS that flushes later', () => {
  let nats: TestNats
  let connection: NatsConnection
  let nodes: Store[]
  beforeAll(async () => {
    nats = await startNats({ program: program as string, servers: 1, syncInterval: '2m' })
    connection = await connect({ servers: [...nats.servers] })
    const url = `${nats.url}&sync=any&replicas=1&partitions=2&prefix=two`
    nodes = [await createNatsStore(url), await createNatsStore(url)]
  })
  afterAll(async () => {
    for (const node of nodes) await node.close()
    await connection.close()
    await nats.stop()
  })

  if (!isMatrix)
    describeContract(
      'two stores',
      logContract(() => useStorage({ nats, connection, stores: nodes, prefix: 'two' }), { hasServer: true }),
    )
  const keys = [mintSecret()]
  const encrypt = (stores: readonly Store[]) => Promise.all(stores.map((store) => createEncryptedStore(store, keys)))
  if (isMatrix)
    describeContract(
      'two encrypted stores',
      logContract(() => useStorage({ nats, connection, stores: nodes, wrap: encrypt })),
    )

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

  test('is refused if more servers have to keep each record', async () => {
    const opening = createNatsStore(`${nats.url}&sync=any&prefix=three`)
    await expect(opening).rejects.toThrow('3 servers have to keep each record, and there are fewer')
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

describe.skipIf(program instanceof Error)('a login', () => {
  let nats: TestNats
  beforeAll(async () => {
    const has = (publish: string, subscribe: string) =>
      `permissions: { publish: [${publish}], subscribe: [${subscribe}] }`
    const users = [
      `{ user: few, password: secret, ${has('"$JS.API.>"', '"_INBOX.>"')} }`,
      `{ user: enough, password: secret, ${has('"$JS.API.>", "app.>"', '"_INBOX.>", "app.>"')} }`,
    ]
    const accounts = `accounts { STORE: { jetstream: enabled, users: [${users.join(', ')}] }, OTHER: { users: [{ user: other, password: secret }] } }`
    nats = await startNats({ program: program as string, servers: 1, syncInterval: '2m', settings: [accounts] })
  })
  afterAll(() => nats.stop())

  const open = (user: string, options = {}) => {
    const url = nats.url.replace('//', `//${user}:secret@`)
    return createNatsStore(`${url}&sync=any&replicas=1&prefix=app`, options)
  }

  test('with too few permissions is refused with those that it needs', async () => {
    const refused =
      'too few permissions (Permissions Violation for Publish to "app.name.present"); let it publish to $JS.API.> and app.>, and subscribe to _INBOX.> and app.>'
    await expect(open('few')).rejects.toThrow(refused)
    const [store, other] = [await open('enough'), await open('enough')]
    const heard = new Promise((resolve) => other.log('chat').listen('a', resolve))
    await store.log('chat').create('a', { about: null, events: ['one'] })
    expect(await other.log('chat').list(undefined)).toHaveLength(1)
    const timer = setInterval(() => store.log('chat').broadcast('a', { after: 1, event: 'heard' }), 10)
    expect(await heard).toEqual({ after: 1, event: 'heard' })
    clearInterval(timer)
    await store.log('chat').delete('a')
    for (const one of [store, other]) await one.close()
  })

  test('of an account without JetStream is refused with how to enable it', async () => {
    await expect(open('other', { timeout: 100 })).rejects.toThrow(
      'JetStream is off for this login, or the servers have no leader; give each server a jetstream block, and the account of the login jetstream: enabled',
    )
  })
})

test.skipIf(program instanceof Error)('a store is reached again after its login was refused for a while', async () => {
  const toLogin = (password: string) => `authorization { user: ada, password: ${password} }`
  const settings = [toLogin('first')]
  const nats = await startNats({ program: program as string, servers: 1, settings })
  onTestFinished(() => nats.stop())
  const url = nats.url.replace('//', '//ada:first@')
  const store = await createNatsStore(url, { replicas: 1, timeout: 3_000 })
  const log = store.log('chat')
  await log.create('a', { about: null, events: ['one'] })
  const restartWith = async (password: string) => {
    settings[0] = toLogin(password)
    await nats.kill(0)
    nats.restart(0)
  }
  await restartWith('second')
  await expect(log.append('a', { events: ['two'] })).rejects.toThrow('the store cannot be reached')
  await restartWith('first')
  expect(await log.append('a', { events: ['two'] })).toEqual({ lsn: 2, repeated: false })
  await store.close()
})

test.skipIf(program instanceof Error)(
  'servers that cannot elect a leader are refused with those that are down',
  async () => {
    const nats = await startNats({ program: program as string, servers: 2 })
    onTestFinished(() => nats.stop())
    await nats.kill(1)
    const refused = `most of the servers have to run to elect a leader, and ${nats.servers[1]} did not answer at the monitoring port`
    await expect(createNatsStore(nats.url, { replicas: 1, timeout: 100 })).rejects.toThrow(refused)
  },
)

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

describe('the check of monitors', () => {
  const check = async (answer: object) => {
    const monitor = createServer((_request, response) => void response.end(JSON.stringify(answer)))
    onTestFinished(() => void monitor.close())
    await once(monitor.listen(0, '127.0.0.1'), 'listening')
    const { port } = monitor.address() as AddressInfo
    return checkServers(undefined, readNatsUrl(`nats://127.0.0.1?monitor=${port}`))
  }
  const facts = { version: '2.15.1', max_payload: 8_388_608 }

  test('accepts a server that flushes every write', async () => {
    await check({ ...facts, jetstream: { config: { sync_always: true } } })
  })

  test('says that JetStream is off', async () => {
    await expect(check({ ...facts, jetstream: {} })).rejects.toThrow('JetStream is off; give each server a jetstream')
  })

  test('does not take another program for a monitor', async () => {
    await expect(check({ status: 'ok' })).rejects.toThrow('no server answered at its monitoring port')
  })

  test('refuses a port that is no number', async () => {
    const opening = createNatsStore('nats://127.0.0.1:1?monitor=http')
    await expect(opening).rejects.toThrow('a port of monitor is a whole number from 1 to 65535, not NaN')
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
  expect(readNatsUrl('nats://s3cr%40t@a')).toEqual({ servers: ['a:4222'], token: 's3cr@t' })
  expect(() => readNatsUrl('nats://a?tls=false')).toThrow('tls is true, or left out, not false')
  expect(() => readNatsUrl('nats://a?speed=1')).toThrow('not speed')
  expect(() => readNatsUrl('nats://a?sync=never')).toThrow('sync is always or any, not never')
  expect(() => readNatsUrl('nats://')).toThrow('expected a URL of the form')
})

test('a URL of NATS whose password has other characters is refused with what to write, and without the password', () => {
  for (const password of ['s3cr%', 's3/cr', 's3?cr', 's3#cr', 's3?sync=any&cr']) {
    const read = () => readNatsUrl(`nats://ada:${password}@a:4222`)
    expect(read).toThrow('in the user and the password write % as %25, / as %2F, ? as %3F, # as %23 and @ as %40')
    expect(read).not.toThrow(/s3|cr@/)
  }
})

interface Beat {
  until: number
  ttl: number
}

async function emptyAll(connection: NatsConnection): Promise<void> {
  const manager = await jetstreamManager(connection, { timeout: 30_000 })
  for (const name of await manager.streams.names().next()) await manager.streams.purge(name)
}

interface Stored {
  nats: TestNats
  connection: NatsConnection
  stores: readonly Store[]
  /** How the names of their streams begin. */
  prefix?: string | undefined
  wrap?: (stores: readonly Store[]) => MaybePromise<readonly Store[]>
}

/** Two nodes for a case of the contract, with nothing stored. */
async function useStorage({ nats, connection, stores, prefix = 'sweatpants', wrap = (given) => given }: Stored) {
  await emptyAll(connection)
  const [one, two] = await wrap(stores)
  // The clock of the servers cannot be set; the leases of nodes can.
  const advance = async (ms: number) => (ms < 0 ? setBack(connection, ms) : delay(ms))
  const distant = async () => {
    const [host, port] = nats.servers[0]!.split(':')
    const proxy = await TcpProxy.open({ host: host!, port: Number(port) })
    const replicas = nats.servers.length
    const url = `nats://127.0.0.1:${proxy.port}?sync=any&replicas=${replicas}&prefix=${prefix}`
    return createDistant(await createNatsStore(url), proxy)
  }
  /** Kills the leader. The others elect another one; a single server runs again. */
  const failOver = async () => {
    const leader = nats.servers.length === 1 ? 0 : await nats.leaderOf(`${prefix}_log`)
    await nats.kill(leader)
    if (nats.servers.length > 1) await one!.log('any').create(crypto.randomUUID(), { about: null, events: [] })
    nats.restart(leader)
    await vi.waitFor(() => connection.flush(), { timeout: 20_000, interval: 100 })
  }
  return { open: () => one!, again: () => two!, advance, distant, failOver }
}

async function setBack(connection: NatsConnection, ms: number): Promise<void> {
  const manager = await jetstreamManager(connection)
  for (const stream of (await manager.streams.names().next()).filter((name) => name.endsWith('_names'))) {
    const { state } = await manager.streams.info(stream, { subjects_filter: '*.name.node.>' })
    for (const subject of Object.keys(state.subjects ?? {})) {
      const beat = (await manager.streams.getMessage(stream, { last_by_subj: subject }))!.json<Beat>()
      await manager.jetstream().publish(subject, JSON.stringify({ ...beat, until: beat.until - ms }))
    }
  }
}
