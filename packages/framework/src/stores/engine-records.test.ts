import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createChat } from '../chat/create-chat.ts'
import { schedule } from '../control/schedule.ts'
import { startSchedules } from '../control/start-schedules.ts'
import type { Store } from '../log/log.ts'
import { serveMcp } from '../mcp/serve.ts'
import type { Model } from '../models/model.ts'
import { createMemoryEngine } from '../testing/memory-engine.ts'
import { createMcpTool } from '../tools/builder.ts'
import type { McpTool } from '../tools/tool.ts'
import { createEngineStore } from './engine-store.ts'

/** Text that a journal takes, and that is as JSON longer than a record of the engine. */
const LARGE = '"'.repeat(900_000)

/** A tool with a step, on an engine that does not take the outcome of the step, or the result. */
function createLarge(what: 'step' | 'result') {
  const ran = vi.fn(() => (what === 'step' ? LARGE : 'paid'))
  const draft = createMcpTool('large').carrier('stored')
  const tool = draft
    .execute(function* (_, ctx) {
      yield* ctx.step('pay', ran)
      return what === 'step' ? 'done' : LARGE
    })
    .build()
  const asking = draft
    .elicits({ sure: { response: z.object({ ok: z.boolean() }) } })
    .execute(function* (_, ctx) {
      yield* ctx.elicit('sure', { message: 'Sure?' })
      yield* ctx.step('pay', ran)
      return what === 'step' ? 'done' : LARGE
    })
    .build()
  return { tool, asking, ran, store: createEngineStore(createMemoryEngine().open()) }
}

const REFUSED = 'and the store accepts 1048576'

test.each(['step', 'result'] as const)(
  'a task whose %s is larger than the store accepts fails, and its step is not repeated',
  async (what) => {
    const { tool, ran, store } = createLarge(what)
    const onError = vi.fn()
    await using _schedules = await startSchedules({ store, tools: [tool], scanEvery: 10, onError })
    await schedule(store, tool, {}, { at: Date.now() }, { name: 'once' })
    await vi.waitFor(async () => expect((await store.runs.list()).runs).toMatchObject([{ state: 'failed' }]))
    expect(ran).toHaveBeenCalledTimes(1)
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'RecordSizeError' }))
  },
)

test.each(['step', 'result'] as const)(
  'a turn in which the %s of a call is larger than the store accepts ends, and the step is not repeated',
  async (what) => {
    const { tool, ran, store } = createLarge(what)
    const model: Model = {
      id: 'caller',
      async answer({ messages }) {
        const use = { type: 'tool_use' as const, id: 'one', name: 'large', input: {} }
        return { content: messages.length === 1 ? use : { type: 'text', text: 'went on' }, model: 'caller' }
      },
    }
    await using chat = await createChat({ store, models: [model], tools: [tool], onError: () => {} })
    const session = chat.open('a', undefined)
    await session.create()
    await session.command({ type: 'send', commandId: 'one', content: 'Pay' })
    await vi.waitFor(async () => {
      const { turns, turn } = await session.state()
      expect([turns, turn]).toEqual([1, undefined])
    })
    const said = JSON.stringify(await session.state())
    expect(said).toContain(REFUSED)
    expect(said.includes('went on')).toBe(what === 'step')
    expect(ran).toHaveBeenCalledTimes(1)
  },
)

test.each(['step', 'result'] as const)(
  'a kept call whose %s is larger than the store accepts fails, and its step is not repeated',
  async (what) => {
    const { asking, ran, store } = createLarge(what)
    const server = serveMcp({ name: 'x', version: '1', tools: [asking], store, onError: () => {} })
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'c', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
    }
    const call = async (more: object) => {
      const headers = {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'large',
      }
      const params = { name: 'large', _meta: meta, ...more }
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
      return (await server.fetch(new Request('http://localhost/mcp', { method: 'POST', headers, body }))).text()
    }
    const { inputRequests, requestState } = JSON.parse(await call({})).result
    const answers = Object.keys(inputRequests).map((id) => [id, { action: 'accept', content: { ok: true } }])
    const ended = await call({ requestState, inputResponses: Object.fromEntries(answers) })
    expect(ended).toContain(REFUSED)
    expect(ran).toHaveBeenCalledTimes(1)
    await server.close()
  },
)

/** A client of a session on a server with one tool. */
async function openSession(tool: McpTool, store: Store) {
  const server = serveMcp({ name: 'x', version: '1', tools: [tool], store, onError: () => {} })
  const send = (message: object, session?: string) => {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(session !== undefined && { 'mcp-session-id': session }),
    }
    const body = JSON.stringify({ jsonrpc: '2.0', ...message })
    return server.fetch(new Request('http://localhost/mcp', { method: 'POST', headers, body }))
  }
  const client = { protocolVersion: '2025-11-25', clientInfo: { name: 'c', version: '1' } }
  const params = { ...client, capabilities: { elicitation: { form: {} } } }
  const session = (await send({ id: 0, method: 'initialize', params })).headers.get('mcp-session-id')!
  const post = (message: object) => send(message, session)
  return {
    session,
    post,
    /** Calls the tool, answers its questions, and returns what the client reads. */
    async call(): Promise<string> {
      const called = await post({ id: 1, method: 'tools/call', params: { name: 'large' } })
      let read = ''
      for await (const chunk of called.body!.pipeThrough(new TextDecoderStream())) {
        const asked = /"id":"(ask-[^"]+)"/.exec(chunk)?.[1]
        if (asked !== undefined) await post({ id: asked, result: { action: 'accept', content: { ok: true } } })
        read += chunk
      }
      return read
    },
    close: () => server.close(),
  }
}

test('a stored call of a session whose result is larger than the store accepts gets its response, and the session stays', async () => {
  const { asking, store } = createLarge('result')
  const { session, post, call, close } = await openSession(asking, store)
  expect((await call()).length).toBeGreaterThan(LARGE.length)
  const events = await store.log<{ type: string; text?: string }>('session').read(session, 0)
  expect(events.at(-1)!.event).toMatchObject({ type: 'done', text: expect.stringContaining(REFUSED) })
  expect((await post({ id: 2, method: 'ping' })).status).toBe(200)
  await close()
})

test('a question of a session that is larger than the store accepts fails, and the session stays', async () => {
  const { store } = createLarge('step')
  const sure = { response: z.object({ ok: z.boolean() }) }
  const tool = createMcpTool('large')
    .elicits({ sure, short: sure })
    .execute(function* (_, ctx) {
      try {
        yield* ctx.elicit('sure', { message: LARGE })
        return 'asked'
      } catch (error) {
        const { action } = yield* ctx.elicit('short', { message: 'Sure?' })
        return `${action} after ${(error as Error).message}`
      }
    })
    .build()
  const { post, call, close } = await openSession(tool, store)
  const read = await call()
  expect(read).toContain('accept after ')
  expect(read).toContain(REFUSED)
  expect(read.length).toBeLessThan(LARGE.length)
  expect((await post({ id: 2, method: 'ping' })).status).toBe(200)
  await close()
})
