import { get } from 'node:http'
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { main, root } from './command.ts'

/** The revisions that the official client speaks, by how it is told to. */
export const eras = [
  ['2025-11-25', 'legacy'],
  ['2026-07-28', { pin: '2026-07-28' }],
] as const satisfies [string, NonNullable<ClientOptions['versionNegotiation']>['mode']][]

type Mode = (typeof eras)[number][1]

/** The official client. It answers every question for a name, in capitals. */
function createClient(mode: Mode): Client {
  const client = new Client(
    { name: 'cli-test', version: '1.0.0' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode } },
  )
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    const asksName = params.mode !== 'url' && 'name' in params.requestedSchema.properties
    return { action: 'accept', content: asksName ? { name: 'Ada' } : { loud: true } }
  })
  return client
}

/** Has the official client start `sweatpants` and talk to it over stdio. The caller closes the connection. */
export async function connectStdio(mode: Mode, args: readonly string[]): Promise<Client & AsyncDisposable> {
  const client = createClient(mode)
  const command = ['--conditions=@sweatpants/source', main, ...args]
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: command, cwd: root, stderr: 'ignore' }),
  )
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() })
}

/** The official client as a host that shows views and asks nothing. */
export async function connectViewer(url: string): Promise<Client & AsyncDisposable> {
  const extensions = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } }
  const client = new Client({ name: 'viewer', version: '1' }, { capabilities: { extensions } })
  await client.connect(new StreamableHTTPClientTransport(new URL(url)))
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() })
}

export async function connectHttp(mode: Mode, url: string): Promise<Client & AsyncDisposable> {
  const client = createClient(mode)
  await client.connect(new StreamableHTTPClientTransport(new URL(url)))
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() })
}

/** Sends one raw request of 2026-07-28. Resolves to its result. */
export async function post(url: string, method: string, params: Record<string, unknown>) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
  }
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      'mcp-name': String(params.name),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
  })
  return ((await response.json()) as { result: { requestState: string; content: { text: string }[] } }).result
}

/** The status of a request that names this host; `fetch` does not let anyone choose. */
export function statusOf(url: URL, host: string): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const request = get(url, { headers: { host } }, (response) => {
    resolve(response.statusCode)
    request.destroy()
  })
  request.on('error', reject)
  return promise
}
