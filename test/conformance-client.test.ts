import { expect, test } from 'vitest'
import { runClientSuite } from './conformance/run-suites.ts'
import { clientSuite } from './conformance/suites.ts'

test('the client scenarios of the official suite find nothing wrong', { timeout: 180_000 }, async () => {
  const { problems } = await runClientSuite(clientSuite)
  expect(problems).toEqual([])
})
