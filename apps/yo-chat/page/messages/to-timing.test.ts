import type { ChatMessage } from '@sweatpants/framework/chat'
import { expect, test } from 'vitest'
import { toTiming } from './to-timing.ts'

const took = (milliseconds: number, outputTokens: number): ChatMessage => ({
  messageId: 'm',
  role: 'assistant',
  content: [],
  status: 'complete',
  startedAt: 1_000,
  timestamp: 1_000 + milliseconds,
  usage: { inputTokens: 1, outputTokens },
})

test.each([
  [20, 400, ['< 0.1 s']],
  [400, 400, ['0.4 s']],
  [2_500, 100, ['2.5 s', '40 tokens/s']],
  [2_500, 0, ['2.5 s']],
  [10_000, 10, ['10 s', '1 token/s']],
  [59_990, 10, ['59 s', '< 1 token/s']],
  [125_000, 250_000, ['2 min 5 s', '2,000 tokens/s']],
])('an answer that took %i ms for %i tokens is timed', (milliseconds, tokens, parts) => {
  expect(toTiming(took(milliseconds, tokens))).toEqual(parts)
})

test('an answer without a start is not timed', () => {
  const { startedAt, ...message } = took(1, 1)
  expect(toTiming(message)).toEqual([])
})
