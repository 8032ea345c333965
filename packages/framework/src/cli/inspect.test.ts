import { expect, test } from 'vitest'
import type { Recording } from '../tools/journal.ts'
import { toReport } from './inspect.ts'
import { toTable } from './table.ts'

const fact = (at: string, kind: string, key: string) => ({ at, kind, key, digest: 'd', time: 0 })

const recording: Recording = {
  revision: 3,
  header: {
    format: 1,
    tool: 'book',
    version: '2',
    runId: 'run-1',
    seed: 's',
    can: { elicitation: true, sampling: true, roots: false, tasks: false },
    principal: 'ada',
    params: 'p',
    startedAt: 0,
  },
  entries: [
    { type: 'value', ...fact('0', 'step', 'search'), value: 'x'.repeat(100) },
    { type: 'value', ...fact('1', 'sleep', '') },
    { type: 'failure', ...fact('2', 'step', 'pay'), failure: { name: 'Error', message: 'no money' } },
    { type: 'started', ...fact('3', 'step', 'book') },
    { type: 'halted', at: '', reason: 'cancelled', time: 0 },
  ],
  progress: {
    asked: { '4': { kind: 'elicit', key: 'sure', time: 0, attempt: 3, refused: 2, problem: 'too long' } },
    emitted: 0,
  },
}

const EPOCH = '1970-01-01T00:00:00.000Z'

test('a report has the header, every entry and the open questions', () => {
  expect(toReport({ recording, rounds: 2, expiresAt: 1 }, 0)).toBe(
    `tool        book (version 2)
run         run-1
started     ${EPOCH}
principal   ada
client can  elicitation, sampling
rounds      2
expires     1970-01-01T00:00:00.001Z

address  kind    key     time                      outcome
0        step    search  ${EPOCH}  "${'x'.repeat(78)}…
1        sleep           ${EPOCH}  undefined
2        step    pay     ${EPOCH}  failed: Error: no money
3        step    book    ${EPOCH}  started
(root)   halted          ${EPOCH}  cancelled

waiting at  since                     refused
4           ${EPOCH}  2x: too long`,
  )
})

test('the report of an expired state says so', () => {
  expect(toReport({ recording, rounds: 2, expiresAt: 0 }, 0)).toMatch(/^expires +\S+ \(expired\)$/m)
})

test('the report of a run without entries says so', () => {
  const empty = { ...recording, entries: [] }
  expect(toReport({ recording: empty, rounds: 1, expiresAt: 1 }, 0)).toContain('\n\nThere are no entries yet.\n\n')
})

test('a text of several lines stays in its row of a table', () => {
  const forged = 'Pay?\n2  All is well\u2028\r3'
  expect(
    toTable([
      ['', 'question'],
      ['1', forged],
    ]).split('\n'),
  ).toEqual(['   question', '1  Pay? 2  All is well 3'])
})
