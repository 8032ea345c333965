import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createProgress } from './progress.ts'

function open(isTTY: boolean, size: { columns?: number; rows?: number } = {}) {
  vi.stubEnv('TERM', 'xterm')
  onTestFinished(() => void vi.unstubAllEnvs())
  const output = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY, ...size })
  const progress = createProgress(output)
  onTestFinished(() => progress[Symbol.dispose]())
  return { progress, printed: () => String(output.read() ?? '') }
}

const heard = { after: 3, line: 'ada_1: **Tabs.**', done: 1, expected: 2, isOver: false }

test('progress writes only lines to a pipe', () => {
  const { progress, printed } = open(false)
  progress.open('Round 1 of 3')
  progress.hear(heard)
  progress.rest()
  expect(printed()).toBe('Round 1 of 3\n  ada_1: Tabs.\n')
})

test('a text with line breaks stays on the line of its seat', () => {
  const { progress, printed } = open(false)
  progress.hear({ ...heard, line: 'ada_1: Tabs.&#10;&#10;bob_1: I agree.' })
  expect(printed()).toBe('  ada_1: Tabs. bob_1: I agree.\n')
})

test('progress shows the number of answers below the lines on a terminal, and erases it at the end', () => {
  const { progress, printed } = open(true)
  progress.open('Round 1 of 3')
  progress.hear(heard)
  expect(stripVTControlCharacters(printed())).toMatch(
    /^\nRound 1 of 3\n\r {2}ada_1: Tabs\.\n\r {2}\S 1 of 2 heard, 0 s$/,
  )
  progress.rest()
  expect(printed()).toBe('\r\u001B[J')
})

test('progress removes control characters from the text of a model', () => {
  const { progress, printed } = open(false)
  progress.hear({ ...heard, line: 'ada_1: \u001B[2JTabs\u0007.' })
  expect(printed()).toBe('  ada_1: Tabs.\n')
})

test('progress shows the end of each draft below the lines on a terminal, and erases it with the answer', () => {
  const { progress, printed } = open(true, { columns: 30, rows: 24 })
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  progress.open('Round 1 of 3')
  progress.draft([
    { name: 'Empiricist · gpt-6', text: `**No.**\n\n${'It is too early for that. '.repeat(5)}Wait.` },
    { name: 'Historian · claude', text: '表'.repeat(20) },
  ])
  vi.advanceTimersByTime(100)
  expect(stripVTControlCharacters(printed()).split('\n').slice(2)).toEqual([
    '\r  Empiricist · gpt-6',
    '    that. It is too early for',
    '    that. It is too early for',
    '    that. Wait.',
    '  Historian · claude',
    `    ${'表'.repeat(12)}`,
    `    ${'表'.repeat(8)}`,
    expect.stringContaining('waiting for the first answer, 0 s'),
  ])
  progress.draft([])
  progress.hear(heard)
  expect(printed().startsWith('\r\u001B[7A\u001B[J  ada_1: Tabs.\n')).toBe(true)
})

test('progress draws no more lines than the screen has', () => {
  const { progress, printed } = open(true, { columns: 20, rows: 6 })
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  progress.open('Round 1 of 3')
  progress.draft(['a', 'b', 'c'].map((name) => ({ name, text: 'Such long words. '.repeat(9) })))
  vi.advanceTimersByTime(100)
  expect(stripVTControlCharacters(printed()).split('\n').slice(2)).toHaveLength(5)
})

test('progress shows drafts on a terminal that does not know its size', () => {
  const { progress, printed } = open(true, { columns: 0, rows: 0 })
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  progress.open('Round 1 of 3')
  progress.draft([{ name: 'Ada', text: 'Tabs, because' }])
  vi.advanceTimersByTime(100)
  expect(stripVTControlCharacters(printed())).toContain('    Tabs, because')
})

test('progress writes no drafts to a pipe', () => {
  const { progress, printed } = open(false)
  progress.draft([{ name: 'ada', text: 'Tabs, because' }])
  expect(printed()).toBe('')
})
