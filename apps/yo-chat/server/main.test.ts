import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from './fixtures/test-app.ts'

const root = join(import.meta.dirname, '../../..')

/** What `npm start` runs. */
function startScript(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
  const [node, condition, program] = scripts.start.split(' ')
  expect([node, condition]).toEqual(['node', '--conditions=@sweatpants/source'])
  return [condition!, join(root, program!)]
}

/** Nothing that the machine is configured with. */
const env = { PATH: process.env.PATH, HOME: process.env.HOME, OLLAMA_BASE_URL: 'http://127.0.0.1:1' }

/** Runs what `npm start` runs, in a folder of its own. */
function start(args: readonly string[], folder = makeFolder()) {
  const child = spawn(process.execPath, [...startScript(), '--no-build', ...args], { cwd: folder, env })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (printed += text))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, printed }))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return {
    folder,
    ended,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    async until(pattern: RegExp): Promise<string> {
      while (!pattern.test(printed)) {
        const over = await Promise.race([once(child.stdout, 'data').then(() => false), ended.then(() => true)])
        if (over && !pattern.test(printed)) throw new Error(`it ended without ${pattern}: ${printed}`)
      }
      return printed
    },
  }
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  'the app prints its addresses and that the demo model answers, and ends on %s',
  async (signal) => {
    const { until, kill, ended, folder } = start(['--port', '0'])
    const printed = await until(/Store .*\n/)
    const [, mcp] = /MCP {4}(http:\/\/127\.0\.0\.1:\d+\/mcp)\n/.exec(printed) ?? []
    expect(mcp).toBeDefined()
    expect(printed).toContain(
      'Model  demo: an offline stand-in that follows rules and understands little, because there is no API key',
    )
    expect((await fetch(new URL('/api/app', mcp))).status).toBe(200)

    const store = join(folder, '.sweatpants/yo-chat.db')
    expect(existsSync(store)).toBe(true)
    expect(statSync(`${store}.key`).mode & 0o777).toBe(0o600)

    const stream = await fetch(new URL('/api/chat/sessions', mcp), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    })
    const { sessionId } = (await stream.json()) as { sessionId: string }
    const events = await fetch(new URL(`/api/chat/sessions/${sessionId}/events`, mcp))
    kill(signal)
    const { code, printed: all } = await ended
    expect([code, all]).toEqual([0, expect.stringContaining(`Stopping after ${signal}.`)])
    expect(await events.text()).toContain('session_info')
  },
)

test('the app reads a .env file in the working directory', async () => {
  const folder = makeFolder()
  writeFileSync(join(folder, '.env'), 'PORT=0\nMODEL=demo\nSTORE=kept/here.db\n')
  const printed = await start([], folder).until(/Store .*\n/)
  expect(printed).toContain('Model  demo: an offline stand-in')
  expect(existsSync(join(folder, 'kept/here.db'))).toBe(true)
})

test('the app says that the port is in use, and what to do', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { code, printed } = await start(['--port', String(port)]).ended
  expect(code).toBe(2)
  expect(printed).toBe(
    `Starting Yo chat…\nyo-chat: port ${port} of 127.0.0.1 is in use; stop the program that uses it, or choose another port\n`,
  )
})

test.each([
  [['--model', 'nobody/nothing'], 2, 'yo-chat: '],
  [['--host', '9.9.9.9'], 2, 'yo-chat: 9.9.9.9 is not an address of this machine\n'],
  [['--colour', 'red'], 2, "yo-chat: Unknown option '--colour'"],
  [['--help'], 0, 'Usage: npm start -- [options]'],
])('npm start with %j ends with exit code %d', async (args, expected, words) => {
  const { code, printed } = await start(args).ended
  expect([code, printed]).toEqual([expected, expect.stringContaining(words)])
  expect(printed).not.toContain('    at ')
})
