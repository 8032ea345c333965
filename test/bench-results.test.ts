import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { judge, toResults } from '../bench/results.ts'

const HEAD = '| target | limit | measured |  |\n| --- | ---: | ---: | ---: |'
const met = `## fast\n\nAbout it.\n\n**Targets**\n\n${HEAD}\n| a call | ≤ 2× | 1.5× | met |`
const missed = `## slow\n\nAbout it.\n\n**Targets**\n\n${HEAD}\n| a call | ≤ 1× | 1.5× | **not met**: it does more |\n| two | ≤ 1 | 2 | **not met** |`

test('a section that is measured again replaces the earlier one, and the verdict counts the targets of all sections', () => {
  const first = toResults(toResults('# Benchmarks\n', '# Benchmarks', met), '# Benchmarks', missed)
  const verdict = '2 of 3 targets are NOT met:\n- a call: 1.5×, wanted ≤ 1×; it does more.\n- two: 2, wanted ≤ 1.'
  expect(first).toBe(`# Benchmarks\n\n${verdict}\n\n${met}\n\n${missed}\n`)
  const now = `## slow\n\nAbout it.\n\n**Targets**\n\n${HEAD}\n| a call | ≤ 1× | 0.5× | met |`
  expect(toResults(first, '# On another machine', now)).toBe(
    `# On another machine\n\nAll 2 targets are met.\n\n${met}\n\n${now}\n`,
  )
})

test('the verdict of the recorded results is that of their sections', () => {
  const recorded = readFileSync(new URL('../bench/RESULTS.md', import.meta.url), 'utf8')
  expect(recorded).toContain(judge([recorded]))
})
