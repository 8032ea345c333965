import { beforeAll, expect, test } from 'vitest'
import type { Verdict } from './conformance/gate.ts'
import { runSuites } from './conformance/run-suites.ts'
import { suites } from './conformance/suites.ts'

let verdicts: Verdict[]
beforeAll(async () => {
  verdicts = await runSuites(suites)
}, 300_000)

test.each(suites.map(({ name }, index) => [name, index] as const))(
  'the official suite %s finds nothing wrong',
  (_, index) => {
    expect(verdicts[index]?.problems).toEqual([])
  },
)
