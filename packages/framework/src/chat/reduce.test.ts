import { deepStrictEqual } from 'node:assert/strict'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../tools/json.ts'
import { addUsage, noUsage } from '../tools/usage.ts'
import { cutLog, randomLog, replay, statesOf } from './fixtures/random-log.ts'
import type { Patch, PatchType } from './patch.ts'
import { applyBroadcast, isSaid, reduce } from './reduce.ts'
import { messageBefore } from './reduce-branches.ts'
import { openViewCalls } from './reduce-calls.ts'
import { type ChatMessage, type ChatState, emptyState, everyMessage } from './state.ts'

const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value))

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.values(Object.freeze(value)).forEach(freeze)
  return value
}

const say = (messageId: string, content = messageId): Patch => ({
  type: 'user_message',
  messageId,
  content,
  timestamp: 1,
})
const edit = (messageId: string, edits: string): Patch => ({ ...say(messageId), edits }) as Patch
const again = (messageId: string): Patch => ({ type: 'turn_request', messageId })
const show = (messageId: string): Patch => ({ type: 'branch_switch', messageId })
const start = (turn: number, ...messageIds: string[]): Patch => ({ type: 'turn_start', turn, messageIds, model: 'm' })
const end = (turn: number): Patch => ({ type: 'turn_end', turn, reason: 'complete' })
const stream = (messageId: string, turn: number, attempt = 1): Patch => ({
  type: 'streaming_start',
  messageId,
  turn,
  attempt,
  timestamp: 1,
})
const piece = (messageId: string, text: string): Patch => ({ type: 'streaming_text', messageId, text })
const answer = (messageId: string, turn: number, text = messageId): Patch => ({
  type: 'assistant_message',
  messageId,
  turn,
  content: [{ type: 'text', text }],
  model: 'm',
  stopReason: 'endTurn',
  usage: noUsage,
  timestamp: 1,
})
const call = (callId: string, messageId: string): Patch => ({
  type: 'tool_call_start',
  callId,
  toolUseId: 't',
  messageId,
  toolName: 'tool',
  arguments: {},
  timestamp: 1,
})
const consent = (callId: string): Patch => ({
  type: 'approval_request',
  callId,
  toolName: 'tool',
  arguments: { a: 1 },
  timestamp: 1,
})
const ask = (callId: string, elicitId: string, attempt = 1): Patch => ({
  type: 'elicit',
  callId,
  toolName: 'tool',
  elicitId,
  key: 'q',
  message: 'Which?',
  context: {},
  attempt,
  timestamp: 1,
})
const respond = (callId: string, elicitId: string, content: Json = 1): Patch => ({
  type: 'elicit_response',
  callId,
  elicitId,
  result: { action: 'accept', content },
  timestamp: 2,
})
const done = (callId: string): Patch => ({ type: 'tool_call_result', callId, result: 1 })

const calling = [say('u'), start(1, 'u'), answer('m', 1), call('c', 'm')]
const ids = ({ messages }: ChatState) => messages.map(({ messageId }) => messageId)
const textOf = (state: ChatState, messageId: string) =>
  state.messages.find((message) => message.messageId === messageId)?.content

