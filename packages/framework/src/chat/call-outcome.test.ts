import { expect, test } from 'vitest'
import { content } from '../tools/content.ts'
import { noUsage } from '../tools/usage.ts'
import { toCallOutcome } from './call-outcome.ts'

// An emoji has two UTF-16 units, so an even limit cuts one of them in half.
const long = `x${'😀'.repeat(60_000)}`

test.each([
  ['of an error', { type: 'failed' as const, error: new Error(long) }],
  [
    'that a tool returned',
    { type: 'completed' as const, value: content([{ type: 'text', text: long }], { isError: true }) },
  ],
])('a long problem %s is cut, and stays text that providers accept', (_, ended) => {
  const outcome = toCallOutcome('look', { ...ended, usage: noUsage, ignored: [], abandoned: [] })
  const problem = outcome.type === 'failed' ? outcome.problem : ''
  expect(problem).toHaveLength(100_001)
  expect(problem.isWellFormed()).toBe(true)
})
