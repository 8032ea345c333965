import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres, type TestPostgres } from '../../../../test/postgres.ts'
import { UsageError } from './args.ts'
import { describeStore, keyPath, openStore, STORE_FORMS } from './open-store.ts'

let folder: string
let postgres: TestPostgres
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'open-store-'))
  postgres = await startPostgres()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await postgres.stop()
})

test('openStore opens a file, and creates its folder', async () => {
  const file = join(folder, 'new', 'store.db')
  await (await openStore(file)).close()
  expect(existsSync(file)).toBe(true)
})

test('openStore opens a Postgres database', async () => {
  await (await openStore(postgres.url)).close()
})

test.each([
  ['mysql://ada:secret@db/app', 'mysql://db/app is not a store; set --store or STORE to a file or postgres://…'],
  ['postgres://ada:secret@127.0.0.1:1/app', 'cannot open a store on Postgres at 127.0.0.1:1/app'],
])('openStore refuses %s without its password', async (location, message) => {
  const refused = expect(openStore(location)).rejects
  await refused.toThrow(UsageError)
  await refused.toThrow(message)
  await refused.not.toThrow('secret')
})

test('openStore names a file that it cannot open', async () => {
  await expect(openStore(folder)).rejects.toThrow(`cannot open the store ${folder}: `)
})

test('the sealing key is kept beside a file, and at the fallback path for a database', () => {
  expect(keyPath('a/store.db', 'fallback')).toBe('a/store.db')
  expect(keyPath('postgres://db/app', 'fallback')).toBe('fallback')
})

test('a location is shown without user name, password and parameters', () => {
  expect(describeStore('a/store.db')).toBe('a/store.db')
  expect(describeStore('postgres://ada:secret@db:5432/app?sslkey=x')).toBe('postgres://db:5432/app')
})

test('STORE_FORMS lists every kind of store', () => {
  expect(STORE_FORMS).toBe('a file or postgres://…')
})
