import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createMemoryStore } from '@sweatpants/framework/chat'
import { createTokenAuth, matchTokens } from '@sweatpants/framework/mcp'
import { expect, test } from 'vitest'
import { createRoundtable } from '../packages/roundtable/src/debate/create-roundtable.ts'
import { serveRoundtable } from '../packages/roundtable/src/mcp/serve-roundtable.ts'
import { createPanel } from '../packages/roundtable/src/panel/create-panel.ts'
import type { RoundReply } from './roundtable/caller.ts'

const auth = createTokenAuth({
  resource: 'http://127.0.0.1/mcp',
  authorizationServers: ['http://127.0.0.1/issuer'],
  verify: matchTokens({
    'token-of-alice-5e1f0c': { principal: 'alice', scopes: [] },
    'token-of-bob-9a77d2': { principal: 'bob', scopes: [] },
  }),
})

async function connect(url: string, token: string): Promise<Client & AsyncDisposable> {
  const client = new Client({ name: 'owner', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }))
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() })
}

test('every tool answers that the debate of another principal is not found', async () => {
  const store = createMemoryStore()
  const roundtable = createRoundtable({ store, panel: createPanel({ env: {} }) })
  const server = serveRoundtable({ roundtable, store, auth })
  const { url, close } = await server.listen()
  await using alice = await connect(url, 'token-of-alice-5e1f0c')
  await using bob = await connect(url, 'token-of-bob-9a77d2')
  const topic = 'Should tea be free?'
  const started = await alice.callTool({ name: 'start_roundtable', arguments: { topic, agentCount: 2, rounds: 2 } })
  expect(started.isError).not.toBe(true)
  const { sessionId, agentResponses } = started.structuredContent as unknown as RoundReply
  const { agentId } = agentResponses[0]!
  const calls: [name: string, args: object][] = [
    ['continue_roundtable', {}],
    ['get_consensus', {}],
    ['get_session', {}],
    ['get_round_details', { round: 1 }],
    ['get_response_detail', { round: 1, agentId }],
    ['get_citations', {}],
    ['get_thoughts', { agentId }],
    ['synthesize_debate', {}],
    ['export_session', {}],
    ['record_outcome', { outcome: 'right' }],
    ['control_session', { action: 'stop' }],
  ]
  for (const [name, args] of calls) {
    const refused = await bob.callTool({ name, arguments: { sessionId, ...args } })
    expect(refused, name).toMatchObject({ isError: true, structuredContent: { code: 'not_found' } })
  }
  const listed = await bob.callTool({ name: 'list_sessions', arguments: {} })
  expect(listed.structuredContent).toEqual({ sessions: [] })
  for (const [name, args] of calls) {
    const allowed = await alice.callTool({ name, arguments: { sessionId, ...args } })
    expect(allowed.structuredContent, name).not.toMatchObject({ code: 'not_found' })
  }
  await Promise.all([server.close(), close()])
  await roundtable.close()
})
