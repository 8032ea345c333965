import { expect, test } from 'vitest'
import { consensus, failure, fold, response, starting } from '../session/fixtures/debate.ts'
import { toSummary } from './report.ts'

test('a summary has the decision, the seats behind it, the dissent and the seats that were not heard', () => {
  const session = fold(
    starting(),
    { type: 'response_add', response: response({ stance: 'support', confidence: 0.8 }) },
    { type: 'seat_fail', failure: failure(), usage: { inputTokens: 0, outputTokens: 0 } },
    {
      type: 'round_end',
      round: 1,
      consensus: consensus({
        decision: { answer: 'Spaces.', probability: 0.7 },
        leading: 'Tabs.',
        families: ['ada_1'],
        warnings: ['One voice.'],
      }),
      endReason: 'rounds',
    },
  )
  expect(toSummary(session)).toBe(`Tabs or spaces?

Answer      Spaces. (probably right)
Ended with  Tabs.
Agreement   low, 50% after 1 round (1 of 2 seats heard, 1 model family behind it)

Ask again.

Last statements
  ada_1 (support, 80% sure): Tabs.

Warnings
  One voice.

Not heard
  bob_1 (provider/bob_1), round 1: nothing answers

Used 100 tokens in, 10 out, $0.5000. Session session-1`)
})

test('the summary of a debate without a complete round says so', () => {
  expect(toSummary(fold(starting()))).toContain('No round is complete.')
})
