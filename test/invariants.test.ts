import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const source = readFileSync('packages/framework/src/tools/run.ts', 'utf8')
const invariants = [...source.matchAll(/^ \* (R\d+)\s/gm)].map(([, id]) => id!)

it('the runtime states its invariants R1 to R13', () => {
  expect(invariants).toEqual(Array.from({ length: 13 }, (_, index) => `R${index + 1}`))
})

it.each(invariants)('%s is cited by a test', (id) => {
  const tests = globSync('packages/framework/src/**/*.test.ts').map((file) => readFileSync(file, 'utf8'))
  expect(tests.some((text) => new RegExp(`it(\\.each\\([\\s\\S]*?\\))?\\(\\s*'[^']*\\b${id}\\b`).test(text))).toBe(true)
})
