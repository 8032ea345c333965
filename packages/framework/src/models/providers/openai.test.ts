import { expect, test } from 'vitest'
import { z } from 'zod'
import { type McpMessage, toBlocks } from '../../tools/message.ts'
import { SCHEMA_TOOL } from '../../tools/sample.ts'
import { toJsonSchema } from '../../tools/schema.ts'
import { hi } from '../fixtures/answers.ts'
import { ask, textOf } from '../fixtures/ask.ts'
import { listen, type Received } from '../fixtures/loopback.ts'
import { resolveModel } from '../resolve.ts'
import { isStrictSchema } from './openai.ts'

const resolve = (url: string, id = 'openai/gpt-6.1-terra') =>
  resolveModel(id, { env: { OPENAI_BASE_URL: url, OPENAI_API_KEY: 'k' } })

const paths = (received: readonly Received[]) => received.map(({ path }) => path)

const closed = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
})

test.each([
  ['strict', closed({ a: { type: 'string' } }), true],
  ['not strict', closed({ a: { type: 'string' } }, { required: [] }), false],
])('OpenAI is sent a schema as %s, and asked not to store the reply', async (_, inputSchema, strict) => {
  await using server = await listen(() => ({ body: hi.responses }))
  await ask(await resolve(server.url), { tools: [{ name: SCHEMA_TOOL, inputSchema }] })
  expect(server.received[0]!.body).toMatchObject({ store: false, text: { format: { type: 'json_schema', strict } } })
})

const thought = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'sealed thoughts' }
const move = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'move', arguments: '{"to":4}' }

const events = (...list: ({ type: string } & Record<string, unknown>)[]) =>
  list.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')

const streamed = events(
  { type: 'response.created', response: { id: 'resp_1', created_at: 1, model: 'm' } },
  { type: 'response.output_item.added', output_index: 0, item: { ...thought, encrypted_content: null } },
  { type: 'response.output_item.done', output_index: 0, item: thought },
  { type: 'response.output_item.added', output_index: 1, item: { ...move, arguments: '' } },
  { type: 'response.function_call_arguments.delta', item_id: 'fc_1', output_index: 1, delta: move.arguments },
  { type: 'response.output_item.done', output_index: 1, item: { ...move, status: 'completed' } },
  { type: 'response.completed', response: { usage: hi.responses.usage } },
)

test.each([
  ['whole', { ...hi.responses, output: [thought, move] }],
  ['streamed', streamed],
])('OpenAI is sent its encrypted reasoning with the next turn: %s', async (_, first) => {
  await using server = await listen(() => ({ body: server.received.length === 1 ? first : hi.responses }))
  const model = await resolve(server.url)
  const tools = [{ name: 'move', inputSchema: { type: 'object' } }]
  const question = { role: 'user', content: { type: 'text', text: 'Your move' } } as const
  const { signal } = new AbortController()
  const onPart = typeof first === 'string' ? { onPart: () => {} } : {}
  const { content } = await model.answer({ messages: [question], tools }, { signal, ...onPart })
  const answer = { role: 'assistant', content } as const
  const result: McpMessage = { role: 'user', content: { type: 'tool_result', toolUseId: 'call_1', content: [] } }
  await ask(model, { messages: [question, answer, result], tools })
  expect(toBlocks(answer).map(({ type }) => type)).toEqual(['reasoning', 'tool_use'])
  expect(server.received[0]!.body.include).toContain('reasoning.encrypted_content')
  const input = server.received[1]!.body.input as { type?: string }[]
  expect(input.filter(({ type }) => type !== undefined)).toMatchObject([
    { type: 'reasoning', encrypted_content: 'sealed thoughts' },
    { type: 'function_call', call_id: 'call_1' },
    { type: 'function_call_output', call_id: 'call_1' },
  ])
})

const chatOnly = (status: number) => (request: Received) =>
  request.path === '/v1/chat/completions' ? { body: hi.chat } : { status, body: { error: 'no such path' } }

