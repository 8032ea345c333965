import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { createMcpTool } from '@sweatpants/framework'
import { type McpResource, serveMcp } from '@sweatpants/framework/mcp'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { type Command, main, start } from '../cli/command.ts'
import { findServer } from './hosted-packages.ts'

type Result = { content: { text: string }[]; isError?: boolean }

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'proxy-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A proxy over HTTP that can be killed and started again at the same address, with the same store. */
class RunningProxy {
  readonly #args: readonly string[]
  readonly #folder: string
  #command!: Command
  url = ''

  constructor(folder: string, args: readonly string[]) {
    this.#folder = folder
    this.#args = args
  }

  async start(): Promise<void> {
    const port = this.url === '' ? '0' : new URL(this.url).port
    this.#command = start(['proxy', '--http', port, '--store', join(this.#folder, 'proxy.db'), ...this.#args], {
      env: { MEMORY_FILE_PATH: join(this.#folder, 'memory.jsonl') },
    })
    const [, url] = await this.#command.until(/at (http:\S+)/)
    this.url = url!
  }

  async kill(): Promise<void> {
    await this.#command[Symbol.asyncDispose]()
  }
}

async function startProxy(folder: string, ...args: string[]): Promise<RunningProxy> {
  const proxy = new RunningProxy(folder, args)
  await proxy.start()
  onTestFinished(() => proxy.kill())
  return proxy
}

async function connect(url: string, era: '2025' | '2026', onAsked?: (message: string) => Promise<object> | object) {
  const mode = era === '2025' ? ('legacy' as const) : { pin: '2026-07-28' as const }
  const options: ClientOptions = { versionNegotiation: { mode } }
  const client = new Client(
    { name: 'client', version: '1' },
    onAsked === undefined ? options : { ...options, capabilities: { elicitation: { form: {} } } },
  )
  if (onAsked !== undefined) {
    client.setRequestHandler('elicitation/create', async ({ params }) => (await onAsked(params.message)) as never)
  }
  await client.connect(new StreamableHTTPClientTransport(new URL(url)))
  onTestFinished(() => client.close())
  const call = (name: string, args: Record<string, unknown> = {}) =>
    client.callTool({ name, arguments: args }) as unknown as Promise<Result>
  return { client, call }
}

const accept = { action: 'accept', content: {} }

/** `npm run test:matrix` runs all servers. */
const isWhole = process.env.MODE === 'matrix'

test('a call of server-filesystem that a person allows is made once, though the proxy is killed before the answer', async (context) => {
  const folder = makeFolder()
  const audit = join(folder, 'audit.jsonl')
  const server = await findServer(context, 'mcp-server-filesystem')
  const guards = ['--approve', 'write_*', '--limit', 'read_text_file=2/hour', '--audit', audit]
  const proxy = await startProxy(folder, ...guards, '--', server, folder)
  const path = join(folder, 'a.txt')
  const asked: string[] = []
  const { call } = await connect(proxy.url, '2026', async (message) => {
    asked.push(message)
    expect(existsSync(path)).toBe(false)
    await proxy.kill()
    await proxy.start()
    return accept
  })
  expect((await call('write_file', { path, content: 'x'.repeat(300) })).isError).not.toBe(true)
  expect(asked).toEqual([
    expect.stringContaining(`Allow this call of write_file?\n{\n  "path": ${JSON.stringify(path)}`),
  ])
  expect(readFileSync(path, 'utf8')).toBe('x'.repeat(300))
  const reads = [await call('read_text_file', { path }), await call('read_text_file', { path })]
  expect(reads.map(({ isError }) => isError ?? false)).toEqual([false, false])
  // The limit is in the store.
  await proxy.kill()
  await proxy.start()
  const third = await call('read_text_file', { path })
  expect(third).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('read_text_file=2/hour') }] })
  const lines = readFileSync(audit, 'utf8').trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      tool: 'write_file',
      outcome: 'completed',
      who: null,
      arguments: { path, content: `${'x'.repeat(200)}… (300 characters)` },
    },
    { tool: 'read_text_file', outcome: 'completed' },
    { tool: 'read_text_file', outcome: 'completed' },
    { tool: 'read_text_file', outcome: 'refused', problem: expect.stringContaining('is reached') },
  ])
})

