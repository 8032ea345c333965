import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '../postgres.ts'
import { connectHttp, connectStdio, eras, post, statusOf } from './client.ts'
import { fixture, start } from './command.ts'

const tools = fixture('tools.ts')
const URL_LINE = / at (http:\S+)/

let scratch: string
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'sweatpants-cli-'))
})
afterEach(() => rm(scratch, { recursive: true }))

test.each(eras)('serve over stdio: the official client of %s lists, calls and answers', async (version, mode) => {
  await using client = await connectStdio(mode, ['serve', tools])
  expect(client.getNegotiatedProtocolVersion()).toBe(version)
  expect(client.getServerVersion()?.name).toBe('sweatpants')
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['add', 'greet', 'picture'])
  expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['tour'])
  expect((await client.readResource({ uri: 'test://readme' })).contents[0]).toMatchObject({ text: 'Read me.' })
  const sum = await client.callTool({ name: 'add', arguments: { a: 1, b: 2 } })
  expect(sum.structuredContent).toEqual({ sum: 3 })
  const greeting = await client.callTool({ name: 'greet', arguments: { greeting: 'Hello' } })
  expect(greeting.content).toEqual([{ type: 'text', text: 'HELLO, ADA!' }])
})

test.each(eras)('serve over HTTP: the official client of %s calls and answers', async (version, mode) => {
  await using command = start(['serve', tools, '--http', '0'])
  const url = (await command.until(URL_LINE))[1]!
  await using client = await connectHttp(mode, url)
  expect(client.getNegotiatedProtocolVersion()).toBe(version)
  const greeting = await client.callTool({ name: 'greet', arguments: { greeting: 'Hello' } })
  expect(greeting.content).toEqual([{ type: 'text', text: 'HELLO, ADA!' }])
})

test('serve describes the tools on stderr, and leaves stdout to the protocol', async () => {
  const command = start(['serve', tools], { input: '' })
  const { code, stdout, stderr } = await command.ended
  expect(stderr).toBe(
    'the fixture is loaded\n' +
      'Serving 3 tools (add, greet, picture), 1 prompt (tour), 1 resource (readme) over stdio.\n',
  )
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
})

test.each(['SIGINT', 'SIGTERM'] as const)('%s stops the server, with exit code 0', async (signal) => {
  for (const mode of [[], ['--http', '0']]) {
    await using command = start(['serve', tools, ...mode])
    await command.until(/Serving/)
    command.child.kill(signal)
    expect((await command.ended).code, mode.join(' ') || 'stdio').toBe(0)
  }
})

test('SIGTERM closes the subscription of a client gracefully', async () => {
  await using command = start(['serve', tools, '--http', '0'])
  await using client = await connectHttp({ pin: '2026-07-28' }, (await command.until(URL_LINE))[1]!)
  const subscription = await client.listen({ toolsListChanged: true })
  command.child.kill('SIGTERM')
  expect(await subscription.closed).toBe('graceful')
  expect((await command.ended).code).toBe(0)
})

test('serve accepts a hostname in --allow-host, and no other one', async () => {
  await using command = start(['serve', tools, '--http', '0', '--allow-host', 'tools.test'])
  const url = new URL((await command.until(URL_LINE))[1]!)
  expect(await statusOf(url, 'evil.test')).toBe(403)
  expect(await statusOf(url, 'tools.test')).not.toBe(403)
})

test('a call continues in another process with the same store and the key beside it', async () => {
  const store = join(scratch, 'data/runs.db')
  const args = ['serve', tools, '--http', '0', '--store', store]
  const params = { name: 'greet', arguments: { greeting: 'Hello' } }
  const first = start(args)
  const asked = await post((await first.until(URL_LINE))[1]!, 'tools/call', params)
  await first[Symbol.asyncDispose]()
  expect((await stat(`${store}.key`)).mode & 0o777).toBe(0o600)

  await using second = start(args)
  const url = (await second.until(URL_LINE))[1]!
  const inputResponses = { name: { action: 'accept', content: { name: 'Ada' } }, loud: { action: 'decline' } }
  const { content } = await post(url, 'tools/call', { ...params, inputResponses, requestState: asked.requestState })
  expect(content[0]?.text).toBe('Hello, Ada!')
})

test('a call continues in another process with the same Postgres store and the key in .sweatpants', async () => {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  const args = ['serve', tools, '--http', '0', '--store', postgres.url]
  const params = { name: 'greet', arguments: { greeting: 'Hello' } }
  await using first = start(args, { cwd: scratch })
  const asked = await post((await first.until(URL_LINE))[1]!, 'tools/call', params)
  first.child.kill('SIGTERM')
  expect((await first.ended).code).toBe(0)
  expect((await stat(join(scratch, '.sweatpants/serve.key'))).mode & 0o777).toBe(0o600)

  await using second = start(args, { cwd: scratch })
  const inputResponses = { name: { action: 'accept', content: { name: 'Ada' } }, loud: { action: 'decline' } }
  const answered = { ...params, inputResponses, requestState: asked.requestState }
  const { content } = await post((await second.until(URL_LINE))[1]!, 'tools/call', answered)
  expect(content[0]?.text).toBe('Hello, Ada!')
})

test('two processes that start at once on a new store share one sealing key', async () => {
  const store = join(scratch, 'runs.db')
  const args = ['serve', tools, '--http', '0', '--store', store]
  await using first = start(args)
  await using second = start(args)
  const [here, there] = await Promise.all([first.until(URL_LINE), second.until(URL_LINE)])
  const params = { name: 'greet', arguments: { greeting: 'Hello' } }
  const { requestState } = await post(here[1]!, 'tools/call', params)
  const inputResponses = { name: { action: 'accept', content: { name: 'Ada' } }, loud: { action: 'decline' } }
  const { content } = await post(there[1]!, 'tools/call', { ...params, inputResponses, requestState })
  expect(content[0]?.text).toBe('Hello, Ada!')
})
