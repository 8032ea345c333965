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
        weights: [
          { agentId: 'ada_1', skill: 0.781, isListed: true, known: 18, right: 14, weight: 1.2 },
          { agentId: 'bob_1', skill: 0.57, isListed: false, known: 0, right: 0, weight: 0.8 },
        ],
        effective: 1.92,
      }),
      endReason: 'rounds',
    },
  )
  expect(toSummary(session)).toBe(`Tabs or spaces?

Answer      Spaces. (probably right)
Ended with  Tabs.
Agreement   low, 50% after 1 round (1 of 2 seats heard, 1 model family behind it)

Ask again.
Not yet checked on your questions: 0 of 20 outcomes are known.

Last statements
  ada_1 (support, 80% sure): Tabs.

Seats
  ada_1: right about 78% · list; 14 of your 18 · counts 1.2×
  bob_1: right about 57% · its model is not listed · counts 0.8×
  Together they count like 1.9 seats of equal weight.

Warnings
  One voice.

Not heard
  bob_1 (provider/bob_1), round 1: nothing answers

Used 100 tokens in, 10 out, $0.5000. Session session-1`)
})

test('the summary of a debate without a complete round says so', () => {
  expect(toSummary(fold(starting()))).toContain('No round is complete.')
})
