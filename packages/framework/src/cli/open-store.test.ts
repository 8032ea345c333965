import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
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
  [
    'mysql://ada:secret@db/app',
    'mysql://db/app is not a store; set --store or STORE to a file, postgres://… or nats://…',
  ],
  ['postgres://ada:secret@127.0.0.1:1/app', 'cannot open a store on Postgres at 127.0.0.1:1/app'],
  ['nats://ada:secret@127.0.0.1:1,127.0.0.1:2', 'cannot open a store on NATS at 127.0.0.1:1,127.0.0.1:2: '],
])('openStore refuses %s without its password', async (location, message) => {
  const refused = expect(openStore(location)).rejects
  await refused.toThrow(UsageError)
  await refused.toThrow(message)
  await refused.not.toThrow('secret')
})

test('openStore names a file that it cannot open', async () => {
  await expect(openStore(folder)).rejects.toThrow(`cannot open the store ${folder}: `)
})

test('openStore encrypts a store with STORE_KEYS, and refuses it without them or with others', async () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  const file = join(folder, 'encrypted.db')
  vi.stubEnv('STORE_KEYS', 'k'.repeat(32))
  const store = await openStore(file)
  await store.log('chat').create('a', { about: 'the launch code', events: [] })
  await store.close()
  expect(readFileSync(file, 'latin1')).not.toContain('launch')
  vi.stubEnv('STORE_KEYS', undefined)
  await expect(openStore(file)).rejects.toThrow(`the store ${file} is encrypted; set STORE_KEYS to its keys`)
  vi.stubEnv('STORE_KEYS', 'o'.repeat(32))
  await expect(openStore(file)).rejects.toThrow('which is not among these keys')
  vi.stubEnv('STORE_KEYS', `${'o'.repeat(32)}, ${'k'.repeat(32)}`)
  const again = await openStore(file)
  expect(await again.log('chat').get('a')).toMatchObject({ about: 'the launch code' })
  await again.close()
})

test('the sealing key is kept beside a file, and at the fallback path for a database', () => {
  expect(keyPath('a/store.db', 'fallback')).toBe('a/store.db')
  expect(keyPath('postgres://db/app', 'fallback')).toBe('fallback')
})

test('a location is shown without user name, password and parameters', () => {
  expect(describeStore('a/store.db')).toBe('a/store.db')
  expect(describeStore('postgres://ada:secret@db:5432/app?sslkey=x')).toBe('postgres://db:5432/app')
  expect(describeStore('nats://ada:secret@a:4222,b:4222?sync=any')).toBe('nats://a:4222,b:4222')
})

test('STORE_FORMS lists every kind of store', () => {
  expect(STORE_FORMS).toBe('a file, postgres://… or nats://…')
})

test('a store in memory has no key file', () => {
  expect(keyPath(':memory:', '.sweatpants/chat')).toBeUndefined()
})
