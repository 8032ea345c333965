import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type McpTool, type Peer, runTool, succeeded, type ToolContent } from '@sweatpants/framework'
import { connectMcp, type HostedServer } from '@sweatpants/framework/mcp'
import { accept, createScriptedPeer, type Script } from '@sweatpants/framework/testing'
import { expect, onTestFinished, type TestContext, test } from 'vitest'
import { findChromium } from '../chromium.ts'
import { findServer } from './hosted-packages.ts'

/** `npm run test:matrix` also starts a browser. */
const isWhole = process.env.MODE === 'matrix'

/** Starts a server of one of the packages, in a process of its own. */
async function connect(context: TestContext, command: string, ...args: string[]): Promise<HostedServer> {
  const capabilities = { elicitation: true, sampling: true }
  const server = await connectMcp({
    command: await findServer(context, command),
    args,
    env: { PATH: process.env.PATH! },
    capabilities,
    onError() {},
  })
  onTestFinished(() => server.close())
  return server
}

const find = ({ tools }: HostedServer, name: string): McpTool => tools.find((tool) => tool.name === name)!

async function call(tool: McpTool, params: object, script: Script = {}): Promise<ToolContent> {
  const result = await runTool(tool, params, { peer: createScriptedPeer(script) })
  if (result.type !== 'completed') throw result.type === 'failed' ? result.error : new Error(result.type)
  return result.value as ToolContent
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hosted-servers-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('server-everything lists its tools, answers a call, asks a person and a model, and its task tool is refused', async (context) => {
  const server = await connect(context, 'mcp-server-everything')
  expect(server).toMatchObject({ name: 'mcp-servers/everything', revision: 'rev2025' })
  expect(server.refused).toEqual([{ name: 'simulate-research-query', reason: 'it runs only as a task of 2025-11-25' }])
  expect(await call(find(server, 'get-sum'), { a: 19, b: 23 })).toMatchObject({
    blocks: [{ text: expect.stringContaining('42') }],
  })
  expect(await call(find(server, 'get-structured-content'), { location: 'Chicago' })).toMatchObject({
    structured: { temperature: expect.any(Number) },
  })
  const image = await call(find(server, 'get-tiny-image'), {})
  expect(image.blocks).toContainEqual(expect.objectContaining({ type: 'image', mimeType: 'image/png' }))
  const asked = await call(
    find(server, 'trigger-elicitation-request'),
    {},
    {
      answers: { question: accept({ name: 'Ada', check: true }) },
    },
  )
  expect(JSON.stringify(asked.blocks)).toContain('Ada')
  const sampled = await call(find(server, 'trigger-sampling-request'), { prompt: 'Say hi' }, { samples: ['hi there'] })
  expect(JSON.stringify(sampled.blocks)).toContain('hi there')
})

test('a call of server-everything that is cancelled ends at once, and the server answers the next one', async (context) => {
  const server = await connect(context, 'mcp-server-everything')
  const person = new AbortController()
  const peer: Peer = {
    answer(effect) {
      if (effect.type === 'notify') person.abort()
      return succeeded(undefined)
    },
  }
  const tool = find(server, 'trigger-long-running-operation')
  const result = await runTool(tool, { duration: 60, steps: 120 }, { peer, signal: person.signal })
  expect(result.type).toBe('cancelled')
  expect(await call(find(server, 'get-sum'), { a: 1, b: 2 })).toMatchObject({
    blocks: [{ text: expect.stringContaining('3') }],
  })
})

test('server-filesystem writes a file and reads it back, and says which folder it may not read', async (context) => {
  const folder = makeFolder()
  const server = await connect(context, 'mcp-server-filesystem', folder)
  expect(server.refused).toEqual([])
  await call(find(server, 'write_file'), { path: join(folder, 'a.txt'), content: 'written' })
  expect(existsSync(join(folder, 'a.txt'))).toBe(true)
  expect(await call(find(server, 'read_text_file'), { path: join(folder, 'a.txt') })).toMatchObject({
    blocks: [{ type: 'text', text: 'written' }],
  })
  expect(await call(find(server, 'read_text_file'), { path: '/etc/hostname' })).toMatchObject({ isError: true })
})

test('server-memory remembers what a call tells it', async (context) => {
  const server = await connect(context, 'mcp-server-memory')
  const entities = [{ name: 'Ada', entityType: 'person', observations: ['writes programs'] }]
  await call(find(server, 'create_entities'), { entities })
  expect(await call(find(server, 'open_nodes'), { names: ['Ada'] })).toMatchObject({ structured: { entities } })
  await call(find(server, 'delete_entities'), { entityNames: ['Ada'] })
})

test('Playwright MCP lists its tools, and none is refused', async (context) => {
  const server = await connect(context, 'playwright-mcp', '--headless', '--isolated')
  expect(server.refused).toEqual([])
  expect(server.tools.map(({ name }) => name)).toContain('browser_take_screenshot')
})

test.runIf(isWhole)(
  'Playwright MCP opens a page and takes a screenshot, without arguments that have a default',
  async (context) => {
    const browser = findChromium()
    if (browser === undefined) return context.skip('there is no Chromium here')
    const folder = makeFolder()
    writeFileSync(join(folder, 'page.html'), '<h1>Here</h1>')
    const flags = ['--headless', '--isolated', '--no-sandbox', '--executable-path', browser, '--output-dir', folder]
    const server = await connect(context, 'playwright-mcp', ...flags)
    const opened = await call(find(server, 'browser_navigate'), { url: 'data:text/html,<h1>Here</h1>' })
    expect(opened.isError).toBe(false)
    const shot = await call(find(server, 'browser_take_screenshot'), {})
    expect(shot.blocks).toContainEqual(expect.objectContaining({ type: 'image' }))
  },
)
