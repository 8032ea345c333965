import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { fromLanguageModel, type Model, type ModelRequest } from '@sweatpants/framework/models'
import { createDebateClient, type DebateSnapshot, openRound } from '@sweatpants/roundtable/browser'
import { expect, onTestFinished, test } from 'vitest'
import { Conversation } from './fixtures/conversation.ts'
import { startTestApp, type TestApp } from './fixtures/test-app.ts'
import { createDemo } from './models.ts'

const topic = 'Should we use tabs or spaces?'
const demo = fromLanguageModel(createDemo({ pace: 'instant' }), { id: 'demo' })

const isSeat = ({ tools = [] }: ModelRequest) => tools.some(({ name }) => name === 'fact_check')

/** The demo model in the chat, and seats of one opinion, the first of which wants to know something. */
function createCurious(): Model {
  let hasAsked = false
  return {
    ...demo,
    async answer(request, options) {
      if (!isSeat(request)) return demo.answer(request, options)
      const text = JSON.stringify({ position: 'Tabs.', reasoning: 'Because.', confidence: 0.8 })
      if (hasAsked) return { model: 'demo', content: { type: 'text', text } }
      hasAsked = true
      const input = { query: 'What is in the file?', reason: 'It decides.', priority: 'required' }
      const content = [{ type: 'tool_use' as const, id: 'call_1', name: 'request_context', input }]
      return { model: 'demo', content, stopReason: 'toolUse' }
    },
  }
}

function openDebate({ url }: TestApp, sessionId: string) {
  const store = createDebateClient({ baseUrl: url }).open(sessionId)
  onTestFinished(() => store.close())
  return {
    ...store,
    shown(wanted: (snapshot: DebateSnapshot) => unknown): Promise<DebateSnapshot> {
      const { promise, resolve } = Promise.withResolvers<DebateSnapshot>()
      const look = () => {
        if (wanted(store.getSnapshot())) resolve(store.getSnapshot())
      }
      const leave = store.subscribe(look)
      look()
      return promise.finally(leave)
    },
  }
}

const isOver = ({ session }: DebateSnapshot) => session?.status === 'completed'
const isAtRest = ({ session }: DebateSnapshot) => session !== undefined && openRound(session) === undefined

test('an MCP client continues a debate of the page, and the page shows it at once', async () => {
  const app = await startTestApp({ models: [createCurious()] })
  const client = createDebateClient({ baseUrl: app.url })
  expect((await client.agents()).candidates).toEqual([{ model: 'demo', family: 'demo', usable: true }])
  const { sessionId } = await client.start({ topic, rounds: 2, agentCount: 2 })
  const debate = openDebate(app, sessionId)
  const { session } = await debate.shown(isAtRest)
  const { id: requestId } = session!.pendingContextRequests[0]!
  const contextResults = [{ requestId, success: true, result: 'The file has tabs.' }]
  const caller = new Client({ name: 'test', version: '1.0.0' })
  await caller.connect(new StreamableHTTPClientTransport(new URL('mcp', app.url)))
  try {
    const { structuredContent } = await caller.callTool({
      name: 'continue_roundtable',
      arguments: { sessionId, contextResults },
    })
    expect(structuredContent).toMatchObject({ sessionId, roundNumber: 2, status: 'completed' })
  } finally {
    await caller.close()
  }
  expect((await debate.shown(isOver)).session!.responses).toHaveLength(4)
  expect(app.errors).toEqual([])
})

test('a debate that is started in a chat asks its questions there, and is also on its page', async () => {
  const app = await startTestApp({ models: [createCurious()] })
  const chat = await Conversation.begin(app)
  await chat.say(`Ask the roundtable: ${topic}`)
  expect(await chat.next('tool_call_start')).toMatchObject({ toolName: 'ask_roundtable' })
  const { message } = await chat.next('tool_call_progress')
  const [, sessionId] = /^The debate is at \/debates\/(\S+)$/.exec(message)!
  expect(await chat.answer({ answer: 'The file has tabs.' })).toMatchObject({
    key: 'context',
    message: expect.stringMatching(
      /^\w[\w ]* · demo(?: \(\d\))? needs to know before the debate continues: “What is in the file\?”/,
    ),
  })
  const { result } = await chat.next('tool_call_result')
  expect(result).toMatchObject({ sessionId, path: `/debates/${sessionId}`, decision: { level: expect.any(String) } })
  const { session } = await openDebate(app, sessionId!).shown(isOver)
  expect(session!.topic).toContain('tabs or spaces')
  expect(session!.contextRequests).toMatchObject([{ answer: { success: true, result: 'The file has tabs.' } }])
  expect(app.errors).toEqual([])
})

test('a debate in a chat continues after a restart of the server', async () => {
  const asked = Promise.withResolvers<void>()
  const slow: Model = {
    ...demo,
    answer(request, options) {
      if (!isSeat(request)) return demo.answer(request, options)
      asked.resolve()
      const { signal } = options
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
  }
  const first = await startTestApp({ models: [slow], leaseTtl: 300 })
  const before = await Conversation.begin(first)
  await before.say(`Ask the roundtable: ${topic}`)
  await before.next('tool_call_start')
  await asked.promise
  await first.close()
  expect(first.errors).toEqual([])

  const second = await startTestApp({ models: [createCurious()], leaseTtl: 300 }, first.folder)
  const after = await before.reopen(second)
  await after.answer({ answer: 'Tabs.' })
  const { result } = await after.next('tool_call_result')
  expect(result).toMatchObject({ decision: { level: expect.any(String) }, seats: { absent: 0 } })
  expect(await createDebateClient({ baseUrl: second.url }).list()).toMatchObject([{ status: 'completed' }])
})

test('a closing server ends the streams of debates', async () => {
  const app = await startTestApp()
  const { sessionId } = await createDebateClient({ baseUrl: app.url }).start({ topic, rounds: 1, agentCount: 1 })
  const debate = openDebate(app, sessionId)
  await debate.shown(isOver)
  await app.close()
  await debate.shown(({ connection }) => connection === 'reconnecting')
  expect(app.errors).toEqual([])
})
