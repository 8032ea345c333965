import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { CreateMessageRequestSchema, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterEach, describe, expect, it } from 'vitest'
import { answerElicit, answerSample, expected } from './mcp/wizard.ts'

// Each test starts processes.

const args = ['--conditions=@sweatpants/source', 'test/mcp/server.ts']
const KEYS = 'a secret that both servers know and nobody else'
const children: ChildProcess[] = []

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

function scratch() {
  const folder = mkdtempSync(join(tmpdir(), 'sweatpants-mcp-'))
  const COUNT = join(folder, 'count')
  return {
    env: { COUNT, KEYS, STORE: join(folder, 'runs.db') },
    counted: () => readFileSync(COUNT, 'utf8').trim().split('\n'),
  }
}

/** Starts the server as a process of its own. Resolves to its address. */
async function start(env: Record<string, string>): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  for await (const line of createInterface({ input: child.stdout! })) return { url: line, child }
  throw new Error('the server said nothing')
}

const kill = (child: ChildProcess) => {
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  return exited
}

const capabilities = { elicitation: { form: {} }, sampling: {} }

function createClient(era: 'auto' | 'legacy'): Client {
  const client = new Client({ name: 'test', version: '1' }, { capabilities, versionNegotiation: { mode: era } })
  client.setRequestHandler('elicitation/create', async ({ params }) => answerElicit(params.message))
  client.setRequestHandler('sampling/createMessage', async () => answerSample())
  return client
}

const call = { name: 'wizard', arguments: { greeting: 'hello' } }

describe('one tool file serves official clients', () => {
  it.each(['auto', 'legacy'] as const)('over HTTP, %s era', async (era) => {
    const { env, counted } = scratch()
    const { url } = await start(env)
    const client = createClient(era)
    await client.connect(new StreamableHTTPClientTransport(new URL(url)))
    expect(client.getNegotiatedProtocolVersion()).toBe(era === 'auto' ? '2026-07-28' : '2025-11-25')
    expect((await client.callTool(call)).structuredContent).toEqual(expected)
    expect(counted()).toEqual(['begin', 'end'])
    await client.close()
  })

  it.each(['auto', 'legacy'] as const)('over stdio, %s era', async (era) => {
    const { env, counted } = scratch()
    const client = createClient(era)
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env: { ...env, WIRE: 'stdio' } }))
    expect((await client.callTool(call)).structuredContent).toEqual(expected)
    expect(counted()).toEqual(['begin', 'end'])
    await client.close()
  })

  it.each(['http', 'stdio'])('over %s, with the client of SDK version 1', async (wire) => {
    const { env, counted } = scratch()
    const client = new ClientV1({ name: 'test', version: '1' }, { capabilities: { elicitation: {}, sampling: {} } })
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => answerElicit(params.message))
    client.setRequestHandler(CreateMessageRequestSchema, async () => answerSample())
    await client.connect(
      wire === 'http'
        ? (new HttpV1(new URL((await start(env)).url)) as never)
        : new StdioV1({ command: process.execPath, args, env: { ...env, WIRE: 'stdio' } }),
    )
    expect((await client.callTool(call)).structuredContent).toEqual(expected)
    expect(counted()).toEqual(['begin', 'end'])
    await client.close()
  })
})

interface Round {
  resultType: string
  requestState?: string
  inputRequests?: Record<string, { method: string; params: { message: string } }>
  structuredContent?: unknown
}

/** One request of a stateless call, by hand. */
async function send(url: string, name: string, round?: Round): Promise<Round> {
  const inputResponses = Object.fromEntries(
    Object.entries(round?.inputRequests ?? {}).map(([id, { method, params }]) => [
      id,
      method === 'elicitation/create' ? answerElicit(params.message) : answerSample(),
    ]),
  )
  const meta = 'io.modelcontextprotocol/'
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name,
        arguments: call.arguments,
        ...(round !== undefined && { requestState: round.requestState, inputResponses }),
        _meta: { [`${meta}protocolVersion`]: '2026-07-28', [`${meta}clientCapabilities`]: capabilities },
      },
    }),
  })
  const { result, error } = (await response.json()) as { result?: Round; error?: { message: string } }
  if (result === undefined) throw new Error(error?.message)
  return result
}

describe('a stateless call whose server is killed between any two rounds', () => {
  it.each(['wizard', 'stored_wizard'])('goes on in the next process (%s)', async (name) => {
    const { env, counted } = scratch()
    let server = await start(env)
    let round = await send(server.url, name)
    let rounds = 1
    while (round.resultType === 'input_required') {
      await kill(server.child)
      server = await start(env)
      round = await send(server.url, name, round)
      rounds++
    }
    expect(round.structuredContent).toEqual(expected)
    expect(rounds).toBeGreaterThan(4)
    expect(counted()).toEqual(['begin', 'end'])
  })

  it('works with two processes behind one address, its rounds alternating between them', async () => {
    const { env, counted } = scratch()
    const targets = [await start(env), await start(env)].map(({ url }) => new URL(url))
    let turn = 0
    const front = createServer((incoming, outgoing) => {
      const { port } = targets[turn++ % 2]!
      const options = {
        host: '127.0.0.1',
        port,
        path: incoming.url,
        method: incoming.method,
        headers: incoming.headers,
      }
      incoming.pipe(
        httpRequest(options, (answer) => answer.pipe(outgoing.writeHead(answer.statusCode!, answer.headers))),
      )
    })
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
    const client = createClient('auto')
    const { port } = front.address() as AddressInfo
    await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)))
    expect((await client.callTool(call)).structuredContent).toEqual(expected)
    expect(turn).toBeGreaterThan(5)
    expect(counted()).toEqual(['begin', 'end'])
    await client.close()
    front.close()
  })
})
