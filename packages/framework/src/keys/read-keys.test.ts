import fs, { mkdtempSync, readdirSync, rmSync } from 'node:fs'
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