describe('any log of a chat', () => {
  it('has the same final state from a snapshot at any place as from its start', () => {
    fc.assert(
      fc.property(cutLog(), ({ log, at }) => {
        const snapshot = throughJson(replay(log.slice(0, at)))
        deepStrictEqual(replay(log.slice(at), snapshot), replay(log))
      }),
    )
  })

  it('C2 may be read again from any place: a patch that the state includes changes nothing', () => {
    fc.assert(
      fc.property(cutLog(), ({ log, at }) => {
        const state = replay(log)
        for (let i = at; i < log.length; i++) expect(reduce(state, log[i]!, i + 1)).toBe(state)
      }),
    )
  })

  it('C1 gives states that survive JSON, and no reducer mutates its arguments', () => {
    fc.assert(
      fc.property(randomLog(), (log) => {
        let state = freeze(emptyState)
        for (const patch of freeze(log)) {
          state = freeze(reduce(state, patch, state.lsn + 1))
          deepStrictEqual(throughJson(state), state)
        }
      }),
    )
  })

  it('C3 only advances lsn for a patch of an unknown type', () => {
    const type = fc.constantFrom('message_pin', 'toString', 'constructor', '__proto__', '')
    fc.assert(
      fc.property(randomLog(), type, (log, unknown) => {
        const state = replay(log)
        const patch = { type: unknown, messageId: 'u-k1', turn: 1 } as unknown as Patch
        deepStrictEqual(replay([patch], state), { ...state, lsn: state.lsn + 1 })
      }),
    )
  })

  it('only advances lsn for late patches of a turn that has ended', () => {
    // Those of commands, which are done once.
    const lasting: PatchType[] = ['user_message', 'session_info', 'turn_request', 'branch_switch', 'reset']
    const isLasting = ({ type }: Patch) => lasting.includes(type)
    fc.assert(
      fc.property(randomLog(), (log) => {
        let before = 0
        let state = emptyState
        for (const [i, patch] of log.entries()) {
          state = replay([patch], state)
          if (patch.type !== 'turn_end') continue
          for (const late of log.slice(before, i + 1)) {
            if (!isLasting(late)) deepStrictEqual(replay([late], state), { ...state, lsn: state.lsn + 1 }, late.type)
          }
          before = i + 1
        }
      }),
    )
  })

  it('only advances lsn for patches about messages, calls, questions and turns that it does not have', () => {
    const stale: Patch[] = [
      start(99, 'gone'),
      end(99),
      stream('gone', 99),
      piece('gone', 'x'),
      { type: 'streaming_reasoning', messageId: 'gone', text: 'x' },
      { type: 'streaming_end', messageId: 'gone' },
      answer('gone', 99),
      call('gone', 'gone'),
      { type: 'tool_call_progress', callId: 'gone', message: 'x' },
      done('gone'),
      { type: 'tool_call_error', callId: 'gone', code: 'x', message: 'x' },
      consent('gone'),
      { type: 'approval_response', callId: 'gone', approved: true },
      { type: 'elicit_start', callId: 'gone', toolName: 'x' },
      ask('gone', 'gone'),
      respond('gone', 'gone'),
      { type: 'elicit_complete', callId: 'gone' },
      { type: 'elicit_complete', callId: 'gone', elicitId: 'gone' },
      { type: 'usage', turn: 99, usage: { inputTokens: 1, outputTokens: 1 } },
      again('gone'),
      show('gone'),
      { type: 'abort_complete', turn: 99 },
      { type: 'error', code: 'x', message: 'x', turn: 99 },
    ]
    fc.assert(
      fc.property(randomLog(), fc.constantFrom(...stale), (log, patch) => {
        const state = replay(log)
        deepStrictEqual(replay([patch], state), { ...state, lsn: state.lsn + 1 })
      }),
      { numRuns: 500 },
    )
  })

  it('has no streaming message, running call or open question after a turn has ended', () => {
    fc.assert(
      fc.property(randomLog(), (log) => {
        for (const { turn, messages, toolCalls, pendingApprovals, pendingElicits } of statesOf(log)) {
          if (turn !== undefined) continue
          expect(messages.filter(({ status }) => status === 'streaming')).toEqual([])
          const open = Object.values(toolCalls).filter(({ status }) => !/done|failed|cancelled/.test(status))
          expect(open).toEqual([])
          expect({ pendingApprovals, pendingElicits }).toEqual({ pendingApprovals: {}, pendingElicits: {} })
        }
      }),
    )
  })

  it('has queued messages last', () => {
    fc.assert(
      fc.property(randomLog(), (log) => {
        for (const { messages } of statesOf(log)) {
          const first = messages.findIndex(({ status }) => status === 'queued')
          const queue = first === -1 ? [] : messages.slice(first)
          expect(queue.every(({ status }) => status === 'queued')).toBe(true)
        }
      }),
    )
  })

  it('has the turns of a branch in their order, questions before answers', () => {
    fc.assert(
      fc.property(randomLog(), (log) => {
        for (const { messages } of statesOf(log)) {
          const places = messages.flatMap(({ turn, role }) =>
            turn === undefined ? [] : 2 * turn + (role === 'assistant' ? 1 : 0),
          )
          expect(places).toEqual(places.toSorted((a, b) => a - b))
        }
      }),
    )
  })

  it('B1 B2 keeps every message that was said, once, at its place, and can show it again', () => {
    const sentBefore = (messages: readonly ChatMessage[]) =>
      messages.flatMap(({ messageId, status }, at) =>
        status === 'queued' ? [] : [[messageId, messages[at - 1]?.messageId] as const],
      )
    fc.assert(
      fc.property(randomLog(), (log) => {
        let state = emptyState
        let places = new Map<string, string | undefined>()
        for (const patch of log) {
          if (patch.type === 'reset') places = new Map()
          state = replay([patch], state)
          const known = everyMessage(state).map(({ messageId }) => messageId)
          expect(new Set(known).size).toBe(known.length)
          for (const [messageId, before] of sentBefore(state.messages)) {
            if (!places.has(messageId)) places.set(messageId, before)
            expect(places.get(messageId), messageId).toBe(before)
          }
        }
        for (const [messageId, before] of places) {
          const shown = replay([show(messageId)], state)
          expect(new Map(sentBefore(shown.messages)).get(messageId)).toBe(before)
          expect(everyMessage(shown)).toHaveLength(everyMessage(state).length)
        }
      }),
    )
  })

  it('B2 lists exactly the messages that follow another one, where there are several', () => {
    fc.assert(
      fc.property(randomLog(), (log) => {
        const state = replay(log)
        const said = everyMessage(state).filter(({ status }) => status !== 'queued')
        const ways = Object.groupBy(said, ({ messageId }) => messageBefore(state, messageId))
        for (const [after, following = []] of Object.entries(ways)) {
          const found = following.map(({ messageId }) => messageId)
          expect((state.branches[after] ?? found).toSorted()).toEqual(found.toSorted())
          if (found.length > 1) expect(state.branches).toHaveProperty([after])
        }
      }),
    )
  })

  it('has no call without its message and no question without its call', () => {
    const orphans = (state: ChatState) => {
      const { toolCalls, pendingApprovals, pendingElicits } = state
      const known = new Set(everyMessage(state).map(({ messageId }) => messageId))
      const shown = new Set(state.messages.map(({ messageId }) => messageId))
      const pending = [...Object.values(pendingApprovals), ...Object.values(pendingElicits)]
      return [
        ...Object.values(toolCalls).filter(({ messageId }) => !known.has(messageId)),
        ...pending.filter(({ callId }) => !shown.has(toolCalls[callId]?.messageId ?? '')),
      ]
    }
    fc.assert(fc.property(randomLog(), (log) => [...statesOf(log)].every((state) => orphans(state).length === 0)))
  })

  it('has a waiting call exactly while the call has an open question or approval request', () => {
    fc.assert(
      fc.property(randomLog(), (log) => {
        for (const { toolCalls, pendingApprovals, pendingElicits } of statesOf(log)) {
          const isPending = ({ status }: { status: string }) => status === 'pending'
          const asked = new Set(
            Object.values(pendingElicits)
              .filter(isPending)
              .map(({ callId }) => callId),
          )
          const consents = new Set(
            Object.values(pendingApprovals)
              .filter(isPending)
              .map(({ callId }) => callId),
          )
          const withStatus = (wanted: string) =>
            new Set(Object.values(toolCalls).flatMap(({ callId, status }) => (status === wanted ? callId : [])))
          expect(withStatus('waiting')).toEqual(asked)
          expect(withStatus('approval')).toEqual(consents)
        }
      }),
    )
  })

  it('counts turns upwards and sums their usage, also when history is removed', () => {
    fc.assert(
      fc.property(randomLog(), (log) => {
        let turns = 0
        for (const state of statesOf(log)) {
          expect(state.turns).toBeGreaterThanOrEqual(turns)
          turns = state.turns
        }
        const used = log.flatMap((patch) => (patch.type === 'usage' ? patch.usage : []))
        expect(replay(log).usage).toEqual(used.reduce(addUsage, noUsage))
      }),
    )
  })
})

