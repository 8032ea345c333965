import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createMcpTool } from '@sweatpants/framework'
import { connectMcp, type McpSkill, serveMcp } from '@sweatpants/framework/mcp'
import { expect, onTestFinished, test } from 'vitest'
import { hello, startScripted } from '../../packages/framework/src/mcp/connect/fixtures/start-scripted.ts'
import { connectHttp } from './client.ts'
import { type Command, start } from './command.ts'

type Offer = Omit<Parameters<typeof serveMcp>[0], 'name' | 'version'>

const toTool = (name: string) =>
  createMcpTool(name)
    .execute(function* () {
      return `${name} is done`
    })
    .build()

function toSkill(name: string): McpSkill {
  const description = `The skill ${name}`
  const text = `---\nname: ${name}\ndescription: ${description}\n---\nWith care`
  return { frontmatter: { name, description }, files: [{ path: 'SKILL.md', bytes: Buffer.from(text) }] }
}

/** Serves an offer, and starts a proxy of it; `where` is the address of the proxy. */
async function startProxy(offer: Offer, served = () => {}) {
  const server = serveMcp({ name: 'behind', version: '1', ...offer })
  served()
  const { url, close } = await server.listen()
  onTestFinished(async () => {
    await server.close()
    await close()
  })
  return { server, ...(await startCommand(url)) }
}

async function startCommand(url: string, ...options: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'proxy-'))
  const command: Command = start(['proxy', '--http', '0', '--store', join(folder, 'proxy.db'), ...options, '--', url])
  onTestFinished(async () => {
    await command[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true, force: true })
  })
  const [, where] = await command.until(/Serving .* at (\S+)/)
  return { command, where: where! }
}

test('proxy serves the skills of a server, and leaves out one whose files are not those that the server listed', async () => {
  const bytes = Uint8Array.of(0xff, 1)
  const changed = toSkill('changed')
  const skills = [toSkill('tidy'), { ...changed, files: [...changed.files, { path: 'picture', bytes }] }]
  const { where, command } = await startProxy({ tools: [toTool('work')], skills }, () => bytes.set([2], 1))
  await command.until(/The skill "changed" is left out: .*digest/)
  await using hosted = await connectMcp({ url: where })
  const [tidy, ...others] = await hosted.skills()
  expect(others).toEqual([])
  expect(Buffer.from(await tidy!.read()).toString()).toContain('With care')
})

test('proxy warns of a pattern that matches no tool', async () => {
  const { url, close } = await serveMcp({ name: 'behind', version: '1', tools: [toTool('delete_file')] }).listen()
  onTestFinished(close)
  const { command } = await startCommand(url, '--approve', 'delete_*', '--approve', 'delet_*')
  await command.until(/Warning: --approve "delet_\*" matches no tool of the server, so nothing is asked for it\.\n/)
  command.child.kill('SIGTERM')
  expect((await command.ended).stderr).not.toContain('"delete_*"')
})

test('proxy goes on with its last offer when the server offers what cannot be served', async () => {
  const limits = { callWait: Number.POSITIVE_INFINITY }
  const { server, where, command } = await startProxy({ tools: [toTool('work')], questionsInWords: false, limits })
  server.replace({ tools: [toTool('work'), toTool('check_on')] })
  await command.until(/check_on/)
  await using client = await connectHttp('legacy', where)
  expect(await client.callTool({ name: 'work' })).toMatchObject({ content: [{ text: 'work is done' }] })
})

test('proxy serves the newest prompts of a server, also if older ones come later', async () => {
  const { promise: isLate, resolve } = Promise.withResolvers<void>()
  const { url, heard, notify } = await startScripted({
    initialize: () => hello({ prompts: { listChanged: true } }),
    'prompts/list': async (times) => {
      if (times === 2) await isLate
      return { prompts: [{ name: ['first', 'older', 'newer'][times - 1] }] }
    },
  })
  const { where } = await startCommand(url)
  const lists = () => heard.filter((method) => method === 'prompts/list').length
  notify('notifications/prompts/list_changed')
  await expect.poll(lists, { timeout: 5_000 }).toBe(2)
  notify('notifications/prompts/list_changed')
  // The client gathers the changes of a second.
  setTimeout(resolve, 1_500)
  await expect.poll(lists, { timeout: 5_000 }).toBe(3)
  await isLate
  await using client = await connectHttp('legacy', where)
  const names = async () => (await client.listPrompts()).prompts.map(({ name }) => name)
  await expect.poll(names).toEqual(['newer'])
  await pause(300)
  expect(await names()).toEqual(['newer'])
})
