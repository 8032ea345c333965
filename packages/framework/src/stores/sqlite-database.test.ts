import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { SweatpantsError } from '../tools/errors.ts'
import { openDatabase, transact } from './sqlite-database.ts'

const directory = mkdtempSync(join(tmpdir(), 'sqlite-database-'))
afterAll(() => rmSync(directory, { recursive: true }))

test('a new file is created with its directory, and syncs every commit', () => {
  const path = join(directory, 'a', 'b', 'runs.db')
  using database = openDatabase(path)
  expect(existsSync(path)).toBe(true)
  expect(database.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' })
  expect(database.prepare('pragma synchronous').get()).toEqual({ synchronous: 2 })
})

test('a file that is opened again keeps its rows', () => {
  const path = join(directory, 'again.db')
  using first = openDatabase(path)
  first.exec("insert into nodes (node, alive_until, ttl) values ('a', 1, 1)")
  using second = openDatabase(path)
  expect(second.prepare('select node, ttl from nodes').all()).toEqual([{ node: 'a', ttl: 1 }])
})

test('a path that cannot be opened is refused with its name and what to do', () => {
  const file = join(directory, 'notes.txt')
  writeFileSync(file, 'This is a file of another program, and no database.')
  const refusals = [
    [file, /notes\.txt: the file is not a store, or it is damaged; check its path, or restore it from a backup$/],
    [directory, /^cannot open the store .+: EISDIR: .+; check the path$/],
    [join(file, 'a', 'store.db'), /^the folder .+notes\.txt.a cannot be created: EEXIST: .+; choose another path$/],
  ] as const
  for (const [path, message] of refusals) {
    expect(() => openDatabase(path)).toThrow(SweatpantsError)
    expect(() => openDatabase(path)).toThrow(message)
  }
})

test('a file of a newer release is refused, and stays as it is', () => {
  const path = join(directory, 'newer.db')
  openDatabase(path).close()
  using database = new DatabaseSync(path)
  database.exec('pragma user_version = 99')
  expect(() => openDatabase(path)).toThrow(/newer\.db has version 99, and this release knows versions up to \d+/)
  expect(database.prepare('pragma user_version').get()).toEqual({ user_version: 99 })
})

test('a transaction that throws is undone, and the next one is committed', () => {
  using database = openDatabase(':memory:')
  const insert = (id: string) => database.prepare('insert into nodes (node, alive_until, ttl) values (?, 1, 1)').run(id)
  const failing = () => {
    insert('a')
    throw new Error('half way')
  }
  expect(() => transact(database, failing)).toThrow('half way')
  transact(database, () => insert('b'))
  expect(database.prepare('select node from nodes').all()).toEqual([{ node: 'b' }])
})

test('a new file and the files beside it can be read only by their owner', {
  skip: process.platform === 'win32',
}, () => {
  const path = join(directory, 'private.db')
  using database = openDatabase(path)
  database.exec("insert into nodes (node, alive_until, ttl) values ('a', 1, 1)")
  const modes = ['', '-wal', '-shm'].map((end) => statSync(path + end).mode & 0o777)
  expect(modes).toEqual([0o600, 0o600, 0o600])
})

test('an existing file keeps its mode', { skip: process.platform === 'win32' }, () => {
  const path = join(directory, 'shared.db')
  openDatabase(path).close()
  chmodSync(path, 0o660)
  openDatabase(path).close()
  expect(statSync(path).mode & 0o777).toBe(0o660)
})

test('the location of another kind of store is refused without its password, and no file is created', () => {
  for (const location of ['postgres://ada:secret@db/app', 'nats://ada:secret@a:4222,b:4222']) {
    const [scheme] = location.split('ada')
    expect(() => openDatabase(location)).toThrow(
      `SQLite keeps a store in a file, not at a URL ${scheme}…; openStore of @sweatpants/framework/cli opens every kind of store`,
    )
    expect(existsSync(scheme!.slice(0, -2))).toBe(false)
  }
})