describe('messages of a chat', () => {
  it('the first message is the title of a chat until a person sets one', () => {
    const state = replay([say('u1', '  Where is it?\r\nI looked. '), say('u2', 'Hello?')])
    expect(state.title).toBe('Where is it?')
    expect(replay([{ type: 'session_info', title: 'Keys' }, say('u3')], state).title).toBe('Keys')
  })

  it('a title has at most 60 characters and no half surrogate pair', () => {
    expect(replay([say('u', 'x'.repeat(60))]).title).toBe('x'.repeat(60))
    const { title } = replay([say('u', `${'x'.repeat(58)}😀${'y'.repeat(10)}`)])
    expect(title).toBe(`${'x'.repeat(58)}…`)
  })

  it('queued messages come after the answers of the running turn', () => {
    const running = replay([say('u1'), start(1, 'u1'), say('u2'), stream('m1_0', 1), answer('m1_0', 1), say('u3')])
    expect(ids(running)).toEqual(['u1', 'm1_0', 'u2', 'u3'])
    expect(running.messages.map(({ status }) => status)).toEqual(['complete', 'complete', 'queued', 'queued'])
    const next = replay([answer('m1_1', 1), end(1), start(2, 'u2'), answer('m2_0', 2)], running)
    expect(ids(next)).toEqual(['u1', 'm1_0', 'm1_1', 'u2', 'm2_0', 'u3'])
    expect(next.messages.map(({ turn }) => turn)).toEqual([1, 1, 1, 2, 2, undefined])
  })

  it('an answer grows piece by piece, with reasoning and text in separate blocks', () => {
    const state = replay([
      say('u'),
      start(1, 'u'),
      stream('m', 1),
      { type: 'streaming_reasoning', messageId: 'm', text: 'H' },
      { type: 'streaming_reasoning', messageId: 'm', text: 'm' },
      piece('m', ''),
      piece('m', 'He'),
      piece('m', 'llo'),
      { type: 'streaming_reasoning', messageId: 'm', text: 'and' },
    ])
    expect(textOf(state, 'm')).toEqual([
      { type: 'reasoning', text: 'Hm' },
      { type: 'text', text: 'Hello' },
      { type: 'reasoning', text: 'and' },
    ])
  })

  it('an empty piece of text adds no block', () => {
    const state = replay([say('u'), start(1, 'u'), stream('m', 1), piece('m', '')])
    expect(textOf(state, 'm')).toEqual([])
  })

  it('a new attempt clears the streamed text, and the whole answer replaces it', () => {
    const streaming = replay([say('u'), start(1, 'u'), stream('m', 1), piece('m', 'He'), stream('m', 1, 2)])
    expect(streaming.messages.at(-1)).toMatchObject({ content: [], attempt: 2, status: 'streaming' })
    const whole = replay([piece('m', 'Hel'), answer('m', 1, 'Hello')], streaming)
    expect(whole.messages.at(-1)).toMatchObject({
      content: [{ type: 'text', text: 'Hello' }],
      attempt: 2,
      status: 'complete',
      stopReason: 'endTurn',
    })
    expect(ids(whole)).toEqual(['u', 'm'])
  })

  it('an answer says that it is retried until its text comes or its turn is stopped', () => {
    const retry: Patch = { type: 'streaming_retry', messageId: 'm', code: 'limited', at: 6_001, delay: 6_000 }
    const waiting = replay([say('u'), start(1, 'u'), stream('m', 1), retry])
    expect(waiting.messages.at(-1)).toMatchObject({ retry: { code: 'limited', at: 6_001, delay: 6_000 } })
    const stop: Patch[] = [{ type: 'abort_request' }, { type: 'abort_complete', turn: 1 }, end(1)]
    for (const next of [[piece('m', 'He')], [answer('m', 1)], stop]) {
      expect(replay(next, waiting).messages.at(-1)).not.toHaveProperty('retry')
    }
  })

  it('an aborted turn keeps its streamed text as interrupted', () => {
    const state = replay([say('u'), start(1, 'u'), stream('m', 1), piece('m', 'He'), { type: 'abort_request' }])
    expect(state.turn).toEqual({ turn: 1, model: 'm', aborting: true })
    const stopped = replay([piece('m', 'l'), { type: 'abort_complete', turn: 1 }], state)
    expect(stopped.turn).toEqual(state.turn)
    const over = replay([end(1)], stopped)
    expect(over.turn).toBeUndefined()
    expect(over.messages.at(-1)).toMatchObject({ content: [{ type: 'text', text: 'Hel' }], status: 'interrupted' })
  })

  it('a late patch of a driver changes its answer where that was put aside, and begins nothing', () => {
    const taken: Patch[] = [{ type: 'abort_request' }, edit('u2', 'u1')]
    const late = [stream('m', 1, 2), piece('m', 'x'), stream('other', 1), call('c', 'm')]
    const state = replay([say('u1'), start(1, 'u1'), stream('m', 1), ...taken, ...late])
    expect(ids(state)).toEqual(['u2'])
    expect(state.aside).toMatchObject({ u1: [{ messageId: 'u1' }, { messageId: 'm', status: 'streaming' }] })
    expect(state.toolCalls).toEqual({})
    expect(replay([end(1)], state).aside).toMatchObject({ u1: [{}, { status: 'interrupted' }] })
    const reset = replay([say('u1'), start(1, 'u1'), { type: 'reset' }, ...late])
    expect(reset.messages).toEqual([])
  })

  it('a turn does not start with messages that were replaced, nor instead of one that was requested', () => {
    const edited = replay([say('u1'), edit('u2', 'u1'), start(1, 'u1')])
    expect(edited.turn).toBeUndefined()
    expect(edited.turns).toBe(0)
    expect(replay([start(1, 'u2')], edited).messages).toMatchObject([{ messageId: 'u2', edits: 'u1', turn: 1 }])
    const requested = replay([say('u1'), start(1, 'u1'), answer('m', 1), end(1), say('u2'), again('u1')])
    expect(replay([start(2, 'u2')], requested).turn).toBeUndefined()
    const started = replay([start(2)], requested)
    expect(started).toMatchObject({ turn: { turn: 2 }, messages: [{ messageId: 'u1' }, { messageId: 'u2' }] })
    expect(started).not.toHaveProperty('requested')
  })

  it('a message stays in the turn that took it', () => {
    const state = replay([say('u1'), start(1, 'u1'), end(1), say('u2'), start(2, 'u1', 'u2')])
    expect(state.messages.map(({ turn }) => turn)).toEqual([1, 2])
  })
})

