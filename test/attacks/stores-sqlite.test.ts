import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { StoreError } from '@sweatpants/framework'
import type { Store } from '@sweatpants/framework/log'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'

const directory = mkdtempSync(join(tmpdir(), 'attacks-sqlite-'))
afterAll(() => rmSync(directory, { recursive: true }))

let path: string
let store: Store
beforeEach(async () => {
  path = join(directory, `${crypto.randomUUID()}.db`)
  store = createSqliteStore(path)
  await store.log('chat').create('a', { about: null, events: ['one'] })
})
afterEach(() => store.close())

const MOVED = 'the file of the store was deleted or replaced; restart the server'

describe('a store whose file is no longer at its path', () => {
  test.each<[string, () => void]>([
    ['was deleted', () => rmSync(path)],
    ['was moved', () => renameSync(path, `${path}.old`)],
    ['was replaced by an empty file', () => replace('')],
    ['was replaced by another store', () => replaceByStore()],
    ['lost its write-ahead log', () => rmSync(`${path}-wal`)],
  ])('acknowledges no write after it %s', async (_, attack) => {
    attack()
    const writes = [
      store.log('chat').append('a', { events: ['two'] }),
      store.log('chat').create('b', { about: null, events: [] }),
      store.log('chat').delete('a'),
      store.leases.beat('node', 1_000),
    ]
    for (const { status, reason } of (await Promise.allSettled(writes)) as PromiseRejectedResult[]) {
      expect(status).toBe('rejected')
      expect(reason).toBeInstanceOf(StoreError)
      expect(reason.message).toBe(MOVED)
    }
  })

  function replace(content: string) {
    writeFileSync(`${path}.new`, content)
    renameSync(`${path}.new`, path)
  }
  function replaceByStore() {
    const other = createSqliteStore(`${path}.new`)
    void other.close()
    renameSync(`${path}.new`, path)
  }
})

describe('a store whose file another process has locked', () => {
  let other: ChildProcess
  beforeEach(async () => {
    const script = `
      const database = new (require('node:sqlite').DatabaseSync)(${JSON.stringify(path)})
      database.exec('begin immediate')
      console.log('locked')
      process.stdin.once('data', () => { database.exec('commit'); process.exit() })`
    other = spawn(process.execPath, ['--no-warnings', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] })
    await once(other.stdout!, 'data')
  })
  afterEach(() => void other.kill('SIGKILL'))

  test('waits without blocking its process, reads meanwhile, and writes when the lock is released', async () => {
    other.kill('SIGSTOP')
    const writing = store.log('chat').append('a', { events: ['two'] })
    let turns = 0
    const until = performance.now() + 500
    while (performance.now() < until) {
      await wait(5)
      expect(await store.log('chat').read('a', 0)).toHaveLength(1)
      turns++
    }
    // A process that is blocked for the whole time goes around once or twice.
    expect(turns).toBeGreaterThan(10)
    other.kill('SIGCONT')
    other.stdin!.write('go on\n')
    expect(await writing).toMatchObject({ lsn: 2 })
  })
})
