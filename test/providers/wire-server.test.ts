import { expect, test } from 'vitest'
import { serveWire } from './wire-server.ts'
import { anthropic } from './wires/anthropic.ts'

const post = (url: string, body: unknown) => fetch(url, { method: 'POST', body: JSON.stringify(body) })
const HELLO = { model: 'loopback', max_tokens: 1, messages: [{ role: 'user', content: 'Hello' }] }

test('a request that is as documented is answered as scripted', async () => {
  await using server = await serveWire(anthropic)
  server.script({ type: 'say', said: { text: 'Hi' } })
  const response = await post(`${server.baseUrl}/v1/messages`, HELLO)
  expect(await response.json()).toMatchObject({ content: [{ type: 'text', text: 'Hi' }] })
  expect(server.violations).toEqual([])
  expect(server.requests).toMatchObject([{ path: '/v1/messages', body: HELLO }])
})

test('a request that is not as documented is noted', async () => {
  await using server = await serveWire(anthropic)
  server.script({ type: 'say', said: { text: 'Hi' } })
  await post(`${server.baseUrl}/v1/messages`, { ...HELLO, max_token: 1 })
  expect(server.violations.join()).toContain('max_token')
})

test('blocks of tools are noted where no tools are declared', async () => {
  await using server = await serveWire(anthropic)
  const hello = { type: 'say', said: { text: 'Hi' } } as const
  server.script(hello, hello)
  const messages = [
    ...HELLO.messages,
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'clock', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'noon' }] },
  ]
  const tools = [{ name: 'clock', input_schema: { type: 'object' } }]
  await post(`${server.baseUrl}/v1/messages`, { ...HELLO, messages, tools })
  expect(server.violations).toEqual([])
  await post(`${server.baseUrl}/v1/messages`, { ...HELLO, messages })
  expect(server.violations.join()).toContain('tools')
})

test('a request where nothing listens is noted and not found', async () => {
  await using server = await serveWire(anthropic)
  expect(await post(`${server.baseUrl}/messages`, HELLO)).toMatchObject({ status: 404 })
  expect(server.violations).toEqual(['nothing listens to POST /messages'])
})

test('a request that the script does not have is noted and fails', async () => {
  await using server = await serveWire(anthropic)
  expect(await post(`${server.baseUrl}/v1/messages`, HELLO)).toMatchObject({ status: 500 })
  expect(server.violations).toEqual([expect.stringMatching(/^the script has nothing for request 1/)])
})

test('an answer that the client does not wait for is one that it closed', async () => {
  await using server = await serveWire(anthropic)
  const controller = new AbortController()
  server.script({ type: 'hang', said: { text: 'Hi' } })
  server.before = ({ type }) => type === 'hang' && controller.abort()
  const init = { method: 'POST', body: JSON.stringify({ ...HELLO, stream: true }), signal: controller.signal }
  const answer = fetch(`${server.baseUrl}/v1/messages`, init).then((response) => response.text())
  await expect(answer).rejects.toThrow()
  await server.requests[0]?.closed
})