describe('branches of a chat', () => {
  const first = [say('u1'), start(1, 'u1'), answer('m1', 1), end(1), say('u2'), start(2, 'u2'), answer('m2', 2), end(2)]

  it('an edited message begins a branch in its place, before the messages that are queued', () => {
    const state = replay([...first, say('u3'), edit('u4', 'u2')])
    expect(ids(state)).toEqual(['u1', 'm1', 'u4', 'u3'])
    const over = replay([start(3, 'u4', 'u3'), answer('m3', 3), end(3)], state)
    expect(over.branches).toEqual({ m1: ['u2', 'u4'] })
    expect(ids(replay([show('m2')], over))).toEqual(['u1', 'm1', 'u2', 'm2'])
  })

  it('a second edit of a message replaces the first one, which the model has not seen', () => {
    const state = replay([...first, edit('u3', 'u2'), say('u4'), edit('u5', 'u2')])
    expect(ids(state)).toEqual(['u1', 'm1', 'u5', 'u4'])
    const elsewhere = replay([...first, edit('u3', 'u2'), again('u1'), edit('u5', 'u2')])
    expect(ids(elsewhere)).toEqual(['u1', 'm1', 'u5'])
    const over = replay([start(3, 'u5'), answer('m3', 3), end(3)], elsewhere)
    expect(over.branches).toMatchObject({ m1: ['u2', 'u5'] })
    expect(replay([...first, edit('u3', 'u2'), start(3, 'u3'), edit('u5', 'u2')]).aside).toHaveProperty('u3')
  })

  it('an edit or a retry of another message takes the place of an edit that the model has not seen', () => {
    const later = replay([...first, edit('u3', 'u1'), say('u4'), edit('u5', 'u2')])
    expect(ids(later)).toEqual(['u1', 'm1', 'u5', 'u4'])
    const earlier = replay([...first, edit('u3', 'u2'), say('u4'), edit('u5', 'u1')])
    expect(ids(earlier)).toEqual(['u5', 'u4'])
    const over = replay([start(3, 'u5', 'u4'), answer('m3', 3), end(3)], earlier)
    expect(over.branches).toEqual({ '': ['u1', 'u5'], m1: ['u2'] })
    expect(ids(replay([show('m2')], over))).toEqual(['u1', 'm1', 'u2', 'm2'])
    const retried = replay([...first, edit('u3', 'u2'), say('u4'), again('u1')])
    expect(ids(retried)).toEqual(['u1', 'u4'])
    const again3 = replay([...first, edit('u3', 'u2'), start(3, 'u3'), edit('u4', 'u3'), edit('u5', 'u1')])
    expect(ids(again3)).toEqual(['u5'])
  })

  it('an edit keeps a queued message, also one that was edited itself', () => {
    const state = replay([...first, say('u3'), edit('u4', 'u3'), edit('u5', 'u1')])
    expect(ids(state)).toEqual(['u5', 'u4'])
    const given = replay([
      ...first,
      say('u3'),
      edit('u4', 'u3'),
      start(3, 'u4'),
      end(3),
      edit('u5', 'u4'),
      edit('u6', 'u1'),
    ])
    expect(ids(given)).toEqual(['u6'])
  })

  it('another answer begins a branch after its message', () => {
    const state = replay([...first, again('u2'), start(3), answer('m3', 3), end(3)])
    expect(ids(state)).toEqual(['u1', 'm1', 'u2', 'm3'])
    expect(state.branches).toEqual({ u2: ['m2', 'm3'] })
  })

  it('B3 a branch is shown again as it was left', () => {
    const inner = [...first, again('u2'), start(3), answer('m3', 3), end(3), show('m2')]
    const state = replay([...inner, edit('u4', 'u1'), start(4, 'u4'), answer('m4', 4), end(4)])
    expect(ids(state)).toEqual(['u4', 'm4'])
    expect(ids(replay([show('u1')], state))).toEqual(['u1', 'm1', 'u2', 'm2'])
    expect(ids(replay([show('m3')], state))).toEqual(['u1', 'm1', 'u2', 'm3'])
    expect(replay([show('m3'), show('m4'), show('u1')], state).messages.at(-1)).toMatchObject({ messageId: 'm3' })
  })

  it('leaving a branch cancels what its calls wait for', () => {
    const asking = [...calling, ask('c', 'c:q'), { type: 'abort_request' as const }]
    const state = replay([...asking, edit('u2', 'u')])
    expect(state.toolCalls.c).toMatchObject({ status: 'cancelled', asked: [{ elicitId: 'c:q' }] })
    expect(state.pendingElicits).toEqual({})
  })

  it('the call of a view whose message is left is open until its driver ends it', () => {
    const ofView = [{ ...call('v', 'm'), calledBy: 'c' } as Patch, ask('v', 'v:q')]
    const asking = [...calling, end(1), ...ofView]
    for (const leave of [edit('u2', 'u'), { type: 'reset' } as Patch]) {
      const left = replay([...asking, leave])
      expect(openViewCalls(left)).toMatchObject([{ callId: 'v', status: 'running', cancelling: true }])
      expect(left.pendingElicits).toEqual({})
      const ended = replay([{ type: 'tool_call_error', callId: 'v', code: 'cancelled', message: 'cancelled' }], left)
      expect(openViewCalls(ended)).toEqual([])
    }
  })

  it('an answer that goes on keeps its text in every attempt, and takes each character once', () => {
    const stopped = [say('u'), start(1, 'u'), stream('m', 1), piece('m', 'One, '), { ...end(1), reason: 'aborted' }]
    const going = replay([...(stopped as Patch[]), again('m'), start(2), stream('m', 2, 2)])
    expect(going.turn).toMatchObject({ continues: { messageId: 'm', length: 5 } })
    const piece2: Patch = { type: 'streaming_text', messageId: 'm', text: 'two', attempt: 2, offset: 5 }
    expect(textOf(replay([piece2, piece2], going), 'm')).toEqual([{ type: 'text', text: 'One, two' }])
    const third = replay([piece2, stream('m', 2, 3)], going)
    expect(textOf(third, 'm')).toEqual([{ type: 'text', text: 'One, ' }])
  })
})

