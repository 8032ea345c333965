import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { ServerEventParser } from '../packages/framework/src/chat/client/server-events.ts'
import { PatchError, parsePatch } from '../packages/framework/src/chat/parse-patch.ts'
import type { Patch } from '../packages/framework/src/chat/patch.ts'
import { reduce } from '../packages/framework/src/chat/reduce.ts'
import { emptyState } from '../packages/framework/src/chat/state.ts'
import { fuzz } from './fuzz/fuzz.ts'
import { cut, cuts, mutated, mutatedBytes } from './fuzz/mutate.ts'
import { nastyText } from './fuzz/nasty.ts'
import { parseEvents } from './fuzz/parse-events.ts'

const PIECES = [
  'data',
  'id',
  'event',
  'retry',
  ':',
  ': ',
  '\n',
  '\r',
  '\r\n',
  '\n\n',
  '\r\r',
  '\ufeff',
  '\0',
  '😀',
  'x',
  ' ',
]
const piece = fc.oneof({ arbitrary: fc.constantFrom(...PIECES), weight: 6 }, { arbitrary: nastyText, weight: 1 })
const stream = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''))

/** So that a `\r` at the end is known to end its line. */
const END = Buffer.from(':\n')

describe('events of a chat', () => {
  fuzz(
    'are those of the whole stream, wherever it is cut and whatever is in it',
    fc.tuple(mutatedBytes(stream), cuts),
    ([bytes, places]) => {
      const whole = Buffer.concat([bytes, END])
      const parser = new ServerEventParser()
      const found = cut(whole, places).flatMap((part) => parser.push(part))
      expect(found).toEqual(parseEvents(whole))
    },
    { runs: 2_000 },
  )
})

const PATCHES: readonly Patch[] = [
  {
    type: 'session_info',
    sessionId: 's',
    title: 't',
    capabilities: { tools: [{ name: 'a' }], models: ['m'], personas: [] },
  },
  { type: 'user_message', messageId: 'u', content: 'hello', timestamp: 1 },
  { type: 'turn_start', turn: 1, messageIds: ['u'], model: 'm' },
  { type: 'streaming_start', messageId: 'a', turn: 1, attempt: 1, timestamp: 1 },
  { type: 'streaming_text', messageId: 'a', text: 'he' },
  { type: 'streaming_end', messageId: 'a' },
  {
    type: 'assistant_message',
    messageId: 'a',
    turn: 1,
    content: [{ type: 'tool_use', id: 't1', name: 'book', input: {} }],
    model: 'm',
    stopReason: 'toolUse',
    usage: { inputTokens: 1, outputTokens: 1 },
    timestamp: 1,
  },
  {
    type: 'tool_call_start',
    callId: 'c',
    toolUseId: 't1',
    messageId: 'a',
    toolName: 'book',
    arguments: {},
    timestamp: 1,
  },
  { type: 'tool_call_progress', callId: 'c', message: 'half', progress: 0.5 },
  { type: 'tool_call_result', callId: 'c', result: { ok: true }, content: [{ type: 'text', text: 'ok' }] },
  { type: 'approval_request', callId: 'c', toolName: 'book', arguments: {}, timestamp: 1 },
  { type: 'approval_response', callId: 'c', approved: true },
  {
    type: 'elicit',
    callId: 'c',
    toolName: 'book',
    elicitId: 'c:q',
    key: 'q',
    message: 'Sure?',
    context: {},
    attempt: 1,
    timestamp: 1,
    schema: { type: 'object', properties: { ok: { type: 'boolean' } } },
  },
  {
    type: 'elicit_response',
    callId: 'c',
    elicitId: 'c:q',
    result: { action: 'accept', content: { ok: true } },
    timestamp: 1,
  },
  { type: 'turn_end', turn: 1, reason: 'complete' },
  { type: 'history_cut', messageId: 'u' },
  { type: 'abort_request' },
  { type: 'reset' },
]

describe('patches of a chat', () => {
  fuzz(
    'with a few parts changed are taken into the state, or refused as no patches',
    fc.array(
      fc.constantFrom(...PATCHES).chain((patch) => fc.oneof(fc.constant(patch), mutated(patch))),
      { maxLength: 12 },
    ),
    (patches) => {
      let state = emptyState
      for (const [index, patch] of patches.entries()) {
        try {
          const parsed = parsePatch(patch)
          if (parsed !== undefined) state = reduce(state, parsed, index + 1)
        } catch (error) {
          if (!(error instanceof PatchError)) throw error
        }
      }
      JSON.stringify(state)
    },
    { runs: 1_000 },
  )
})
