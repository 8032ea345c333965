import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createProgress } from './progress.ts'

function open(isTTY: boolean) {
  vi.stubEnv('TERM', 'xterm')
  onTestFinished(() => void vi.unstubAllEnvs())
  const output = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY })
  const progress = createProgress(output)
  onTestFinished(() => progress[Symbol.dispose]())
  return { progress, printed: () => String(output.read() ?? '') }
}

const heard = { after: 3, line: 'ada_1: Tabs.', done: 1, expected: 2, isOver: false }

test('progress writes only lines to a pipe', () => {
  const { progress, printed } = open(false)
  progress.open('Round 1 of 3')
  progress.hear(heard)
  progress.rest()
  expect(printed()).toBe('Round 1 of 3\n  ada_1: Tabs.\n')
})

test('progress shows the number of answers below the lines on a terminal, and erases it at the end', () => {
  const { progress, printed } = open(true)
  progress.open('Round 1 of 3')
  progress.hear(heard)
  expect(stripVTControlCharacters(printed())).toMatch(
    /^\nRound 1 of 3\n\r {2}ada_1: Tabs\.\n\r {2}\S 1 of 2 heard, 0 s$/,
  )
  progress.rest()
  expect(printed()).toBe('\r\u001B[K')
})

test('progress removes control characters from the text of a model', () => {
  const { progress, printed } = open(false)
  progress.hear({ ...heard, line: 'ada_1: \u001B[2JTabs\u0007.' })
  expect(printed()).toBe('  ada_1: Tabs.\n')
})
