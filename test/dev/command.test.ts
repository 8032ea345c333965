import { once } from 'node:events'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fixture, root, run, start } from '../cli/command.ts'

const greet = fixture('tools.ts')

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sweatpants-dev-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  return folder
}

test.each([
  [[], 'dev takes modules or a folder of them: dev ./tools.ts'],
  [['x.ts', '--port', 'http'], '--port takes a port from 0 to 65535, not "http"'],
  [['x.ts', '--port', '70000'], '--port takes a port from 0 to 65535, not "70000"'],
  [['nowhere.ts'], `there is no module nowhere.ts (looked for ${join(root, 'nowhere.ts')})`],
  [['docs'], 'docs has no module that creates a tool; name one, like ./tools.ts'],
  [[greet, '--loud'], "Unknown option '--loud'; --help lists the options"],
])('sweatpants dev %j is refused in one sentence', async (args, message) => {
  expect(await run(['dev', ...args])).toEqual({ code: 2, stdout: '', stderr: `sweatpants: ${message}\n` })
})

test('sweatpants dev stores runs in STORE', async () => {
  const folder = await makeFolder()
  const options = { cwd: folder, env: { STORE: join(folder, 'mine.db') } }
  await using command = start(['dev', greet, '--port', '0'], options)
  await command.until(/Runs are stored in \S*mine\.db/)
})

test('sweatpants dev names the variable whose port it refuses', async () => {
  const { code, stderr } = await run(['dev', greet], { env: { PORT: 'abc' } })
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: 'sweatpants: PORT takes a port from 0 to 65535, not "abc"\n',
  })
})

test('sweatpants dev refuses a port in use', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { code, stderr } = await run(['dev', greet, '--port', String(port)], { cwd: await makeFolder() })
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `sweatpants: port ${port} of 127.0.0.1 is in use; stop the program that uses it, or choose another port\n`,
  })
})

test('sweatpants dev loads a folder without its broken modules, names them, and stops at a signal while a run waits', async () => {
  const folder = await makeFolder()
  await writeFile(join(folder, 'ask.ts'), ASK)
  await writeFile(join(folder, 'broken.ts'), "createTool('x')\nthrow new Error('not today')\n")
  await using command = start(['dev', '.', '--port', '0'], { cwd: folder })
  const url = (await command.until(/Inspecting 1 tool \(ask\) at (http:\S+)/))[1]!
  const project = async () => (await fetch(`${url}/api/project`)).json()
  expect(await project()).toMatchObject({ model: 'demo', problem: expect.stringContaining('broken.ts') })

  await fetch(`${url}/api/runs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tool: 'ask', params: {} }),
  })
  await expect.poll(project).toMatchObject({ runs: [{ tool: 'ask', status: 'waiting' }] })
  command.child.kill('SIGTERM')
  expect(await command.ended).toMatchObject({ code: 0 })
})

test('a run that waits when the inspector is killed is paused by the next one, and goes on there with an answer', async () => {
  const folder = await makeFolder()
  await writeFile(join(folder, 'ask.ts'), ASK)
  const post = (url: string, body: unknown) =>
    fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const inspect = async () => {
    const command = start(['dev', 'ask.ts', '--port', '0'], { cwd: folder })
    const url = (await command.until(/ at (http:\S+)/))[1]!
    const runs = async () => ((await (await fetch(`${url}/api/project`)).json()) as { runs: { status: string }[] }).runs
    return { command, url, runs, [Symbol.asyncDispose]: () => command[Symbol.asyncDispose]() }
  }
  await using first = await inspect()
  const { runId } = (await (await post(`${first.url}/api/runs`, { tool: 'ask', params: {} })).json()) as {
    runId: string
  }
  await expect.poll(first.runs).toMatchObject([{ status: 'waiting' }])
  first.command.child.kill('SIGKILL')
  await first.command.ended

  await using second = await inspect()
  await expect.poll(second.runs, { timeout: 15_000 }).toMatchObject([{ status: 'paused' }])
  const answer = { action: 'accept', content: { name: 'Ada' } }
  expect((await post(`${second.url}/api/runs/${runId}/answers`, { id: 'name', attempt: 1, answer })).status).toBe(202)
  await expect.poll(second.runs).toMatchObject([{ status: 'completed' }])
})

const ASK = `import { createMcpTool } from '@sweatpants/framework'
import { z } from 'zod'
export const ask = createMcpTool('ask')
  .elicits({ name: { response: z.object({ name: z.string() }) } })
  .execute(function* (_, ctx) {
    return (yield* ctx.elicit('name', { message: 'Who?' })).action
  })
  .build()
`
