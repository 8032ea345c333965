import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findBundled, findInstalled, findOptional, root } from './licences/find-packages.ts'
import { isPermissive } from './licences/is-permissive.ts'
import { toRow } from './licences/licence-list.ts'

test('all that is installed with what we publish is under a permissive licence', () => {
  const packages = [...findInstalled(), ...findBundled(), ...findOptional()]
  expect(packages.length).toBeGreaterThan(50)
  expect(packages.filter(({ licence }) => !isPermissive(licence))).toEqual([])
})

test('every package that ours ask for is in the list, with its version and licence: npm run docs:licences', () => {
  const listed = readFileSync(join(root, 'docs/licences.md'), 'utf8').split('\n')
  const asked = [...findInstalled(), ...findBundled(), ...findOptional()].filter(({ askedBy }) => askedBy.length > 0)
  expect(asked.map(toRow).filter((row) => !listed.includes(row))).toEqual([])
})

test.each([
  ['MIT', true],
  ['(MPL-2.0 OR Apache-2.0)', true],
  ['MIT AND ISC', true],
  ['MIT AND GPL-3.0', false],
  ['LGPL-3.0-or-later', false],
  ['SEE LICENSE IN LICENSE', false],
  ['none', false],
])('%s is permissive: %s', (licence, expected) => {
  expect(isPermissive(licence)).toBe(expected)
})