describe('turns of a chat', () => {
  it('the state says how the last turn ended', () => {
    const first = replay([say('u'), start(1, 'u'), { type: 'turn_end', turn: 1, reason: 'step_limit' }])
    expect(first.ended).toEqual({ turn: 1, reason: 'step_limit' })
    const second: Patch[] = [say('u2'), start(2, 'u2'), { type: 'abort_request' }]
    expect(replay(second, first).ended).toEqual({ turn: 1, reason: 'step_limit' })
    const ended: Patch = { type: 'turn_end', turn: 2, reason: 'aborted' }
    expect(replay([...second, ended], first).ended).toEqual({ turn: 2, reason: 'aborted' })
  })

  it('a failed turn sets the error, and the next turn clears it', () => {
    const failed = replay([say('u1'), start(1, 'u1'), { type: 'error', code: 'E', message: 'no', turn: 1 }, end(1)])
    expect(failed.error).toEqual({ code: 'E', message: 'no' })
    expect(replay([say('u2'), start(2, 'u2')], failed)).not.toHaveProperty('error')
  })

  it('turns run one at a time, each with its own number', () => {
    const state = replay([say('u1'), start(1, 'u1'), say('u2')])
    expect(replay([start(2, 'u2')], state).turn?.turn).toBe(1)
    expect(replay([end(1), start(1, 'u2')], state).turn).toBeUndefined()
  })

  it('a reset aborts the running turn, keeps the usage and goes on counting turns', () => {
    const usage = { inputTokens: 3, outputTokens: 4 }
    const before = replay([
      { type: 'session_info', sessionId: 's', model: 'm', persona: 'Ada', title: 'T' },
      say('u1'),
      start(1, 'u1'),
      { type: 'usage', turn: 1, usage },
      end(1),
      say('u2'),
      start(2, 'u2'),
      answer('m', 2),
      call('c', 'm'),
      ask('c', 'q'),
    ])
    const state = replay([{ type: 'reset' }], before)
    expect(state).toEqual({
      ...emptyState,
      lsn: 11,
      sessionId: 's',
      model: 'm',
      persona: 'Ada',
      turns: 2,
      turn: { turn: 2, model: 'm', aborting: true },
      usage,
    })
    expect(replay([end(2)], state)).not.toHaveProperty('turn')
  })
})

