import { expect, it } from 'vitest'
import { PatchError } from '../log/client/client-errors.ts'
import { examplePatches } from './fixtures/example-patches.ts'
import { parsePatch } from './patch.ts'

const { assistant_message: answer, elicit, session_info: info } = examplePatches

it.each(Object.entries(examplePatches))('parsePatch returns a patch of type %s as it is', (_, patch) => {
  expect(parsePatch(patch)).toBe(patch)
})

it.each([
  ['a field', { type: 'streaming_end', messageId: 'm', mood: 'good' }],
  ['a word', { type: 'turn_end', turn: 1, reason: 'bored' }],
  ['a block', { ...answer, content: [{ type: 'hologram', depth: 3 }] }],
])('parsePatch accepts %s that only a newer server knows', (_, patch) => {
  expect(parsePatch(patch)).toBe(patch)
})

it.each(['mood', 'toString', '__proto__', ''])('parsePatch returns undefined for the unknown type "%s"', (type) => {
  expect(parsePatch({ type })).toBeUndefined()
})

it.each<[string, unknown, string]>([
  ['null', null, 'a patch must be an object with a type'],
  ['an array', [], 'a patch must be an object with a type'],
  ['an object without a type', {}, 'a patch must be an object with a type'],
  ['a missing field', { type: 'streaming_text', messageId: 'm' }, 'streaming_text: text is missing'],
  ['a field of a wrong type', { type: 'turn_end', turn: '1', reason: 'failed' }, 'turn_end: turn must be a number'],
  ['an infinite number', JSON.parse('{"type":"abort_complete","turn":1e999}'), 'abort_complete: turn must be a number'],
  ['an optional field of a wrong type', { ...elicit, refusal: null }, 'elicit: refusal must be a string'],
  ['an array for an object', { ...elicit, schema: [] }, 'elicit: schema must be an object'],
  ['a usage without tokens', { type: 'usage', turn: 1, usage: {} }, 'usage: usage.inputTokens is missing'],
  ['an array for a usage', { type: 'usage', turn: 1, usage: [] }, 'usage: usage.inputTokens is missing'],
  ['a usage that is a number', { type: 'usage', turn: 1, usage: 1 }, 'usage: usage must be an object'],
  ['an answer without an action', { ...examplePatches.elicit_response, result: {} }, 'result.action is missing'],
  ['tools that are no array', { ...info, capabilities: { tools: 1 } }, 'capabilities.tools must be an array'],
  ['a tool without a name', { ...info, capabilities: { tools: [{}] } }, 'capabilities.tools.0.name is missing'],
  ['a text that is a number', { ...answer, content: [{ type: 'text', text: 1 }] }, 'content.0.text must be a string'],
  ['a block that is a string', { ...answer, content: ['hi'] }, 'content.0 must be an object'],
])('parsePatch refuses %s and names the field', (_, value, message) => {
  expect(() => parsePatch(value)).toThrow(PatchError)
  expect(() => parsePatch(value)).toThrow(message)
})

it('parsePatch reads a long patch in a time that grows with its length', () => {
  const parseTime = (count: number): number => {
    const patch = { ...answer, content: Array.from({ length: count }, () => ({ type: 'text', text: 'x' })) }
    const start = performance.now()
    parsePatch(patch)
    return performance.now() - start
  }
  const fastest = (count: number) => Math.min(...Array.from({ length: 9 }, () => parseTime(count)))
  // Twenty times as many blocks take some twenty times as long; quadratic work would take four hundred times as long.
  expect(fastest(100_000)).toBeLessThan(fastest(5_000) * 100)
})
