import { expect, test } from 'vitest'
import type { Happening } from '../session/event.ts'
import { consensus, fold, response, starting } from '../session/fixtures/debate.ts'
import { decideContinue, type RoundCall } from './decide-continue.ts'

const interrupted: Happening = { type: 'round_interrupt', round: 1, by: 'caller' }
const said: Happening = { type: 'response_add', response: response() }
const ended: Happening = { type: 'round_end', round: 1, consensus: consensus() }
const over: Happening = { ...ended, endReason: 'unanimous' }

const decide = (happenings: Happening[], call: Partial<RoundCall>) =>
  decideContinue(fold(starting(), ...happenings), { ignored: [], ...call }).map(({ type }) => type)

test('a call that names the open round joins or resumes it, and one that names the next round begins it', () => {
  expect(decide([], { round: 1 })).toEqual([])
  expect(decide([interrupted], { round: 1 })).toEqual(['round_resume'])
  expect(decide([said, ended], { round: 2 })).toEqual(['round_start'])
  expect(decide([said, over], { round: 2, focusQuestion: 'And spaces?' })).toEqual(['round_start'])
})

test.for<[string, Happening[], Partial<RoundCall>, string]>([
  ['has ended', [said, ended], { round: 1 }, 'Round 1 has ended already'],
  ['ended with the debate', [said, over], { round: 1, focusQuestion: 'And spaces?' }, 'Round 1 has ended already'],
  ['follows the open one', [], { round: 2 }, 'Round 2 cannot be started yet: the debate is in round 1.'],
  ['follows the next one', [said, ended], { round: 3 }, 'Round 3 cannot be started yet: the debate is in round 1.'],
])('a call that names a round that %s is refused', ([, happenings, call, message]) => {
  expect(() => decide(happenings, call)).toThrow(
    expect.objectContaining({
      code: 'wrong_round',
      message: expect.stringContaining('continue_roundtable without round'),
      said: expect.stringContaining(message),
    }),
  )
})