describe('a turn that waits', () => {
  const wait: Patch = { type: 'turn_wait', turn: 1 }
  const waiting = replay([...calling, ask('c', 'q'), wait])

  it('waits for a question or a consent, and for nothing else', () => {
    expect(waiting.turn?.waits).toBe(true)
    expect(replay([...calling, consent('c'), wait]).turn?.waits).toBe(true)
    expect(replay([...calling, wait]).turn?.waits).toBeUndefined()
    expect(replay([...calling, ask('c', 'q'), { type: 'abort_request' }, wait]).turn?.waits).toBeUndefined()
    expect(replay([...calling, ask('c', 'q'), { ...wait, turn: 2 }]).turn?.waits).toBeUndefined()
  })

  it('goes on with an answer that is in the log before it', () => {
    expect(replay([...calling, ask('c', 'q'), respond('c', 'q'), wait]).turn?.waits).toBeUndefined()
  })

  it.each<[string, Patch]>([
    ['an answer', respond('c', 'q')],
    ['a withdrawal', { type: 'elicit_complete', callId: 'c', elicitId: 'q' }],
    ['progress', { type: 'tool_call_progress', callId: 'c', message: 'half' }],
    ['an abort', { type: 'abort_request' }],
  ])('waits until there is %s', (_, patch) => {
    expect(replay([say('u2'), { type: 'session_info', title: 'T' }], waiting).turn?.waits).toBe(true)
    expect(replay([patch], waiting).turn?.waits).toBeUndefined()
  })
})

