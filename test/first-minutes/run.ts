import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { env as terminal } from '../create-sweatpants/run.ts'
import { readPage } from '../docs/pages.ts'
import { readSnippets } from '../docs/snippets.ts'
import { packTarballs } from '../third-party/tarballs.ts'
import { openRegistry } from './registry.ts'

// Times the path of a new user: the commands of the README's first screen, as they stand there, in an empty folder, until a
// client of MCP has called the tool and answered its question. Only reading and typing are left out.

const LIMIT = 5 * 60_000

const screen = readSnippets('README.md', readPage('README.md')).slice(0, 3)
const [setup, tool, use] = screen
if (setup?.language !== 'sh' || tool?.file === undefined || use?.language !== 'sh')
  throw new Error('the README no longer begins with commands, a tool with a file name, and commands')

/** A line as a shell gets it, without its comment. */
const toCommand = (line: string): string => line.replace(/\s+#.*$/, '')
const lines = (code: string): string[] => code.trim().split('\n').map(toCommand)

await using registry = await openRegistry(Object.values(await packTarballs()))
const folder = await mkdtemp(join(tmpdir(), 'first-minutes-'))
const cache = await mkdtemp(join(tmpdir(), 'first-minutes-cache-'))
// A new user has nothing in the cache of npm.
const env = { ...terminal, npm_config_registry: registry.url, npm_config_cache: cache } as Record<string, string>

const begun = performance.now()
const report = (what: string, since: number) =>
  console.log(`${((performance.now() - since) / 1000).toFixed(1).padStart(6)} s  ${what}`)

/** Runs a command to its end, or, of a server, until it says where it is. */
async function run(command: string): Promise<void> {
  const since = performance.now()
  const child = spawn('sh', ['-c', command], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      if (/ at http:\S+/.test(printed)) resolve()
    })
  }
  child.once('close', (code) =>
    code === 0 ? resolve() : reject(new Error(`${command} failed with ${code}:\n${printed}`)),
  )
  await promise
  if (child.exitCode === null) process.kill(-child.pid!, 'SIGTERM')
  report(command, since)
}

/** Connects an MCP client to the server that the command starts, calls the tool and accepts its question. */
async function call(command: string): Promise<unknown> {
  const since = performance.now()
  const [program = '', ...args] = command.split(/\s+/)
  const client = new Client({ name: 'first-minutes', version: '1' }, { capabilities: { elicitation: { form: {} } } })
  client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: { ok: true } }))
  await client.connect(new StdioClientTransport({ command: program, args, cwd: folder, env, stderr: 'inherit' }))
  const [listed] = (await client.listTools()).tools
  const { content } = await client.callTool({ name: listed!.name, arguments: { from: 'BER', to: 'LIS' } })
  await client.close()
  report(`${command}, called by an MCP client`, since)
  return content
}

try {
  for (const command of lines(setup.code)) await run(command)
  await writeFile(join(folder, tool.file), tool.code)
  const [serve, ...before] = lines(use.code).reverse()
  for (const command of before.reverse()) await run(command)
  const content = await call(serve!)
  if (!JSON.stringify(content).includes('reference'))
    throw new Error(`the flight was not booked: ${JSON.stringify(content)}`)
} finally {
  await rm(folder, { recursive: true, force: true })
  await rm(cache, { recursive: true, force: true })
}
const total = performance.now() - begun
report(`in all, on Node ${process.versions.node}`, begun)
if (total > LIMIT) throw new Error(`that is more than ${LIMIT / 60_000} minutes`)
