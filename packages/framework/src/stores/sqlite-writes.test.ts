import type { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from './sqlite-database.ts'
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

const insert = (id: string) =>
  database.prepare('insert into run_records (run_id, expires_at, data) values (?, 1, 1)').run(id)
const ids = () =>
  database
    .prepare('select run_id from run_records')
    .all()
    .map((row) => row.run_id)

test('what is asked for in one turn is written in its order, in one transaction', async () => {
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

test('a write that throws half way is undone, and the others of its turn are not', async () => {
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

test('when the transaction as a whole is lost, every write of the turn is told why', async () => {
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

test('a write that is asked for while others are told comes in the next turn', async () => {
  const second = writes.write(() => insert('a')).then(() => writes.write(() => insert('b')))
  await second
  expect(ids()).toEqual(['a', 'b'])
})

test('what waits is written at once when it has to be', async () => {
  const writing = writes.write(() => insert('a'))
  writes.flush()
  expect(ids()).toEqual(['a'])
  database.close()
  await writing
})
