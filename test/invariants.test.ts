import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** Files that open with numbered invariants, and what these are called. */
const files: [string, string[]][] = [
  ['framework/src/tools/run.ts', numbered('R', 22)],
  ['framework/src/tools/run-trace.ts', numbered('S', 4)],
  ['framework/src/log/log.ts', numbered('L', 5)],
  ['framework/src/log/driver.ts', numbered('D', 9)],
  ['framework/src/log/feed.ts', numbered('F', 6)],
  ['framework/src/http/paced-writer.ts', numbered('P', 4)],
  ['framework/src/log/client/connection.ts', numbered('N', 4)],
  ['framework/src/mcp/rev2026/kept-call.ts', numbered('K', 5)],
  ['framework/src/mcp/rev2025/stored-sessions.ts', numbered('V', 3)],
  ['framework/src/control/run-controls.ts', numbered('O', 3)],
  ['framework/src/chat/reduce.ts', numbered('C', 5)],
  ['framework/src/chat/client/command-queue.ts', numbered('Q', 2)],
  ['framework/src/chat/client/elicit-handlers.ts', numbered('H', 3)],
  ['roundtable/src/debate/create-roundtable.ts', numbered('T', 6)],
]

/** A contract suite is run by the tests of every implementation. */
const tests = globSync('{packages/*/src,test}/**/{*.test,*-contract,*-cases}.ts').map((file) =>
  readFileSync(file, 'utf8'),
)

describe.each(files)('%s', (file, invariants) => {
  it(`states its invariants ${invariants[0]} to ${invariants.at(-1)}`, () => {
    const source = readFileSync(`packages/${file}`, 'utf8')
    expect([...source.matchAll(/^ \* (?:- )?([A-Z]\d+)\s/gm)].map(([, id]) => id)).toEqual(invariants)
  })

  it.each(invariants)('%s is cited by a test', (id) => {
    const cited = new RegExp(`['"][^'"\\n]*\\b${id}\\b`)
    expect(tests.some((text) => cited.test(text))).toBe(true)
  })
})

function numbered(letter: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${letter}${index + 1}`)
}