test.runIf(isWhole)(
  'server-everything passes its tools, prompts, resources, suggestions and questions to the older official client over stdio',
  async (context) => {
    const folder = makeFolder()
    const server = await findServer(context, 'mcp-server-everything')
    const client = new OlderClient({ name: 'older', version: '1' }, { capabilities: { elicitation: {} } })
    client.setRequestHandler(ElicitRequestSchema, async () => ({
      action: 'accept',
      content: { name: 'Ada', check: true },
    }))
    const args = ['--conditions=@sweatpants/source', main, 'proxy', '--store', join(folder, 'proxy.db'), '--', server]
    const env = { PATH: process.env.PATH!, NODE_NO_WARNINGS: '1' }
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }))
    onTestFinished(() => client.close())
    expect(client.getServerVersion()?.name).toBe('mcp-servers/everything')
    const sum = await client.callTool({ name: 'get-sum', arguments: { a: 19, b: 23 } })
    expect(JSON.stringify(sum.content)).toContain('42')
    const asked = await client.callTool({ name: 'trigger-elicitation-request', arguments: {} })
    expect(JSON.stringify(asked.content)).toContain('Ada')
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toContain('args-prompt')
    const prompt = await client.getPrompt({ name: 'args-prompt', arguments: { city: 'Oslo' } })
    expect(JSON.stringify(prompt.messages)).toContain('Oslo')
    const { resources } = await client.listResources()
    const read = await client.readResource({ uri: resources[0]!.uri })
    expect(read.contents[0]).toMatchObject({ uri: resources[0]!.uri })
    const ref = { type: 'ref/prompt' as const, name: 'completable-prompt' }
    const { completion } = await client.complete({ ref, argument: { name: 'department', value: 'E' } })
    expect(completion.values).toEqual(['Engineering'])
  },
)

test.runIf(isWhole)(
  'server-memory receives no deletion that a person has not allowed, in either revision',
  async (context) => {
    const folder = makeFolder()
    const server = await findServer(context, 'mcp-server-memory')
    const proxy = await startProxy(folder, '--approve', 'delete_*', '--', server)
    for (const era of ['2025', '2026'] as const) {
      const { call } = await connect(proxy.url, era, () => ({ action: 'decline' }))
      const entities = [{ name: `Ada ${era}`, entityType: 'person', observations: ['writes programs'] }]
      await call('create_entities', { entities })
      const deleted = await call('delete_entities', { entityNames: [`Ada ${era}`] })
      expect(deleted).toMatchObject({
        isError: true,
        content: [{ text: 'the call of delete_entities was not allowed' }],
      })
      expect(await call('open_nodes', { names: [`Ada ${era}`] })).toMatchObject({ structuredContent: { entities } })
    }
  },
)

test('an open question of a 2026 server and its face pass through, and a killed proxy goes on with the question', async () => {
  const folder = makeFolder()
  const done: string[] = []
  const book = createMcpTool('book')
    .meta({ ui: { resourceUri: 'ui://airline/seats' } })
    .elicits({ seat: { response: z.object({ seat: z.string() }) } })
    .execute(function* (_, ctx) {
      yield* ctx.step('hold', () => void done.push('held'))
      const answer = yield* ctx.elicit('seat', { message: 'Which seat?' })
      yield* ctx.step('book', () => void done.push('booked'), { once: true })
      return answer.action === 'accept' ? answer.content.seat : answer.action
    })
    .build()
  const _meta = { ui: { prefersBorder: true } }
  const mimeType = 'text/html;profile=mcp-app'
  const face: McpResource = {
    uri: 'ui://airline/seats',
    name: 'seats',
    mimeType,
    read: (uri: string) => ({ uri, mimeType, text: '<h1>Seats</h1>', _meta }),
  }
  const server = serveMcp({ name: 'airline', version: '1', tools: [book], resources: [face] })
  const { url, close } = await server.listen()
  onTestFinished(async () => {
    await Promise.all([server.close(), close()])
  })
  const proxy = await startProxy(folder, url)
  const asked: string[] = []
  const answer = async (message: string) => {
    asked.push(message)
    if (asked.length > 1) return { action: 'accept', content: { seat: '1A' } }
    await proxy.kill()
    await proxy.start()
    return { action: 'accept', content: { seat: '1A' } }
  }
  const modern = await connect(proxy.url, '2026', answer)
  expect((await modern.client.listTools()).tools[0]).toMatchObject({ name: 'book', _meta: { ui: book.meta!.ui } })
  const read = await modern.client.readResource({ uri: 'ui://airline/seats' })
  expect(read.contents).toMatchObject([{ mimeType, text: '<h1>Seats</h1>', _meta }])
  expect(await modern.call('book')).toMatchObject({ content: [{ text: '1A' }] })
  expect(done).toEqual(['held', 'booked'])
  const older = await connect(proxy.url, '2025', answer)
  expect(await older.call('book')).toMatchObject({ content: [{ text: '1A' }] })
  expect(done).toEqual(['held', 'booked', 'held', 'booked'])
})
