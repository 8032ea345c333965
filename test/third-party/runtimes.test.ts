import { cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { installPackages, NotInstallableError } from './install.ts'
import { BUN, type Command, type Packages, RUNTIMES, type Running, start } from './runtimes/runtimes.ts'
import { packTarballs } from './tarballs.ts'

const root = join(import.meta.dirname, '../..')
const MODULES = [
  'examples/any-runtime/tool.ts',
  'examples/any-runtime/worker.ts',
  'examples/any-runtime/node.ts',
  'examples/any-runtime/wrangler.json',
  'test/third-party/runtimes/cancelling.ts',
]

/** A project that has the packed framework, with the example in it. */
let project: string
beforeAll(async () => {
  const { framework } = await packTarballs()
  const installed = await installPackages({ '@sweatpants/framework': `file:${framework}`, zod: '4.6.7' })
  project = join(installed, `project-${process.pid}`)
  await mkdir(project)
  for (const module of MODULES) await cp(join(root, module), join(project, module.split('/').at(-1)!))
}, 300_000)
afterAll(() => rm(project, { recursive: true, force: true }))

const MODERN = { pin: '2026-07-28' } as const
type Mode = typeof MODERN | 'legacy'

async function connect({ url }: Running, mode: Mode, autoFulfill = true): Promise<Client> {
  const client = new Client(
    { name: 'visitor', version: '1.0.0' },
    {
      capabilities: { elicitation: { form: {} } },
      versionNegotiation: { mode },
      inputRequired: { autoFulfill },
    },
  )
  client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: { milk: 'oat' } }))
  await client.connect(new StreamableHTTPClientTransport(new URL(url)))
  onTestFinished(() => client.close())
  return client
}

const order = { name: 'order_coffee', arguments: { size: 'large' } }

interface Reply {
  requestState?: string
  inputRequests?: Record<string, { params: { message: string } }>
  content?: { text: string }[]
}

interface Skipping {
  skip(note: string): never
}

async function startOrSkip(context: Skipping, packages: Packages, command: Command): Promise<Running> {
  try {
    return await start(packages, command, project)
  } catch (error) {
    if (error instanceof NotInstallableError) return context.skip(error.message)
    throw error
  }
}

async function orderOverBoth(running: Running): Promise<void> {
  for (const mode of [MODERN, 'legacy'] as const) {
    const { content } = await (await connect(running, mode)).callTool(order)
    expect(content).toMatchObject([{ text: expect.stringMatching(/^A large coffee, milk: oat, ticket .{36}$/) }])
  }
}

describe.each(RUNTIMES)('$name', ({ packages, command, tellsOfLeaving }) => {
  const serve = (context: Skipping, module: string): Promise<Running> =>
    startOrSkip(context, packages, (port) => command(module, port))

  test('serves both revisions from module scope, and goes on in another process with a sealed state', async (context) => {
    let waiting: Reply
    {
      await using running = await serve(context, 'worker')
      await orderOverBoth(running)
      const client = await connect(running, MODERN, false)
      waiting = (await client.callTool(order, { allowInputRequired: true })) as Reply
    }
    const [[id, { params }]] = Object.entries(waiting.inputRequests!) as [[string, { params: { message: string } }]]
    const ticket = /ticket (.{36})\?/.exec(params.message)![1]
    await using another = await serve(context, 'worker')
    const client = await connect(another, MODERN, false)
    const answered = {
      ...order,
      requestState: waiting.requestState,
      inputResponses: { [id]: { action: 'accept', content: { milk: 'soy' } } },
    }
    // The official type has no fields for the state and the answers, and passes them on.
    const { content } = (await client.callTool(answered as never, { allowInputRequired: true })) as Reply
    expect(content).toMatchObject([{ text: `A large coffee, milk: soy, ticket ${ticket}` }])
  }, 120_000)

  test.runIf(tellsOfLeaving)(
    'cancels a call whose client has gone',
    async (context) => {
      await using running = await serve(context, 'cancelling')
      const client = await connect(running, MODERN)
      const leaving = new AbortController()
      const call = client.callTool(
        { name: 'wait', arguments: {} },
        { signal: leaving.signal, onprogress: () => leaving.abort() },
      )
      await expect(call).rejects.toThrow()
      await vi.waitFor(
        async () => {
          const { content } = await client.callTool({ name: 'count', arguments: {} })
          expect(content).toMatchObject([{ text: '1' }])
        },
        { timeout: 10_000, interval: 200 },
      )
    },
    120_000,
  )
})

test('bunx sweatpants serves a tool over both revisions, with a store', async (context) => {
  const bunx = (port: number): [string, ...string[]] => [
    'bun',
    'x',
    '--bun',
    'sweatpants',
    'serve',
    'tool.ts',
    '--http',
    String(port),
    '--store',
    'bun.db',
  ]
  await using running = await startOrSkip(context, BUN, bunx)
  await orderOverBoth(running)
}, 60_000)