describe('calls of a chat', () => {
  it('a call runs, reports progress, and is done or failed', () => {
    const running = replay([...calling, { type: 'tool_call_progress', callId: 'c', message: 'half', progress: 0.5 }])
    expect(running.toolCalls.c).toMatchObject({ status: 'running', progress: { message: 'half', progress: 0.5 } })
    expect(replay([done('c')], running).toolCalls.c).toMatchObject({ status: 'done', result: 1 })
    const failed = replay([{ type: 'tool_call_error', callId: 'c', code: 'E', message: 'no' }, done('c')], running)
    expect(failed.toolCalls.c).toMatchObject({ status: 'failed', error: { code: 'E', message: 'no' } })
  })

  it('a call waits for consent and runs with the approved arguments', () => {
    const waiting = replay([...calling, consent('c')])
    expect(waiting.toolCalls.c?.status).toBe('approval')
    const response: Patch = { type: 'approval_response', callId: 'c', approved: true, arguments: { a: 2 } }
    const second: Patch = { type: 'approval_response', callId: 'c', approved: false }
    const running = replay([response, second], waiting)
    expect(running.toolCalls.c).toMatchObject({ status: 'running', arguments: { a: 2 } })
    expect(running.pendingApprovals.c).toMatchObject({ status: 'responded', response: { approved: true } })
    expect(replay([done('c')], running).pendingApprovals).toEqual({})
  })

  it('a call goes on when all its questions are answered, and the first answer counts', () => {
    const asked = replay([...calling, ask('c', 'q1'), ask('c', 'q2'), respond('c', 'q1', 'a'), respond('c', 'q1', 'b')])
    expect(asked.toolCalls.c?.status).toBe('waiting')
    expect(asked.pendingElicits.q1).toMatchObject({
      status: 'responded',
      response: { result: { action: 'accept', content: 'a' }, timestamp: 2 },
    })
    expect(replay([respond('c', 'q2')], asked).toolCalls.c?.status).toBe('running')
  })

  it('a call goes on when its question is withdrawn', () => {
    const asked = replay([...calling, ask('c', 'q1'), ask('c', 'q2')])
    const withdraw = (elicitId: string): Patch => ({ type: 'elicit_complete', callId: 'c', elicitId })
    const one = replay([withdraw('q1')], asked)
    expect(one.toolCalls.c?.status).toBe('waiting')
    expect(Object.keys(one.pendingElicits)).toEqual(['q2'])
    expect(replay([withdraw('q2')], one).toolCalls.c?.status).toBe('running')
    expect(replay([{ type: 'elicit_complete', callId: 'c' }], asked).toolCalls.c?.status).toBe('running')
  })

  it('a refused answer reopens the question with the reason', () => {
    const again = { ...ask('c', 'q', 2), refusal: 'too short' } as Patch
    const state = replay([...calling, ask('c', 'q'), respond('c', 'q'), again])
    expect(state.pendingElicits.q).toMatchObject({ status: 'pending', attempt: 2, refusal: 'too short' })
    expect(state.pendingElicits.q).not.toHaveProperty('response')
    expect(state.toolCalls.c?.status).toBe('waiting')
  })

  it('a question that is over stays with its call, with its answer', () => {
    const asked = [...calling, ask('c', 'q1'), ask('c', 'q2'), respond('c', 'q1', 'a')]
    const { status: _, ...answered } = replay(asked).pendingElicits.q1!
    const { status: __, ...open } = replay(asked).pendingElicits.q2!
    const ended = replay([{ type: 'elicit_complete', callId: 'c', elicitId: 'q2' }, done('c')], replay(asked))
    expect(ended.toolCalls.c).toMatchObject({ status: 'done', asked: [open, answered] })
    expect(ended.toolCalls.c?.asked?.map(({ response }) => response?.result)).toEqual([
      undefined,
      { action: 'accept', content: 'a' },
    ])
    expect(ended.pendingElicits).toEqual({})
    const aborted = replay([...asked, { type: 'abort_request' }, { type: 'abort_complete', turn: 1 }])
    expect(aborted.toolCalls.c).toMatchObject({ status: 'cancelled', asked: [answered, open] })
  })

  it('a call that waits for consent goes on waiting when its questions close', () => {
    const state = replay([...calling, consent('c'), { type: 'elicit_complete', callId: 'c' }])
    expect(state.toolCalls.c?.status).toBe('approval')
  })

  it('a call starts once, and not after its turn has ended', () => {
    const state = replay([...calling, done('c'), call('c', 'm')])
    expect(state.toolCalls.c?.status).toBe('done')
    expect(Object.keys(replay([end(1), call('d', 'm')], state).toolCalls)).toEqual(['c'])
  })

  it('a call that has ended opens no question and asks for no consent', () => {
    const state = replay([...calling, done('c'), ask('c', 'q'), consent('c')])
    expect(state.pendingElicits).toEqual({})
    expect(state.pendingApprovals).toEqual({})
  })

  it('an answer or a withdrawal with the id of another call changes nothing', () => {
    const state = replay([...calling, call('d', 'm'), ask('c', 'q'), respond('d', 'q')])
    expect(state.pendingElicits.q?.status).toBe('pending')
    expect(replay([{ type: 'elicit_complete', callId: 'd', elicitId: 'q' }], state).pendingElicits.q).toBeDefined()
  })
})

