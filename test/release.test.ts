import { expect, test } from 'vitest'
import { checkTarball } from './release/check-tarball.ts'
import { packTarballs } from './third-party/tarballs.ts'

// The types of the framework alone take ten seconds, so `npm test` checks the small packages.
const names =
  process.env.MODE === 'matrix'
    ? (['demo-model', 'framework', 'inspector', 'roundtable', 'create-sweatpants'] as const)
    : (['demo-model', 'create-sweatpants'] as const)

test.each(names)('the tarball of %s passes the checks of a release', { timeout: 180_000 }, async (name) => {
  const { problems } = await checkTarball((await packTarballs())[name])
  expect(problems).toEqual([])
})
