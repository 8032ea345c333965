import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createMemoryStore } from '@sweatpants/framework/chat'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createFakeTable, say } from '../debate/fixtures/fake-table.ts'
import { serveRoundtable } from './serve-roundtable.ts'

const eras = [
  ['2025-11-25', 'legacy'],
  ['2026-07-28', { pin: '2026-07-28' }],
] as const

async function listen(): Promise<URL> {
  const store = createMemoryStore()
  const roundtable = createFakeTable({ ada: () => say('Tabs.'), bob: () => say('Tabs.') }, { store })
  const server = serveRoundtable({ roundtable, store })
  const { url, close } = await server.listen()
  onTestFinished(async () => {
    await Promise.all([server.close(), close()])
    await roundtable.close()
  })
  return new URL(url)
}

async function connect(mode: (typeof eras)[number][1]): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode } },
  )
  await client.connect(new StreamableHTTPClientTransport(await listen()))
  onTestFinished(() => client.close())
  return client
}

/** Sends a request of a client with tasks; resolves to its result. */
async function post(url: URL, method: string, params: { name?: string; taskId?: string; arguments?: object }) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': { extensions: { 'io.modelcontextprotocol/tasks': {} } },
  }
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    'mcp-name': params.name ?? params.taskId ?? '',
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } })
  const response = await fetch(url, { method: 'POST', headers, body })
  return ((await response.json()) as { result: Record<string, unknown> }).result
}

test.each(eras)('%s: the server offers fourteen tools with their schemas', async (_, mode) => {
  const client = await connect(mode)
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual([
    'start_roundtable',
    'continue_roundtable',
    'get_consensus',
    'get_agents',
    'list_sessions',
    'get_session',
    'get_round_details',
    'get_response_detail',
    'get_citations',
    'get_thoughts',
    'synthesize_debate',
    'export_session',
    'record_outcome',
    'control_session',
  ])
  for (const { name, outputSchema, annotations, title } of tools) {
    expect(outputSchema, name).toMatchObject({ type: 'object' })
    expect(annotations?.readOnlyHint, name).toBe(/^(get|list|export)_/.test(name))
    expect(title, name).toBeTruthy()
  }
  const [start] = tools
  expect(start!.inputSchema.required).toEqual(['topic'])
  expect(start!.inputSchema.properties).toMatchObject({
    mode: { default: 'collaborative' },
    agentCount: { default: 4, maximum: 12 },
    rounds: { default: 3, maximum: 10 },
  })
  expect(client.getInstructions()).toMatch(/needs_context/)
})

test.each(eras)('%s: the official client accepts replies and refusals', async (_, mode) => {
  const client = await connect(mode)
  await client.listTools()
  const heard: (string | undefined)[] = []
  const started = await client.callTool(
    { name: 'start_roundtable', arguments: { topic: 'Tabs or spaces?', rounds: 1 } },
    { onprogress: ({ message }) => heard.push(message) },
  )
  expect(started).toMatchObject({ structuredContent: { status: 'completed', endReason: 'rounds' } })
  expect(heard).toContainEqual(expect.stringMatching(/^ada: Tabs\./))
  const { sessionId } = started.structuredContent as { sessionId: string }
  const refused = await client.callTool({ name: 'continue_roundtable', arguments: { sessionId } })
  expect(refused).toMatchObject({
    isError: true,
    content: [{ type: 'text', text: (refused.structuredContent as { message: string }).message }],
    structuredContent: { code: 'completed' },
  })
})

test('a client with tasks receives a round as a task', async () => {
  const url = await listen()
  const call = { name: 'start_roundtable', arguments: { topic: 'Tabs or spaces?' } }
  const { resultType, taskId } = await post(url, 'tools/call', call)
  expect(resultType).toBe('task')
  await vi.waitFor(async () => {
    const task = await post(url, 'tasks/get', { taskId: taskId as string })
    expect(task).toMatchObject({ status: 'completed', result: { structuredContent: { roundNumber: 1 } } })
  })
})
