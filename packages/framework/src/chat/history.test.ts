import { deepStrictEqual } from 'node:assert/strict'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { refuseUnanswered } from '../tools/message.ts'
import { noUsage } from '../tools/usage.ts'
import { randomLog, replay, statesOf } from './fixtures/random-log.ts'
import { attach, toHistory } from './history.ts'
import type { AssistantMessagePatch, Patch } from './patch.ts'

const say = (messageId: string): Patch => ({ type: 'user_message', messageId, content: messageId, timestamp: 1 })
const start = (turn: number, ...messageIds: string[]): Patch => ({ type: 'turn_start', turn, messageIds, model: 'm' })
const end = (turn: number): Patch => ({ type: 'turn_end', turn, reason: 'complete' })
const stream = (turn: number): Patch => ({
  type: 'streaming_start',
  messageId: `m${turn}`,
  turn,
  attempt: 1,
  timestamp: 1,
})
const answer = (turn: number, ...content: AssistantMessagePatch['content']): Patch => ({
  type: 'assistant_message',
  messageId: `m${turn}`,
  turn,
  content,
  model: 'm',
  stopReason: 'endTurn',
  usage: noUsage,
  timestamp: 1,
})
const use = (id: string) => ({ type: 'tool_use' as const, id, name: 'tool', input: {} })
const call = (toolUseId: string, turn = 1): Patch => ({
  type: 'tool_call_start',
  callId: `c${turn}_${toolUseId}`,
  toolUseId,
  messageId: `m${turn}`,
  toolName: 'tool',
  arguments: {},
  timestamp: 1,
})
const text = (value: string) => ({ type: 'text' as const, text: value })

describe('the history of any turn', () => {
  it('has each call answered in the next message, and two answers never in a row', () => {
    fc.assert(
      fc.property(randomLog(), (log) => {
        for (const state of statesOf(log)) {
          for (let turn = 1; turn <= state.turns + 1; turn++) {
            const history = toHistory(state, turn)
            refuseUnanswered(history)
            const roles = history.map(({ role }) => role).join(' ')
            expect(roles).toMatch(/^(user( |$)|$)/)
            expect(roles).not.toContain('assistant assistant')
            expect(history.every(({ content }) => !Array.isArray(content) || content.length > 0)).toBe(true)
          }
        }
      }),
    )
  })

  it('is the same in every replay of the turn, until its branch is left', () => {
    const LEAVING = ['turn_request', 'branch_switch', 'reset']
    fc.assert(
      fc.property(randomLog(), (log) => {
        const states = [...statesOf(log)]
        for (const [i, { turn }] of states.entries()) {
          // An answer that goes on is part of the history only until it does.
          if (turn === undefined || turn.continues || states[i - 1]?.turn !== undefined) continue
          const left = log.findIndex((patch, at) => at >= i && (LEAVING.includes(patch.type) || 'edits' in patch))
          const history = toHistory(states[i]!, turn.turn)
          expect(history.length).toBeGreaterThan(0)
          for (const later of states.slice(i, left === -1 ? undefined : left + 1)) {
            if (later.turn?.turn === turn.turn) deepStrictEqual(toHistory(later, turn.turn), history)
          }
        }
      }),
    )
  })
})

it('the history has the earlier messages and the new one', () => {
  const state = replay([say('a'), start(1, 'a'), answer(1, text('b')), end(1), say('c'), start(2, 'c'), say('d')])
  expect(toHistory(state, 2)).toEqual([
    { role: 'user', content: [text('a')] },
    { role: 'assistant', content: [text('b')] },
    { role: 'user', content: [text('c')] },
  ])
  expect(toHistory(replay([answer(2, text('e'))], state), 2)).toEqual(toHistory(state, 2))
})

it('the history has the results of calls, and marks the others as cancelled', () => {
  const state = replay([
    say('a'),
    start(1, 'a'),
    answer(1, use('x'), use('y'), use('z'), use('never')),
    call('x'),
    call('y'),
    call('z'),
    { type: 'tool_call_result', callId: 'c1_x', result: { n: 1 } },
    { type: 'tool_call_error', callId: 'c1_y', code: 'E', message: 'no such thing' },
    end(1),
  ])
  const cancelled = 'The call was cancelled before it had a result.'
  expect(toHistory(state, 2).at(-1)).toEqual({
    role: 'user',
    content: [
      { type: 'tool_result', toolUseId: 'x', content: [text('{"n":1}')] },
      { type: 'tool_result', toolUseId: 'y', content: [text('no such thing')], isError: true },
      { type: 'tool_result', toolUseId: 'z', content: [text(cancelled)], isError: true },
      { type: 'tool_result', toolUseId: 'never', content: [text(cancelled)], isError: true },
    ],
  })
})

it('the history keeps calls of one name in two messages apart', () => {
  const state = replay([
    ...[say('a'), start(1, 'a'), answer(1, use('x')), call('x')],
    ...[{ type: 'tool_call_result' as const, callId: 'c1_x', result: 'first' }, end(1)],
    ...[say('b'), start(2, 'b'), answer(2, use('x')), call('x', 2)],
    ...[{ type: 'tool_call_result' as const, callId: 'c2_x', result: 'second' }, end(2)],
  ])
  const results = toHistory(state, 3)
    .flatMap(({ content }) => content)
    .filter(({ type }) => type === 'tool_result')
  expect(results).toMatchObject([{ content: [text('first')] }, { content: [text('second')] }])
})

it('the history has the text of a stopped answer, without its reasoning', () => {
  const thinking: Patch = { type: 'streaming_reasoning', messageId: 'm1', text: 'Hm' }
  const thought = replay([say('a'), start(1, 'a'), stream(1), thinking])
  const words: Patch = { type: 'streaming_text', messageId: 'm1', text: 'He' }
  const over: Patch[] = [{ type: 'abort_request' }, { type: 'abort_complete', turn: 1 }, end(1)]
  expect(toHistory(replay(over, thought), 2)).toEqual([{ role: 'user', content: [text('a')] }])
  expect(toHistory(replay([words, ...over], thought), 2).at(-1)).toEqual({ role: 'assistant', content: [text('He')] })
})

it('the history has the reasoning of a complete answer, as its provider sent it', () => {
  const thought = { type: 'reasoning' as const, text: 'Hm', _meta: { signature: 's' } }
  const state = replay([say('a'), start(1, 'a'), answer(1, thought, text('b')), end(1)])
  expect(toHistory(state, 2).at(-1)).toEqual({ role: 'assistant', content: [thought, text('b')] })
})

it('the history refers to images and documents, and attach puts them in', () => {
  const image = { type: 'image' as const, data: 'aGk=', mimeType: 'image/png' }
  const pdf = { type: 'file' as const, data: 'aGk=', mimeType: 'application/pdf', name: 'a.pdf' }
  const notes = { type: 'file' as const, data: btoa('milk'), mimeType: 'text/plain', name: 'notes.txt' }
  const sent: Patch = { type: 'user_message', messageId: 'a', content: [image, pdf, notes], timestamp: 1 }
  const state = replay([sent, start(1, 'a')])
  expect(state.title).toBe('image, a.pdf, notes.txt')
  const told = toHistory(state, 1)
  expect(JSON.stringify(told)).not.toContain('aGk=')
  expect(attach(told, state)).toEqual([{ role: 'user', content: [image, pdf, notes] }])
})
