import { join } from 'node:path'
import { type McpTool, runTool, succeeded } from '@sweatpants/framework'
import { connectMcp, type HostedServer } from '@sweatpants/framework/mcp'
import { expect, test } from 'vitest'
import { discovered, listed, said, startHostile } from './attacks/hostile-server.ts'

const quiet = { onError() {} }
const plain = { name: 'plain', inputSchema: { type: 'object' } }

const call = (tool: McpTool, params: object = {}) => runTool(tool, params, { peer: { answer: () => succeeded({}) } })

const find = ({ tools }: HostedServer, name: string): McpTool => tools.find((tool) => tool.name === name)!

test('a server with a tool that breaks the rules keeps its other tools, and the broken one is named with the reason', async () => {
  const broken = [
    { name: 'no_schema' },
    { name: 'list_schema', inputSchema: { type: 'array' } },
    { name: 7, inputSchema: { type: 'object' } },
    [],
    { ...plain, name: 'twice' },
    { ...plain, name: 'twice' },
  ]
  await using server = await startHostile([plain, ...broken])
  await using hosted = await connectMcp({ url: server.url, ...quiet })
  expect(hosted.tools.map(({ name }) => name)).toEqual(['plain', 'twice'])
  expect(hosted.refused).toEqual([
    { name: 'no_schema', reason: expect.stringContaining('breaks the rules of MCP at "inputSchema"') },
    { name: 'list_schema', reason: expect.stringContaining('breaks the rules of MCP at "inputSchema.type"') },
    { name: '7', reason: expect.stringContaining('breaks the rules of MCP at "name"') },
    { name: '', reason: expect.stringContaining('breaks the rules of MCP') },
    { name: 'twice', reason: 'another tool has the same name' },
  ])
})

test('a schema of arguments without a type is one of an object', async () => {
  await using server = await startHostile([{ name: 'loose', inputSchema: { properties: { a: { type: 'string' } } } }])
  await using hosted = await connectMcp({ url: server.url, ...quiet })
  expect(await call(find(hosted, 'loose'), { a: 'x' })).toMatchObject({ type: 'completed' })
})

test('an argument that is required and has a default may be left out', async () => {
  const inner = { type: 'object', properties: { deep: { default: 1 }, free: { default: 2 } }, required: ['deep'] }
  const properties = { wait: { type: 'number', default: 5 }, url: { type: 'string' }, inner }
  const inputSchema = { type: 'object', properties, required: ['wait', 'url'], additionalProperties: false }
  const sent: unknown[] = []
  await using server = await startHostile([{ name: 'open', inputSchema }], ({ method, params, result }) => {
    if (method !== 'tools/call') return false
    sent.push(params.arguments)
    result(said('opened'))
  })
  await using hosted = await connectMcp({ url: server.url, ...quiet })
  const open = find(hosted, 'open')
  expect(await call(open, { url: 'a:b', inner: {} })).toMatchObject({ type: 'completed' })
  expect(await call(open, { url: 'a:b', wait: 0 })).toMatchObject({ type: 'completed' })
  expect(sent).toEqual([
    { url: 'a:b', inner: { deep: 1 }, wait: 5 },
    { url: 'a:b', wait: 0 },
  ])
  expect(await call(open, {})).toMatchObject({ type: 'failed', error: { message: expect.stringContaining('url') } })
})

test('a result without the structured content that the server promised fails with that reason', async () => {
  const tool = { ...plain, outputSchema: { type: 'object', properties: {} } }
  await using server = await startHostile([tool], ({ method, result }) =>
    method === 'tools/call' ? result(said('{"text": "only"}')) : method === 'tools/list' && result(listed([tool])),
  )
  await using hosted = await connectMcp({ url: server.url, ...quiet })
  expect(await call(find(hosted, 'plain'))).toMatchObject({
    type: 'failed',
    error: { message: expect.stringContaining('has no structured content, which the server promises') },
  })
})

test('a tool that runs only as a task of 2025-11-25 is not offered, and the server says so', async () => {
  const args = [join(import.meta.dirname, 'attacks/hostile-pipe.ts'), 'task']
  await using hosted = await connectMcp({ command: process.execPath, args, ...quiet })
  expect(hosted.tools).toEqual([])
  expect(hosted.refused).toEqual([{ name: 'plain', reason: 'it runs only as a task of 2025-11-25' }])
})

test('a skill with a file whose name is no valid escape is listed with its other files', async () => {
  const extensions = { 'io.modelcontextprotocol/skills': {} }
  const digest = `sha256:${'0'.repeat(64)}`
  const files = ['SKILL.md', '100%.md', 'a%20bag.md'].map((path) => ({ uri: `skill://pack/${path}`, digest, size: 1 }))
  const frontmatter = { name: 'pack', description: 'Packs a bag' }
  await using server = await startHostile([plain], ({ method, result }) => {
    if (method === 'server/discover') result({ ...discovered, capabilities: { tools: {}, resources: {}, extensions } })
    else if (method === 'skills/list')
      result(listed([], { skills: [{ uri: 'skill://pack/SKILL.md', frontmatter, resources: files }] }))
    else return false
  })
  await using hosted = await connectMcp({ url: server.url, ...quiet })
  const [skill] = await hosted.skills()
  expect(skill?.files).toEqual(['SKILL.md', '100%.md', 'a bag.md'])
})

test('a prompt or a resource that breaks the rules is left out, with its reason, and the others are read', async () => {
  const prompts = [{ name: 'good' }, { name: 'bad', arguments: 'none' }, { name: 'no name of ours' }, { name: 'good' }]
  const resources = [{ uri: 'note:a', name: 'a' }, { name: 'lost' }, { uri: 'note:a', name: 'again' }]
  const lists: Record<string, object> = {
    'prompts/list': { prompts },
    'resources/list': { resources },
    'resources/templates/list': { resourceTemplates: [{ uriTemplate: 'note:{id}', name: 'notes' }, 7] },
  }
  await using server = await startHostile([plain], ({ method, result }) => {
    if (method === 'server/discover') result({ ...discovered, capabilities: { tools: {}, prompts: {}, resources: {} } })
    else if (Object.hasOwn(lists, method)) result(listed([], lists[method]))
    else return false
  })
  const errors: unknown[] = []
  await using hosted = await connectMcp({ url: server.url, onError: (error) => errors.push(error) })
  const offer = await hosted.offer()
  expect(offer.prompts.map(({ name }) => name)).toEqual(['good'])
  expect(offer.resources).toMatchObject([{ uri: 'note:a', name: 'a' }, { uriTemplate: 'note:{id}' }])
  expect(errors.map(String)).toEqual([
    expect.stringContaining(
      'the prompt "bad" of hostile is refused: its definition breaks the rules of MCP at "arguments"',
    ),
    expect.stringContaining('the prompt "no name of ours" of hostile is refused: '),
    expect.stringContaining(
      'the resource "lost" of hostile is refused: its definition breaks the rules of MCP at "uri"',
    ),
    expect.stringContaining('the resource "" of hostile is refused: '),
  ])
})

test('the resources of a server that does not know templates are read', async () => {
  await using server = await startHostile([plain], ({ method, result }) => {
    if (method === 'server/discover') result({ ...discovered, capabilities: { tools: {}, resources: {} } })
    else if (method === 'resources/list') result(listed([], { resources: [{ uri: 'note:a', name: 'a' }] }))
    else return false
  })
  await using hosted = await connectMcp({ url: server.url, ...quiet })
  expect((await hosted.offer()).resources).toMatchObject([{ uri: 'note:a' }])
})
