import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomLog, replay } from './fixtures/random-log.ts'
import { isSaid } from './is-said.ts'
import type { Patch } from './patch.ts'
import { type ChatState, emptyState } from './state.ts'

/** What a turn says again when it is replayed. What streams is not: it comes only from a model that is asked anew. */
const REPEATED: Patch['type'][] = [
  'assistant_message',
  'tool_call_start',
  'tool_call_result',
  'tool_call_error',
  'approval_request',
  'elicit_start',
  'elicit',
  'elicit_complete',
]

/** Of what is being stopped, nothing is said. */
const isTold = ({ turn }: ChatState, { type }: Patch) => turn !== undefined && !turn.aborting && REPEATED.includes(type)

describe('what a turn says', () => {
  it('is not said before it is in the log, and is said as soon as it is', () => {
    const told = new Set<string>()
    fc.assert(
      fc.property(randomLog(), (log) => {
        let state = emptyState
        for (const patch of log) {
          const next = replay([patch], state)
          if (isTold(state, patch)) {
            told.add(patch.type)
            expect([patch, isSaid(state, patch), isSaid(next, patch)]).toEqual([patch, false, true])
          }
          state = next
        }
      }),
      { numRuns: 300 },
    )
    expect([...told].sort()).toEqual(REPEATED.toSorted())
  })

  it('stays said for as long as the turn runs, so that a replay repeats nothing', () => {
    fc.assert(
      fc.property(randomLog(), (log) => {
        let state = emptyState
        let told: Patch[] = []
        for (const patch of log) {
          const isNew = isTold(state, patch)
          state = replay([patch], state)
          if (state.turn === undefined || state.turn.aborting) told = []
          else if (isNew) told = [...told.filter((earlier) => !isWithdrawn(earlier, patch)), patch]
          expect(told.filter((earlier) => !isSaid(state, earlier))).toEqual([])
        }
      }),
      { numRuns: 300 },
    )
  })

  it('is said of a call that is over: it has nothing left to ask', () => {
    const asking: Patch[] = [
      { type: 'elicit_start', callId: 'c', toolName: 't' },
      { type: 'approval_request', callId: 'c', toolName: 't', arguments: {}, timestamp: 1 },
      {
        type: 'elicit',
        callId: 'c',
        toolName: 't',
        elicitId: 'c:q',
        key: 'q',
        message: '',
        context: {},
        attempt: 1,
        timestamp: 1,
      },
    ]
    const running = replay([
      { type: 'user_message', messageId: 'u', content: 'x', timestamp: 1 },
      { type: 'turn_start', turn: 1, messageIds: ['u'], model: 'm' },
      { type: 'streaming_start', messageId: 'm1_0', turn: 1, attempt: 1, timestamp: 1 },
      {
        type: 'tool_call_start',
        callId: 'c',
        toolUseId: 't',
        messageId: 'm1_0',
        toolName: 't',
        arguments: {},
        timestamp: 1,
      },
    ])
    const over = replay([{ type: 'tool_call_result', callId: 'c', result: 1 }], running)
    expect(asking.map((patch) => isSaid(running, patch))).toEqual([false, false, false])
    expect(asking.map((patch) => isSaid(over, patch))).toEqual([true, true, true])
  })

  it('is never said when it streams or tells how far a call is', () => {
    const streaming: Patch[] = [
      { type: 'streaming_start', messageId: 'm1_0', turn: 1, attempt: 1, timestamp: 1 },
      { type: 'streaming_text', messageId: 'm1_0', text: 'x' },
      { type: 'streaming_end', messageId: 'm1_0' },
      { type: 'tool_call_progress', callId: 'c1_0_0', message: 'x' },
    ]
    fc.assert(
      fc.property(randomLog(), (log) => {
        const state = replay(log)
        expect(streaming.filter((patch) => isSaid(state, patch))).toEqual([])
      }),
    )
  })
})

/** A replay asks only what is open: not what was withdrawn, and no earlier attempt. */
function isWithdrawn(earlier: Patch, patch: Patch): boolean {
  if (earlier.type !== 'elicit') return false
  if (patch.type === 'elicit') return patch.elicitId === earlier.elicitId
  return patch.type === 'elicit_complete' && (patch.elicitId ?? earlier.elicitId) === earlier.elicitId
}
