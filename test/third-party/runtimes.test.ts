import { cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest'
import { installPackages, NotInstallableError } from './install.ts'
import { BUN, type Command, type Packages, RUNTIMES, start } from './runtimes/runtimes.ts'
import type { Running } from './serve.ts'
import { packTarballs } from './tarballs.ts'
import {
  answerInChat,
  callUntilAsked,
  connectVisitor,
  expectCancelled,
  openChat,
  REVISIONS,
  untilAsked,
  type Waiting,
} from './visitor.ts'

const root = join(import.meta.dirname, '../..')
const MODULES = [
  'examples/any-runtime/tool.ts',
  'examples/any-runtime/worker.ts',
  'examples/any-runtime/node.ts',
  'examples/any-runtime/app.ts',
  'examples/any-runtime/wrangler.json',
  'test/third-party/runtimes/cancelling.ts',
]

/** A project that has the packed framework, with the example in it. */
let project: string
beforeAll(async () => {
  const { framework, 'demo-model': demo } = await packTarballs()
  const ours = { '@sweatpants/framework': `file:${framework}`, '@sweatpants/demo-model': `file:${demo}` }
  const installed = await installPackages({ ...ours, zod: '4.6.7' })
  project = join(installed, `project-${process.pid}`)
  await mkdir(project)
  for (const module of MODULES) await cp(join(root, module), join(project, module.split('/').at(-1)!))
}, 300_000)
afterAll(() => rm(project, { recursive: true, force: true }))

const order = { name: 'order_coffee', arguments: { size: 'large' } }

async function startOrSkip(context: TestContext, packages: Packages, command: Command): Promise<Running> {
  try {
    return await start(packages, command, project)
  } catch (error) {
    if (error instanceof NotInstallableError) return context.skip(error.message)
    throw error
  }
}

async function orderOverBoth({ origin }: Running): Promise<void> {
  for (const revision of REVISIONS) {
    const client = await connectVisitor(`${origin}/mcp`, { revision, content: { milk: 'oat' } })
    const { content } = await client.callTool(order)
    expect(content).toMatchObject([{ text: expect.stringMatching(/^A large coffee, milk: oat, ticket .{36}$/) }])
  }
}

/** `npm run test:matrix` runs all of them; the suite runs the one that differs most from Node. */
const isWhole = process.env.MODE === 'matrix'
const tried = RUNTIMES.filter(({ name }) => isWhole || name === 'Workers')

describe.each(tried)('$name', ({ packages, command, hasFiles }) => {
  const serve = (context: TestContext, module: string): Promise<Running> =>
    startOrSkip(context, packages, (port) => command(module, port))

  test('serves both revisions from module scope, and goes on in another process with a sealed state', async (context) => {
    let waiting: Waiting
    {
      await using running = await serve(context, 'worker')
      await orderOverBoth(running)
      waiting = await callUntilAsked(await connectVisitor(`${running.origin}/mcp`), order)
    }
    const ticket = /ticket (.{36})\?/.exec(waiting.message)![1]
    await using another = await serve(context, 'worker')
    const client = await connectVisitor(`${another.origin}/mcp`)
    expect(await waiting.answer(client, { milk: 'soy' })).toBe(`A large coffee, milk: soy, ticket ${ticket}`)
  })

  test.runIf(isWhole)('cancels a call whose client has gone', async (context) => {
    await using running = await serve(context, 'cancelling')
    await expectCancelled(await connectVisitor(`${running.origin}/mcp`))
  })

  test.runIf(isWhole && hasFiles)('serves a chat on SQLite, and answers a question in it', async (context) => {
    await using running = await serve(context, 'app')
    const chat = openChat(running.origin)
    await chat.createSession()
    await chat.send('Order a large coffee')
    expect(await untilAsked(chat)).toMatch(/^Which milk for ticket/)
    expect(await answerInChat(chat, { milk: 'oat' })).toMatch(/^A large coffee, milk: oat/)
  })
})

test('bunx sweatpants serves a tool over both revisions, with a store', async (context) => {
  const serve = ['--bun', 'sweatpants', 'serve', 'tool.ts', '--store', 'bun.db']
  await using running = await startOrSkip(context, BUN, (port) => ['bun', 'x', ...serve, '--http', String(port)])
  await orderOverBoth(running)
})
