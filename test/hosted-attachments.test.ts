import { runTool, succeeded, type ToolContent } from '@sweatpants/framework'
import { createChat, createMemoryStore, keptOf } from '@sweatpants/framework/chat'
import { connectMcp } from '@sweatpants/framework/mcp'
import type { Model, ModelRequest } from '@sweatpants/framework/models'
import { expect, test, vi } from 'vitest'
import { Conversation } from '../apps/yo-chat/server/fixtures/conversation.ts'
import { startTestApp } from '../apps/yo-chat/server/fixtures/test-app.ts'
import { startHostile } from './attacks/hostile-server.ts'

const MEGABYTE = 1024 * 1024

const picture = (size: number) => ({
  type: 'image',
  mimeType: 'image/png',
  data: Buffer.alloc(size, 7).toString('base64'),
})

/** A server whose tool returns images of these sizes. */
const startPainting = (...sizes: number[]) =>
  startHostile([{ name: 'paint', inputSchema: { type: 'object' } }], ({ method, result }) => {
    if (method !== 'tools/call') return false
    result({ resultType: 'complete', content: [{ type: 'text', text: 'painted' }, ...sizes.map(picture)] })
  })

test('a result of 20 MB reaches a run without a journal', async () => {
  await using server = await startPainting(20 * MEGABYTE)
  await using hosted = await connectMcp({ url: server.url, onError() {} })
  const result = await runTool(hosted.tools[0]!, {}, { peer: { answer: () => succeeded({}) } })
  const { blocks } = (result as { value: ToolContent }).value
  expect(blocks).toEqual([{ type: 'text', text: 'painted' }, picture(20 * MEGABYTE)])
})

test('a chat keeps large images of a result beside its log, and deletes them with the session', async () => {
  await using server = await startPainting(3 * MEGABYTE, 3 * MEGABYTE, 10)
  const app = await startTestApp({ servers: [{ url: server.url }] })
  const chat = await Conversation.begin(app)
  const { sessionId } = await chat.next('session_info')
  await chat.say('Call paint {}')
  await chat.approve()
  const { content = [] } = await chat.next('tool_call_result')
  const kept = { 'dev.sweatpants/kept': { digest: expect.stringMatching(/^[0-9a-f]{64}$/), size: 3 * MEGABYTE } }
  expect(content.slice(1)).toEqual([
    { type: 'image', mimeType: 'image/png', data: '', _meta: kept },
    { type: 'image', mimeType: 'image/png', data: '', _meta: kept },
    picture(10),
  ])
  const digest = keptOf(content[1]!)?.digest
  const path = `/api/chat/sessions/${sessionId}/attachments/${digest}`
  const reply = await app.ask(`${path}?type=image/png`)
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(Buffer.from(await reply.arrayBuffer())).toEqual(Buffer.alloc(3 * MEGABYTE, 7))
  const unsafe = await app.ask(`${path}?type=text/html`)
  expect(unsafe.headers.get('content-type')).toBe('application/octet-stream')

  const other = (await (await app.send('POST', '/api/chat/sessions', {})).json()) as { sessionId: string }
  expect((await app.ask(`/api/chat/sessions/${other.sessionId}/attachments/${digest}`)).status).toBe(404)
  await app.ask(`/api/chat/sessions/${sessionId}`, { method: 'DELETE' })
  await app.send('POST', '/api/chat/sessions', { sessionId })
  await vi.waitFor(async () => expect((await app.ask(path)).status).toBe(404))
})

test('the model of a chat receives a large image that is stored, and a note for one that is too large', async () => {
  await using server = await startPainting(2 * MEGABYTE, 6 * MEGABYTE)
  await using hosted = await connectMcp({ url: server.url, onError() {} })
  const asked: ModelRequest[] = []
  const model: Model = {
    id: 'test/model',
    async answer(request) {
      asked.push(request)
      const call = { type: 'tool_use' as const, id: 'c1', name: 'paint', input: {} }
      const content = asked.length === 1 ? [call] : [{ type: 'text' as const, text: 'seen' }]
      return { content, model: 'test/model', stopReason: asked.length === 1 ? 'toolUse' : 'endTurn' }
    },
  }
  await using chat = await createChat({ store: createMemoryStore(), tools: hosted.tools, models: [model] })
  const send = (path: string, body: object) =>
    chat.fetch(
      new Request(`http://localhost/api/chat/sessions${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', host: 'localhost' },
      }),
    )
  await send('', { sessionId: 's' })
  await send('/s/commands', { type: 'send', commandId: 'c', content: 'Paint' })
  await vi.waitFor(() => expect(asked).toHaveLength(2), 10_000)
  const [{ content }] = [asked[1]!.messages.at(-1)!.content].flat() as unknown as [{ content: object[] }]
  expect(content).toEqual([
    { type: 'text', text: 'painted' },
    picture(2 * MEGABYTE),
    { type: 'text', text: `(image/png of ${6 * MEGABYTE} bytes, which the person can see)` },
  ])
})
