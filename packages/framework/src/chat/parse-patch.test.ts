import { expect, it } from 'vitest'
import { PatchError, parsePatch } from './parse-patch.ts'
import type { Patch } from './patch.ts'

const usage = { inputTokens: 1, outputTokens: 2 }

const patches: Patch[] = [
  { type: 'session_info', sessionId: 's', capabilities: { tools: [], models: ['demo'], personas: [] } },
  { type: 'user_message', messageId: 'u', content: 'hello', timestamp: 1, commandId: 'a' },
  { type: 'turn_start', turn: 1, messageIds: ['u'], model: 'demo' },
  { type: 'turn_end', turn: 1, reason: 'complete' },
  { type: 'streaming_start', messageId: 'm', turn: 1, attempt: 1, timestamp: 1 },
  { type: 'streaming_text', messageId: 'm', text: 'hi' },
  { type: 'streaming_reasoning', messageId: 'm', text: 'hm' },
  { type: 'streaming_end', messageId: 'm' },
  {
    type: 'assistant_message',
    messageId: 'm',
    turn: 1,
    content: [{ type: 'text', text: 'hi' }],
    model: 'demo',
    stopReason: 'end',
    usage,
    timestamp: 1,
    sources: [{ url: 'https://example.com' }],
  },
  {
    type: 'tool_call_start',
    callId: 'c',
    toolUseId: 't',
    messageId: 'm',
    toolName: 'book',
    arguments: {},
    timestamp: 1,
  },
  { type: 'tool_call_progress', callId: 'c', message: 'half', progress: 0.5 },
  { type: 'tool_call_result', callId: 'c', result: null },
  { type: 'tool_call_error', callId: 'c', code: 'failed', message: 'no' },
  { type: 'approval_request', callId: 'c', toolName: 'book', arguments: {}, timestamp: 1 },
  { type: 'approval_response', callId: 'c', approved: false, reason: 'no' },
  { type: 'elicit_start', callId: 'c', toolName: 'book' },
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
    schema: {},
  },
  {
    type: 'elicit_response',
    callId: 'c',
    elicitId: 'c:q',
    result: { action: 'accept', content: {} },
    timestamp: 1,
  },
  { type: 'elicit_complete', callId: 'c' },
  { type: 'usage', turn: 1, usage },
  { type: 'history_cut', messageId: 'u' },
  { type: 'abort_request' },
  { type: 'abort_complete', turn: 1 },
  { type: 'error', code: 'failed', message: 'no' },
  { type: 'reset' },
]

it.each(patches.map((patch) => [patch.type, patch] as const))('takes a patch of type %s as it is', (_, patch) => {
  expect(parsePatch(patch)).toBe(patch)
})

it('takes fields that only a newer server knows', () => {
  const patch = { type: 'streaming_end', messageId: 'm', mood: 'good' }
  expect(parsePatch(patch)).toBe(patch)
})

it.each(['mood', 'toString', '__proto__', ''])('ignores a patch of a type that it does not know: "%s"', (type) => {
  expect(parsePatch({ type })).toBeUndefined()
})

it.each<[string, unknown, string]>([
  ['nothing', null, 'a patch is an object with a type'],
  ['an array', [], 'a patch is an object with a type'],
  ['an object without a type', {}, 'a patch is an object with a type'],
  ['a missing field', { type: 'streaming_text', messageId: 'm' }, 'streaming_text: text must be given, as a string'],
  ['a field of a wrong type', { type: 'turn_end', turn: '1', reason: 'failed' }, 'turn_end: turn must be a number'],
  ['a usage that is none', { type: 'usage', turn: 1, usage: {} }, 'usage: usage: inputTokens must be given'],
  ['capabilities that are none', { type: 'session_info', capabilities: { tools: 1 } }, 'tools must be an array'],
  [
    'a text without its text',
    { ...patches[8], content: [{ type: 'text', text: 1 }] },
    'content: text must be a string',
  ],
  ['content that is no block', { ...patches[8], content: ['hi'] }, 'content: must be an object'],
])('refuses %s', (_, value, message) => {
  expect(() => parsePatch(value)).toThrow(PatchError)
  expect(() => parsePatch(value)).toThrow(message)
})
