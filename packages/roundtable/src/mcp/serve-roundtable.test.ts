import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createMemoryStore } from '@sweatpants/framework/chat'
import { expect, onTestFinished, test } from 'vitest'
import { createFakeTable, say } from '../debate/fixtures/fake-table.ts'
import { serveRoundtable } from './serve-roundtable.ts'

const eras = [
  ['2025-11-25', 'legacy'],
  ['2026-07-28', { pin: '2026-07-28' }],
] as const

async function connect(mode: (typeof eras)[number][1]): Promise<Client> {
  const store = createMemoryStore()
  const roundtable = createFakeTable({ ada: () => say('Tabs.'), bob: () => say('Tabs.') }, { store })
  const server = serveRoundtable({ roundtable, store })
  const { url, close } = await server.listen()
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(new URL(url)))
  onTestFinished(async () => {
    await client.close()
    await Promise.all([server.close(), close()])
    await roundtable.close()
  })
  return client
}

test.each(eras)('%s: thirteen tools are offered with what they take and give', async (_, mode) => {
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

test.each(eras)('%s: the official client takes replies and refusals', async (_, mode) => {
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
