import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, onTestFinished, test } from 'vitest'
import { createScriptedPeer } from '../../testing/index.ts'
import { runTool } from '../../tools/run-tool.ts'
import { createMcpPrompt } from '../core/prompt.ts'
import type { McpResource } from '../core/resource.ts'
import { type McpServer, serveMcp } from '../serve.ts'
import { connectMcp, type HostedServer } from './connect-mcp.ts'
import { textOf, toolOf } from './fixtures/run-hosted.ts'
import { startExternal } from './fixtures/start-external.ts'

const ERAS = ['2025', '2026'] as const

async function listen(server: McpServer): Promise<string> {
  const { url, close } = await server.listen()
  onTestFinished(async () => {
    await server.close()
    await close()
  })
  return url
}

/** A client that subscribes to a resource; `updates` are the notifications that it got. */
async function subscribe(url: string, era: (typeof ERAS)[number], uri: string) {
  const mode = era === '2025' ? ('legacy' as const) : { pin: '2026-07-28' as const }
  const client = new Client({ name: 'reader', version: '1' }, { versionNegotiation: { mode } })
  const updates: string[] = []
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void updates.push(params.uri))
  await client.connect(new StreamableHTTPClientTransport(new URL(url)))
  onTestFinished(() => client.close())
  if (era === '2026') {
    const subscription = await client.listen({ resourceSubscriptions: [uri] })
    return { updates, unsubscribe: () => subscription.close() }
  }
  await client.subscribeResource({ uri })
  return { updates, unsubscribe: () => client.unsubscribeResource({ uri }) }
}

/** Serves the prompts and resources of a server again. */
const serveAgain = async (behind: HostedServer) =>
  listen(serveMcp({ name: 'again', version: '1', tools: [], ...(await behind.offer()) }))

test.each(ERAS)('a client of %s that subscribes to a resource is subscribed to at the server behind', async (era) => {
  const watched: string[] = []
  let change = () => {}
  const today: McpResource = {
    uri: 'note://today',
    name: 'today',
    read: () => 'milk',
    watch(uri, changed) {
      watched.push(`+${uri}`)
      change = changed
      return () => void watched.push(`-${uri}`)
    },
  }
  const url = await listen(serveMcp({ name: 'notes', version: '1', tools: [], resources: [today] }))
  await using behind = await connectMcp({ url })
  const again = await serveAgain(behind)
  const [one, two] = [await subscribe(again, era, today.uri), await subscribe(again, era, today.uri)]
  await expect.poll(() => watched).toEqual(['+note://today'])
  change()
  await expect.poll(() => [...one.updates, ...two.updates]).toEqual([today.uri, today.uri])
  await one.unsubscribe()
  change()
  await expect.poll(() => two.updates).toHaveLength(2)
  expect(one.updates).toHaveLength(1)
  await two.unsubscribe()
  await expect.poll(() => watched).toEqual(['+note://today', '-note://today'])
})

test('a resource is subscribed to again when its server comes back after several attempts', async () => {
  let watchers = 0
  const today: McpResource = {
    uri: 'note://today',
    name: 'today',
    read: () => 'milk',
    watch() {
      watchers++
      return () => {}
    },
  }
  const start = async (port = 0) => {
    const server = serveMcp({ name: 'notes', version: '1', tools: [], resources: [today] })
    return { server, ...(await server.listen({ port })) }
  }
  const first = await start()
  const errors: unknown[] = []
  await using behind = await connectMcp({ url: first.url, onError: (error) => errors.push(error) })
  const { resources } = await behind.offer()
  resources[0]!.watch!(today.uri, () => {})
  await expect.poll(() => watchers).toBe(1)
  await first.server.close()
  await first.close()
  await expect.poll(() => errors.length, { timeout: 10_000 }).toBeGreaterThan(0)
  const second = await start(Number(new URL(first.url).port))
  onTestFinished(async () => {
    await second.server.close()
    await second.close()
  })
  await expect.poll(() => watchers, { timeout: 10_000 }).toBe(2)
}, 30_000)

test('a server of 2025 is subscribed to as its revision has it', async () => {
  await using external = await startExternal('stdio', '2025')
  await using behind = await external.connect({ onError() {} })
  const touch = async () => textOf(await runTool(toolOf(behind, 'touch'), {}, { peer: createScriptedPeer({}) }))
  const { updates, unsubscribe } = await subscribe(await serveAgain(behind), '2026', 'note://today')
  await expect.poll(touch).toBe('touched note://today')
  await expect.poll(() => updates).toContain('note://today')
  await unsubscribe()
  await expect.poll(touch).toBe('touched ')
})

test('a host hears that the prompts or the resources of a server have changed', async () => {
  const server = serveMcp({ name: 'notes', version: '1', tools: [] })
  await using behind = await connectMcp({ url: await listen(server) })
  const changed = Promise.withResolvers<void>()
  behind.onOfferChanged(changed.resolve)
  const tour = createMcpPrompt('tour', {
    *messages() {
      return [{ role: 'user', content: { type: 'text', text: 'Show me around' } }]
    },
  })
  server.replace({ tools: [], prompts: [tour] })
  await changed.promise
  expect((await behind.offer()).prompts.map(({ name }) => name)).toEqual(['tour'])
})

test('a host reads the files of a skill by the paths that the server lists', async () => {
  const text = '---\nname: tidy\ndescription: Tidies up\n---\nSee references/how to.md'
  const frontmatter = { name: 'tidy', description: 'Tidies up' }
  const files = [
    { path: 'SKILL.md', bytes: Buffer.from(text) },
    { path: 'references/how to.md', bytes: Buffer.from('With care') },
  ]
  const skills = [{ frontmatter, files }]
  await using behind = await connectMcp({ url: await listen(serveMcp({ name: 's', version: '1', tools: [], skills })) })
  const [skill] = await behind.skills()
  expect(skill).toMatchObject({ frontmatter, files: ['SKILL.md', 'references/how to.md'] })
  expect(Buffer.from(await skill!.read('references/how to.md')).toString()).toBe('With care')
})
