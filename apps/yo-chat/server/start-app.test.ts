import { readdirSync } from 'node:fs'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { config } from '../config.ts'
import { Conversation } from './fixtures/conversation.ts'
import { serveElsewhere } from './fixtures/elsewhere.ts'
import { makeFolder, startTestApp } from './fixtures/test-app.ts'

test('another host lists the tools over MCP and calls the calculator', async () => {
  const { url } = await startTestApp()
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(new URL('mcp', url)))
  try {
    const { tools } = await client.listTools()
    const names = ['tictactoe', 'pick_card', 'book_flight', 'calculator', 'clean_up']
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining([...names, 'start_roundtable']))
    const result = await client.callTool({ name: 'calculator', arguments: { expression: '(17 + 4) * 2' } })
    expect(result.content).toEqual([{ type: 'text', text: '(17 + 4) * 2 = 42' }])
  } finally {
    await client.close()
  }
})

test('the demo model calculates in a chat', async () => {
  const chat = await Conversation.begin(await startTestApp())
  await chat.say('What is (17 + 4) * 2?')
  expect(await chat.next('tool_call_start')).toMatchObject({
    toolName: 'calculator',
    arguments: { expression: '(17 + 4) * 2' },
  })
  expect(await chat.next('tool_call_result')).toMatchObject({ result: '(17 + 4) * 2 = 42' })
  const { content } = await chat.next('assistant_message')
  expect(content).toMatchObject([{ type: 'text', text: expect.stringContaining('42') }])
  expect(await chat.next('turn_end')).toMatchObject({ reason: 'complete' })
})

const [IN_A_MONTH] = JSON.stringify(config.examples).match(/\d{4}-\d\d-\d\d/)!

const EXPECTED = [
  { toolName: 'tictactoe' },
  { toolName: 'pick_card', arguments: { count: 7 } },
  { toolName: 'book_flight', arguments: { from: 'Lisbon', to: 'Vienna', date: IN_A_MONTH } },
  { toolName: 'calculator', arguments: { expression: '(17 + 4) * 2' } },
  { toolName: 'clean_up', arguments: { days: 30 } },
  { toolName: 'ask_roundtable' },
]

test.each(config.examples.map(({ prompt }, index) => [prompt, EXPECTED[index]] as const))(
  'the demo model understands the example "%s"',
  async (prompt, expected) => {
    const chat = await Conversation.begin(await startTestApp())
    await chat.say(prompt)
    expect(await chat.next('tool_call_start')).toMatchObject(expected!)
  },
)

test('a tool that deletes asks for approval, and does what was approved', async () => {
  const chat = await Conversation.begin(await startTestApp())
  await chat.say('Clean up downloads that are older than 30 days')
  const { callId, arguments: args, preview } = await chat.next('approval_request')
  expect(args).toEqual({ days: 30 })
  expect(preview).toMatch(/^Delete 4 files /)
  await chat.command({ type: 'approve', callId, attempt: 1, arguments: { days: 80 } })
  expect(await chat.next('approval_request')).toMatchObject({
    preview: expect.stringMatching(/^Delete 2 files /),
    attempt: 2,
  })
  await chat.command({ type: 'approve', callId, attempt: 2 })
  expect(await chat.next('tool_call_progress')).toMatchObject({ message: 'Deleting installer.dmg', progress: 0.5 })
  const { result } = await chat.next('tool_call_result')
  expect(result).toEqual({ deleted: ['installer.dmg', 'cat.gif'], freed: '826 MB' })
})

test('a question of a hosted server is asked in the chat, after its call was approved', async () => {
  const app = await startTestApp()
  const { url } = await serveElsewhere()
  await app.send('POST', '/api/app/servers', { url })
  const chat = await Conversation.begin(app)
  await chat.say('Greet somebody, please')
  await chat.approve()
  expect(await chat.answer({ name: 'Ada' })).toMatchObject({ toolName: 'greet', message: 'Whom?' })
  const { content } = await chat.next('assistant_message')
  expect(content).toMatchObject([{ text: expect.stringContaining('Hello, Ada!') }])
})

test("a sample of a hosted server is answered by the conversation's model", async () => {
  const app = await startTestApp()
  const { url } = await serveElsewhere()
  await app.send('POST', '/api/app/servers', { url })
  const chat = await Conversation.begin(app)
  await chat.say('Ponder a riddle')
  await chat.approve()
  const { result } = await chat.next('tool_call_result')
  expect(JSON.stringify(result)).toContain('It says: I am a demo model')
})

test('a conversation goes on after the next start, with its question open', async () => {
  const first = await startTestApp()
  const before = await Conversation.begin(first)
  await before.say('Let me pick a card out of 7')
  const { callId, elicitId, context } = await before.next('elicit')
  await first.close()

  const second = await startTestApp({}, first.folder)
  const after = await before.reopen(second)
  await after.command({
    type: 'elicit_response',
    callId,
    elicitId,
    result: { action: 'accept', content: { position: 3 } },
  })
  const { cards } = context as { cards: string[] }
  expect(await after.next('tool_call_result')).toMatchObject({ result: { card: cards[2] } })
})

test('closing ends open streams, and nothing is served any more', async () => {
  const app = await startTestApp()
  const chat = await Conversation.begin(app)
  await chat.next('session_info')
  await app.close()
  await expect(chat.next('user_message')).rejects.toThrow('the conversation ended')
  await expect(app.ask('/api/app')).rejects.toThrow('fetch failed')
  expect(app.errors).toEqual([])
})

test('a start that fails leaves nothing open', async () => {
  const taken = await startTestApp()
  const port = Number(new URL(taken.url).port)
  await expect(startTestApp({ port })).rejects.toThrow(`port ${port} of 127.0.0.1 is in use`)
})

test('a location that is not a store is refused, and no key is generated for it', async () => {
  const folder = makeFolder()
  const store = `${folder}/mysql://127.0.0.1/chat`
  await expect(startTestApp({ store }, folder)).rejects.toThrow(
    'is not a store; set --store or STORE to a file, postgres://… or nats://…',
  )
  expect(readdirSync(folder)).toEqual([])
})
