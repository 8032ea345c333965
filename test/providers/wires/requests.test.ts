import { Validator } from '@cfworker/json-schema'
import { expect, test } from 'vitest'
import type { SchemaObject } from '../shape.ts'
import type { Wire } from '../wire.ts'
import { ollama } from './ollama.ts'
import { openaiChat } from './openai-chat.ts'
import { openaiResponses } from './openai-responses.ts'
import { perplexity } from './perplexity.ts'

const accepts = (wire: Wire, body: SchemaObject) => new Validator(wire.request, '2020-12').validate(body).valid

type Row = [what: string, wire: Wire, body: SchemaObject]
const named = (rows: Row[]) => rows.map(([what, wire, body]) => [wire.name, what, wire, body] as const)

const user = { role: 'user', content: 'Hello' }
const assistant = { role: 'assistant', content: 'Hello' }
const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false }
const openSchema = { type: 'object', properties: { a: { type: 'string' } } }
const parameters = { type: 'object' }
const call = { id: 'call_1', type: 'function', function: { name: 'play', arguments: '{}' } }
const result = { role: 'tool', tool_call_id: 'call_1', content: 'ok' }
const format = (given: SchemaObject) => ({ name: 'answer', strict: true, schema: given })

const chat = { model: 'm', messages: [user] }
const responses = { model: 'm', input: [user] }
const sonar = { model: 'sonar', messages: [user] }
const llama = { model: 'llama3', messages: [user] }
const reference = { type: 'item_reference', id: 'msg_1' }

test.each(
  named([
    [
      'calls and their results',
      openaiChat,
      { ...chat, messages: [user, { role: 'assistant', tool_calls: [call] }, result] },
    ],
    ['a closed schema', openaiChat, { ...chat, response_format: { type: 'json_schema', json_schema: format(schema) } }],
    [
      'a closed schema',
      openaiResponses,
      { ...responses, text: { format: { type: 'json_schema', ...format(schema) } } },
    ],
    ['what was stored', openaiResponses, { ...responses, input: [user, reference] }],
    [
      'turns after a system message',
      perplexity,
      { ...sonar, messages: [{ ...user, role: 'system' }, user, assistant, user] },
    ],
    ['options', ollama, { ...llama, options: { temperature: 0, num_predict: 10 } }],
  ]),
)('%s takes %s', (_name, _what, wire, body) => {
  expect(accepts(wire, body)).toBe(true)
})

test.each(
  named([
    ['a field that it does not know', openaiChat, { ...chat, top_k: 1 }],
    ['a message without content', openaiChat, { ...chat, messages: [{ role: 'assistant', content: null }] }],
    ['a result that names no call', openaiChat, { ...chat, messages: [user, { role: 'tool', content: 'ok' }] }],
    ['a choice without tools', openaiChat, { ...chat, tool_choice: 'auto' }],
    [
      'an open schema',
      openaiChat,
      { ...chat, response_format: { type: 'json_schema', json_schema: format(openSchema) } },
    ],
    ['a field that it does not know', openaiResponses, { ...responses, messages: [user] }],
    [
      'the name of a tool with spaces',
      openaiResponses,
      { ...responses, tools: [{ type: 'function', name: 'a b', parameters, strict: false }] },
    ],
    [
      'an open schema',
      openaiResponses,
      { ...responses, text: { format: { type: 'json_schema', ...format(openSchema) } } },
    ],
    ['what was not stored', openaiResponses, { ...responses, store: false, input: [user, reference] }],
    ['tools', perplexity, { ...sonar, tools: [{ type: 'function', function: { name: 'play', parameters } }] }],
    ['two turns of the user in a row', perplexity, { ...sonar, messages: [user, user] }],
    ['an assistant who begins', perplexity, { ...sonar, messages: [assistant, user] }],
    ['an assistant who ends', perplexity, { ...sonar, messages: [user, assistant] }],
    ['options outside of their place', ollama, { ...llama, temperature: 0 }],
    ['a choice of tools', ollama, { ...llama, tool_choice: 'auto' }],
    ['arguments as a text', ollama, { ...llama, messages: [user, { role: 'assistant', tool_calls: [call] }] }],
    [
      'an image with its address',
      ollama,
      { ...llama, messages: [{ ...user, images: ['data:image/png;base64,AA=='] }] },
    ],
  ]),
)('%s refuses %s', (_name, _what, wire, body) => {
  expect(accepts(wire, body)).toBe(false)
})
