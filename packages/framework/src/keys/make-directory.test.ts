import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { SweatpantsError } from '../tools/errors.ts'
import { makeDirectory } from './make-directory.ts'

const scratch = mkdtempSync(join(tmpdir(), 'make-directory-'))
afterAll(() => rmSync(scratch, { recursive: true }))

test('a folder is created with its parents, and one that exists is left', () => {
  const folder = join(scratch, 'a', 'b', 'c')
  makeDirectory(folder)
  makeDirectory(folder)
  makeDirectory('.')
  expect(statSync(folder).isDirectory()).toBe(true)
})

test.skipIf(process.platform !== 'linux')('a folder that the system refuses with ENOENT is refused at once', () => {
  expect(() => makeDirectory('/proc/none/of/these')).toThrow(
    "the folder /proc/none/of/these cannot be created: ENOENT: no such file or directory, mkdir '/proc/none'; choose another path",
  )
})

test.each(['file', 'file/below', 'gone', 'gone/below', 'a\0b', 'x'.repeat(300)])('%j cannot be created', (name) => {
  writeFileSync(join(scratch, 'file'), '')
  rmSync(join(scratch, 'gone'), { force: true })
  symlinkSync(join(scratch, 'nowhere', 'at', 'all'), join(scratch, 'gone'))
  const make = () => makeDirectory(join(scratch, name))
  expect(make).toThrow(SweatpantsError)
  expect(make).toThrow(/^the folder .+ cannot be created: .+; choose another path$/)
})
