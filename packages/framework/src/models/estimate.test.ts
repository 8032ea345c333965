import { expect, test } from 'vitest'
import type { McpBlock } from '../tools/message.ts'
import { estimateInput, estimateOutput, lengthOfPart } from './estimate.ts'

const four = 'word'
const image = { type: 'image' as const, data: 'A'.repeat(10_000), mimeType: 'image/png' }
const call = { type: 'tool_use' as const, id: '1', name: four, input: { city: 'Rome' } }

const inputOf = (...content: McpBlock[]) => estimateInput({ messages: [{ role: 'user', content }] })

test('a token is about four characters of what is said, called and answered', () => {
  expect(inputOf({ type: 'text', text: four.repeat(10) })).toBe(10)
  expect(inputOf({ type: 'text', text: 'a' }, { type: 'reasoning', text: four })).toBe(2)
  expect(inputOf(call)).toBe(Math.ceil((four.length + '{"city":"Rome"}'.length) / 4))
  expect(inputOf({ type: 'tool_result', toolUseId: '1', content: [{ type: 'text', text: four }, image] })).toBe(1501)
})

test('the system prompt and the tools are part of the input', () => {
  const tool = { name: 'weather', inputSchema: { type: 'object' as const } }
  const request = { messages: [], systemPrompt: four, tools: [tool] }
  expect(estimateInput(request)).toBe(Math.ceil((four.length + JSON.stringify(tool).length) / 4))
})

test('an answer is as long as its blocks, and a part as long as what it brings', () => {
  expect(estimateOutput({ content: [{ type: 'text', text: four }, image], model: 'any/model' })).toBe(1501)
  expect(estimateOutput({ content: { type: 'text', text: four }, model: 'any/model' })).toBe(1)
  expect(lengthOfPart({ type: 'reasoning', text: four })).toBe(4)
  expect(lengthOfPart({ type: 'tool_use', block: call })).toBe('{"city":"Rome"}'.length)
})
