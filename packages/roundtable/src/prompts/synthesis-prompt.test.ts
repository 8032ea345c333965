import { expect, test } from 'vitest'
import type { ConsensusResult } from '../session/consensus.ts'
import { consensus, fold, starting } from '../session/fixtures/debate.ts'
import { synthesisPrompt } from './synthesis-prompt.ts'

/** Returns what the prompt says about a vote. */
function messageFor(result: Partial<ConsensusResult>): string {
  const session = fold(starting(1), { type: 'round_end', round: 1, consensus: consensus(result) })
  return synthesisPrompt({ session, nonce: '0123456789abcdef', promptTokens: 12_000 }).message
}

test('the prompt names the counted answer, also if most seats hold it and no decision follows', () => {
  expect(messageFor({ decision: { answer: 'Tea', probability: 0.6 } })).toContain('the counted answer is “Tea”')
  expect(messageFor({ decision: { answer: 'Tea' }, unrated: 'values' })).toContain('the counted answer is “Tea”')
  expect(messageFor({ leading: 'Tea' })).toContain('the counted answer is “Tea”')
})

test.each([
  { why: 'it is more likely wrong than right', result: { decision: { answer: 'Tea', probability: 0.4 } } },
  { why: 'the seats have not confirmed', result: { decision: { answer: 'Tea' }, unrated: 'unconfirmed' as const } },
])('the prompt says that the vote gives no answer, because $why', ({ why, result }) => {
  const message = messageFor(result)
  expect(message).toContain(`the vote gives no answer; “Tea” is ahead, but ${why}`)
  expect(message).not.toContain('the counted answer is')
})

test('the prompt says that a tie gives no answer', () => {
  expect(messageFor({})).toContain('the vote gives no answer')
})