/** The patches that a replayed turn writes again. It streams nothing, since it asks no model. */
const REPEATED: PatchType[] = [
  'assistant_message',
  'tool_call_start',
  'tool_call_result',
  'tool_call_error',
  'approval_request',
  'elicit_start',
  'elicit',
  'elicit_complete',
]

/** A turn that is being aborted writes nothing. */
const isWritten = ({ turn }: ChatState, { type }: Patch) =>
  turn !== undefined && !turn.aborting && REPEATED.includes(type)

describe('pieces of text with offsets (C4)', () => {
  const begun = replay([say('u'), start(1, 'u'), stream('a', 1, 2)])
  const contentOf = (state: ChatState) => state.messages.at(-1)!.content
  const at = (offset: number, text: string, attempt = 2): Patch => ({
    type: 'streaming_text',
    messageId: 'a',
    text,
    attempt,
    offset,
  })

  it('a reader that loses, repeats or joins broadcasts at any place shows the start of the text, and all of it after an append', () => {
    const spoken = fc.record({
      text: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 }),
      type: fc.constantFrom('streaming_text' as const, 'streaming_reasoning' as const),
      arrivals: fc.nat(2),
      isCheckpoint: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(spoken, { maxLength: 30 }), (script) => {
        let [reader, log] = [begun, begun]
        let said = ''
        let unstored: Patch[] = []
        for (const { text, type, arrivals, isCheckpoint } of script) {
          const piece: Patch = { type, messageId: 'a', text, attempt: 2, offset: said.length }
          unstored.push(piece)
          said += text
          for (let i = 0; i < arrivals; i++) reader = applyBroadcast(reader, throughJson(piece))
          expect(
            said.startsWith(
              contentOf(reader)
                .map((block) => ('text' in block ? block.text : ''))
                .join(''),
            ),
          ).toBe(true)
          if (!isCheckpoint) continue
          ;[reader, log] = [replay(unstored, reader), replay(unstored, log)]
          unstored = []
          deepStrictEqual(reader, log)
        }
        deepStrictEqual(replay(unstored, reader), replay(unstored, log))
      }),
    )
  })

  it('a broadcast of another attempt, of an earlier message or of something else than text changes nothing', () => {
    const state = replay([at(0, 'To be')], begun)
    expect(applyBroadcast(state, at(5, ' or', 1))).toBe(state)
    expect(applyBroadcast(state, at(7, 'not'))).toBe(state)
    expect(applyBroadcast(state, at(0, 'To be'))).toBe(state)
    expect(applyBroadcast(state, piece('a', ' or'))).toBe(state)
    expect(applyBroadcast(state, end(1))).toBe(state)
    const next = applyBroadcast(state, at(3, 'be or'))
    expect(contentOf(next)).toEqual([{ type: 'text', text: 'To be or' }])
    expect(next.lsn).toBe(state.lsn)
  })
})

describe('isSaid (C5)', () => {
  it('isSaid is false of a patch before the log has it, and true from then on', () => {
    const written = new Set<string>()
    fc.assert(
      fc.property(randomLog(), (log) => {
        let state = emptyState
        for (const patch of log) {
          const next = replay([patch], state)
          if (isWritten(state, patch)) {
            written.add(patch.type)
            expect([patch, isSaid(state, patch), isSaid(next, patch)]).toEqual([patch, false, true])
          }
          state = next
        }
      }),
      { numRuns: 300 },
    )
    expect([...written].sort()).toEqual(REPEATED.toSorted())
  })

  it('isSaid stays true while the turn runs, so that a replay repeats nothing', () => {
    fc.assert(
      fc.property(randomLog(), (log) => {
        let state = emptyState
        let written: Patch[] = []
        for (const patch of log) {
          const isNew = isWritten(state, patch)
          state = replay([patch], state)
          if (state.turn === undefined || state.turn.aborting) written = []
          else if (isNew) written = [...written.filter((earlier) => !isWithdrawn(earlier, patch)), patch]
          expect(written.filter((earlier) => !isSaid(state, earlier))).toEqual([])
        }
      }),
      { numRuns: 300 },
    )
  })

  it('isSaid is true of the questions of a call that has ended', () => {
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

  it('isSaid is false of streamed text and of progress', () => {
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

/** A replay asks only what is open: no withdrawn question, and no earlier attempt. */
function isWithdrawn(earlier: Patch, patch: Patch): boolean {
  if (earlier.type !== 'elicit') return false
  if (patch.type === 'elicit') return patch.elicitId === earlier.elicitId
  return patch.type === 'elicit_complete' && (patch.elicitId ?? earlier.elicitId) === earlier.elicitId
}
