import fs, { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readKeys } from './read-keys.ts'

test('two processes with the same id that start at once, as in two containers, read the same key', () => {
  vi.stubEnv('SWEATPANTS_KEYS', undefined)
  const folder = mkdtempSync(join(tmpdir(), 'read-keys-'))
  const { linkSync } = fs
  let other: readonly string[] | undefined
  const linking = vi.spyOn(fs, 'linkSync').mockImplementationOnce((...paths) => {
    other = readKeys(join(folder, 'store.db'))
    linkSync(...paths)
  })
  onTestFinished(() => {
    linking.mockRestore()
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })
  expect(readKeys(join(folder, 'store.db'))).toEqual(other)
  expect(readdirSync(folder)).toEqual(['store.db.key'])
})

test('a key file that cannot be used is refused with its path', () => {
  vi.stubEnv('SWEATPANTS_KEYS', undefined)
  const folder = mkdtempSync(join(tmpdir(), 'read-keys-'))
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })
  const store = join(folder, 'store.db')
  mkdirSync(`${store}.key`)
  expect(() => readKeys(store)).toThrow(
    `the sealing key ${store}.key cannot be used: EISDIR: illegal operation on a directory, read; or set SWEATPANTS_KEYS instead`,
  )
  rmSync(`${store}.key`, { recursive: true })
  writeFileSync(`${store}.key`, 'cut\n')
  expect(() => readKeys(store)).toThrow(
    `the sealing key ${store}.key cannot be used: it has 3 characters, expected at least 32; restore it from a backup; or set SWEATPANTS_KEYS instead`,
  )
})
