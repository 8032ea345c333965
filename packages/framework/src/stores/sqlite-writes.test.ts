import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDatabase } from './sqlite-database.ts'
import { toStoreError } from './sqlite-errors.ts'
import { SqliteWrites } from './sqlite-writes.ts'

let database: DatabaseSync
let writes: SqliteWrites
beforeEach(() => {
  database = openDatabase(':memory:')
  writes = new SqliteWrites(database)
})
afterEach(() => {
  if (database.isOpen) database.close()
})

const insert = (id: string) => database.prepare('insert into nodes (node, alive_until, ttl) values (?, 1, 1)').run(id)
const ids = () =>
  database
    .prepare('select node from nodes')
    .all()
    .map((row) => row.node)

test('the writes of one turn are performed in their order, in one transaction', async () => {
  const inTransaction: boolean[] = []
  const all = ['a', 'b', 'c'].map((id) =>
    writes.write(() => {
      inTransaction.push(database.isTransaction)
      insert(id)
      return id
    }),
  )
  expect(ids()).toEqual([])
  let commits = 0
  const exec = database.exec.bind(database)
  database.exec = (sql) => {
    if (sql === 'commit') commits++
    exec(sql)
  }
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c'])
  expect(ids()).toEqual(['a', 'b', 'c'])
  expect(inTransaction).toEqual([true, true, true])
  expect(commits).toBe(1)
})

test('a write that throws is undone, and the others of its turn are not', async () => {
  const settled = await Promise.allSettled([
    writes.write(() => insert('a')),
    writes.write(() => {
      insert('b')
      throw new Error('half way')
    }),
    writes.write(() => insert('c')),
  ])
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(settled[1]).toMatchObject({ reason: { message: 'half way' } })
  expect(ids()).toEqual(['a', 'c'])
  expect(database.isTransaction).toBe(false)
})

test('every write of a turn is rejected when the transaction as a whole is lost', async () => {
  const settled = await Promise.allSettled([
    writes.write(() => insert('a')),
    writes.write(() => {
      database.exec('rollback')
      throw new Error('disk full')
    }),
    writes.write(() => insert('c')),
  ])
  expect(settled).toMatchObject(Array.from({ length: 3 }, () => ({ reason: { message: 'disk full' } })))
  expect(ids()).toEqual([])
  await writes.write(() => insert('d'))
  expect(ids()).toEqual(['d'])
})

test('a full disk fails the writes of its turn, and those that fit later are stored', async () => {
  const pages = database.prepare('pragma page_count').get()!.page_count as number
  database.exec(`pragma max_page_count = ${pages + 1}`)
  const settled = await Promise.allSettled([writes.write(() => insert('x'.repeat(100_000)))])
  expect(settled.map((one) => toStoreError((one as PromiseRejectedResult).reason))).toMatchObject([
    { name: 'StoreError', message: 'the store has no space left; nothing was stored' },
  ])
  database.exec(`pragma max_page_count = ${pages + 1_000}`)
  await writes.write(() => insert('a'))
  expect(ids()).toEqual(['a'])
})

test('writes wait while another process repairs the log of a killed one', async () => {
  const SQLITE_BUSY_RECOVERY = 261
  const error = Object.assign(new Error('database is locked'), {
    code: 'ERR_SQLITE_ERROR',
    errcode: SQLITE_BUSY_RECOVERY,
  })
  vi.spyOn(database, 'exec').mockImplementationOnce(() => {
    throw error
  })
  await writes.write(() => insert('a'))
  expect(ids()).toEqual(['a'])
})

test('a write that follows from another is performed in the next turn', async () => {
  const second = writes.write(() => insert('a')).then(() => writes.write(() => insert('b')))
  await second
  expect(ids()).toEqual(['a', 'b'])
})

test('waiting writes are performed when the store is closed', async () => {
  const writing = writes.write(() => insert('a'))
  writes.close()
  expect(ids()).toEqual(['a'])
  database.close()
  await writing
})

describe('while another process holds the file', () => {
  const directory = mkdtempSync(join(tmpdir(), 'sqlite-writes-'))
  let other: DatabaseSync
  beforeEach(() => {
    const path = join(directory, `${crypto.randomUUID()}.db`)
    database = openDatabase(path)
    other = new DatabaseSync(path)
    other.exec('begin immediate')
  })
  afterEach(() => other.close())
  afterAll(() => rmSync(directory, { recursive: true }))

  test('writes wait without blocking the process, and are performed in their order', async () => {
    writes = new SqliteWrites(database)
    const first = writes.write(() => insert('a'))
    // Timers and reads go on meanwhile.
    await delay(100)
    expect(ids()).toEqual([])
    const second = writes.write(() => insert('b'))
    await delay(100)
    other.exec('commit')
    await Promise.all([first, second])
    expect(ids()).toEqual(['a', 'b'])
  })

  test('writes fail after their patience, and later ones have a patience of their own', async () => {
    writes = new SqliteWrites(database, { patience: 100 })
    await expect(writes.write(() => insert('a'))).rejects.toThrow('locked')
    const second = writes.write(() => insert('b'))
    await delay(10)
    other.exec('commit')
    await second
    expect(ids()).toEqual(['b'])
  })

  test('writes fail when the store is closed', async () => {
    writes = new SqliteWrites(database)
    const writing = writes.write(() => insert('a'))
    writes.close()
    await expect(writing).rejects.toThrow('locked')
  })
})