test.each([404, 405])(
  'a server that answers /responses with %i is called at /chat/completions from then on',
  async (status) => {
    await using server = await listen(chatOnly(status))
    const model = await resolve(server.url, 'openai/llama')
    expect(textOf(await ask(model))).toBe('hi')
    expect(textOf(await ask(model))).toBe('hi')
    expect(paths(server.received)).toEqual(['/v1/responses', '/v1/chat/completions', '/v1/chat/completions'])
    expect(server.received[1]!.body).not.toHaveProperty('store')
  },
)

test('chat completions can be streamed', async () => {
  const chunk = (delta: object, finish_reason: string | null = null) =>
    `data: ${JSON.stringify({ id: 'c', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason }] })}\n\n`
  const stream = `${chunk({ role: 'assistant', content: 'h' })}${chunk({ content: 'i' })}${chunk({}, 'stop')}data: [DONE]\n\n`
  await using server = await listen(({ path }) => (path.endsWith('/responses') ? { status: 404 } : { body: stream }))
  const model = await resolve(server.url, 'openai/llama')
  const heard: unknown[] = []
  const question = { role: 'user', content: { type: 'text', text: 'hello' } } as const
  const { signal } = new AbortController()
  await model.answer({ messages: [question] }, { signal, onPart: (part) => heard.push(part) })
  expect(heard).toEqual([
    { type: 'text', text: 'h' },
    { type: 'text', text: 'i' },
  ])
})

test('a 404 for a model does not mean that the server has no /responses', async () => {
  await using server = await listen(({ path, body }) => {
    if (body.model === 'unknown') return { status: 404, body: { error: { message: 'no such model' } } }
    return path === '/v1/responses' ? { body: hi.responses } : { status: 404 }
  })
  await expect(resolve(server.url, 'openai/unknown').then(ask)).rejects.toMatchObject({ code: 'configuration' })
  await ask(await resolve(server.url, 'openai/m'))
  expect(paths(server.received)).toEqual(['/v1/responses', '/v1/chat/completions', '/v1/responses'])
})

test('any other error status is not followed by a second request', async () => {
  await using server = await listen(() => ({ status: 400, body: { error: { message: 'bad' } } }))
  await expect(resolve(server.url).then(ask)).rejects.toMatchObject({ code: 'invalid' })
  expect(paths(server.received)).toEqual(['/v1/responses'])
})

test.each([
  ['closed', closed({ a: { type: 'string', format: 'date' } })],
  ['nested', closed({ a: { type: 'array', items: closed({ b: { type: ['integer', 'null'], minimum: 0 } }) } })],
  ['with a choice', closed({ a: { anyOf: [{ type: 'string' }, closed({ b: { const: 1 } })] } })],
  ['recursive', closed({ a: { $ref: '#/$defs/a' } }, { $defs: { a: closed({ a: { $ref: '#/$defs/a' } }) } })],
  ['of zod', toJsonSchema(z.strictObject({ move: z.int().max(8), why: z.string().nullable() }), 'output')],
])('isStrictSchema accepts a schema that is %s', (_, schema) => {
  expect(isStrictSchema(schema)).toBe(true)
})

test.each([
  ['open', { type: 'object', properties: { a: {} }, required: ['a'] }],
  ['with an optional property', closed({ a: { type: 'string' } }, { required: [] })],
  ['open further down', closed({ a: { type: 'array', items: { type: 'object' } } })],
  ['open in a choice', closed({ a: { anyOf: [{ type: ['object', 'null'], properties: {} }] } })],
  ['open in a definition', closed({ a: { $ref: '#/$defs/a' } }, { $defs: { a: { type: 'object' } } })],
  ['a choice at its root', closed({}, { anyOf: [closed({})] })],
  ['not of an object', { type: 'array', items: { type: 'string' } }],
  ['with an unsupported keyword', closed({ a: { allOf: [{ type: 'string' }] } })],
  ['with a default', closed({ a: { type: 'string', default: 'x' } })],
  ['with an unsupported format', closed({ a: { type: 'string', format: 'uri' } })],
  ['with an unrestricted property', closed({ a: true })],
])('isStrictSchema rejects a schema that is %s', (_, schema) => {
  expect(isStrictSchema(schema)).toBe(false)
})
