import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { follow } from '../log/follow.ts'
import type { Log, Store } from '../log/log.ts'
import { logContract } from '../testing/log-contract.ts'
import { describeContract } from '../testing/vitest.ts'
import { createSqliteStore } from './sqlite.ts'

interface Event {
  type: string
  n?: number
}

function createTemporaryFile() {
  const directory = mkdtempSync(join(tmpdir(), 'sqlite-log-'))
  const path = join(directory, 'logs.db')
  const opened: Store[] = []
  let time = Date.UTC(2026, 0, 1)
  const open = (): Store => {
    const store = createSqliteStore({ path, now: () => time })
    opened.push(store)
    return store
  }
  return {
    path,
    open,
    again: open,
    openLog: (): Log<Event> => open().log('contract'),
    advance(ms: number) {
      time += ms
    },
    async close() {
      for (const store of opened) await store.close()
      rmSync(directory, { recursive: true })
    },
  }
}

describeContract('two sqlite stores on one file', logContract(createTemporaryFile, { isLocal: true }))

describeContract(
  'a sqlite store in memory',
  logContract(() => {
    let time = Date.UTC(2026, 0, 1)
    const store = createSqliteStore({ path: ':memory:', now: () => time })
    const advance = (ms: number) => {
      time += ms
    }
    return { open: () => store, again: () => store, advance, close: () => store.close() }
  }),
)

describe('a sqlite store', () => {
  let storage: ReturnType<typeof createTemporaryFile>
  beforeEach(() => {
    storage = createTemporaryFile()
  })
  afterEach(() => storage.close())

  /** Another Node on the same file. */
  function startProcess(body: string) {
    const script = `
      import { createSqliteStore } from ${JSON.stringify(new URL('./sqlite.ts', import.meta.url).href)}
      const log = createSqliteStore(${JSON.stringify(storage.path)}).log('contract')
      ${body}`
    return spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  }

  test('stores the appends of several processes without a gap or a repeat', async () => {
    const log = storage.openLog()
    await log.create('a', { about: null, events: [] })
    const names = ['a', 'b', 'c']
    const processes = names.map((name) =>
      startProcess(`for (let n = 0; n < 50; n++) {
        const append = { events: [{ type: '${name}', n }], commandId: 'shared-' + n }
        if ((await log.append('a', append)).repeated) await log.append('a', { ...append, commandId: '${name}' + n })
      }`),
    )
    const exits = await Promise.all(processes.map((child) => once(child, 'exit')))
    expect(exits.map(([code]) => code)).toEqual([0, 0, 0])
    const entries = await log.read('a', 0)
    expect(entries.map(({ lsn }) => lsn)).toEqual(Array.from({ length: 150 }, (_, i) => i + 1))
    for (const name of names) {
      const numbers = entries.filter(({ event }) => event.type === name).map(({ event }) => event.n)
      expect(numbers).toEqual(Array.from({ length: 50 }, (_, i) => i))
    }
  })

  test('has a stream that is followed to its end while another process appends to it', async () => {
    const log = storage.openLog()
    await log.create('a', { about: null, events: [{ type: 'first', n: 0 }] })
    const done = new AbortController()
    const numbers: (number | undefined)[] = []
    const child = startProcess(
      `for (let n = 1; n <= 100; n++) await log.append('a', { events: [{ type: 'next', n }] })`,
    )
    for await (const page of follow(log, 'a', 0, done.signal)) {
      numbers.push(...page.map(({ event }) => event.n))
      if (numbers.length === 101) done.abort()
    }
    expect(numbers).toEqual(Array.from({ length: 101 }, (_, i) => i))
    if (child.exitCode === null) await once(child, 'exit')
  })

  test('has every append that was acknowledged to a process before it was killed', async () => {
    const child = startProcess(
      `await log.create('a', { about: null, events: [] })
      for (let n = 0; ; n++) {
        await log.append('a', { events: [{ type: 'event', n }] })
        process.stdout.write(n + '\\n')
      }`,
    )
    let output = ''
    for await (const chunk of child.stdout) {
      output += chunk
      if (output.includes('20\n')) child.kill('SIGKILL')
    }
    const acknowledged = output.split('\n').slice(0, -1)
    const numbers = (await storage.openLog().read('a', 0)).map(({ event }) => String(event.n))
    expect(acknowledged.length).toBeGreaterThan(20)
    expect(numbers.slice(0, acknowledged.length)).toEqual(acknowledged)
  })

  test('lets a process end that watches a stream', async () => {
    const child = startProcess(`log.watch('a', () => {})`)
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  test('leaves no rows behind when a stream is deleted', async () => {
    const log = storage.openLog()
    await log.create('a', { about: null, events: [{ type: 'event' }] })
    await log.append('a', { events: [{ type: 'event' }], commandId: 'c', dueAt: 0 })
    await log.keepSnapshot('a', 2, null)
    await log.delete('a')
    using database = new DatabaseSync(storage.path)
    for (const table of ['streams', 'records', 'commands', 'snapshots']) {
      expect(database.prepare(`select count(*) as count from ${table}`).get(), table).toEqual({ count: 0 })
    }
  })

  test('deletes the nodes that have lapsed with the next beat', async () => {
    const { leases } = storage.open()
    await leases.beat('one', 10)
    storage.advance(20)
    await leases.beat('two', 10)
    using database = new DatabaseSync(storage.path)
    expect(database.prepare('select node from nodes').all()).toEqual([{ node: 'two' }])
  })
})
