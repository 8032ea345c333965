import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { env as terminal } from '../create-sweatpants/run.ts'
import { readPage } from '../docs/pages.ts'
import { readSnippets } from '../docs/snippets.ts'
import { installPackages } from '../third-party/install.ts'
import { packTarballs } from '../third-party/tarballs.ts'
import { openRegistry } from './registry.ts'

// Times the path of a new user: the commands of the README's first screen, as they stand there, in an empty folder, until a
// client of MCP has called the tool and answered its question. Only reading and typing are left out. The arguments are
// versions of Node: `npm run first-minutes -- 22.18.0`.

const LIMIT = 5 * 60_000

/** The oldest version that `engines` allows, and the one that most people have. */
const VERSIONS = ['22.18.0', '24']

const screen = readSnippets('README.md', readPage('README.md')).slice(0, 3)
const [setup, tool, use] = screen
if (setup?.language !== 'sh' || tool?.file === undefined || use?.language !== 'sh')
  throw new Error('the README no longer begins with commands, a tool with a file name, and commands')

/** A line as a shell gets it, without its comment. */
const toCommand = (line: string): string => line.replace(/\s+#.*$/, '')
const lines = (code: string): string[] => code.trim().split('\n').map(toCommand)

await using registry = await openRegistry(Object.values(await packTarballs()))

/** A folder of a new user, who has this Node and nothing in the cache of npm. */
class NewUser {
  readonly #folder: string
  readonly #env: Record<string, string>

  constructor(folder: string, node: string) {
    const PATH = `${join(node, 'node_modules/node/bin')}${delimiter}${terminal.PATH}`
    const npm = { npm_config_registry: registry.url, npm_config_cache: join(folder, 'cache') }
    this.#folder = join(folder, 'project')
    this.#env = { ...terminal, ...npm, PATH } as Record<string, string>
  }

  /** Writes a file of the project. */
  async write(name: string, content: string): Promise<void> {
    await writeFile(join(this.#folder, name), content)
  }

  /** Runs a command to its end, or, of a server, until it says where it is. */
  async run(command: string): Promise<void> {
    const since = performance.now()
    const options = { cwd: this.#folder, env: this.#env, detached: true }
    const child = spawn('sh', ['-c', command], { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
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
  async call(command: string): Promise<unknown> {
    const since = performance.now()
    const [program = '', ...args] = command.split(/\s+/)
    const client = new Client({ name: 'first-minutes', version: '1' }, { capabilities: { elicitation: { form: {} } } })
    client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: { ok: true } }))
    const options = { cwd: this.#folder, env: this.#env, stderr: 'inherit' as const }
    await client.connect(new StdioClientTransport({ command: program, args, ...options }))
    const [listed] = (await client.listTools()).tools
    const { content } = await client.callTool({ name: listed!.name, arguments: { from: 'BER', to: 'LIS' } })
    await client.close()
    report(`${command}, called by an MCP client`, since)
    return content
  }
}

function report(what: string, since: number): void {
  console.log(`${((performance.now() - since) / 1000).toFixed(1).padStart(6)} s  ${what}`)
}

/** Runs the first screen, and returns the milliseconds that it took. */
async function follow(version: string): Promise<number> {
  const node = await installPackages({ node: version })
  const folder = await mkdtemp(join(tmpdir(), 'first-minutes-'))
  await mkdir(join(folder, 'project'))
  const user = new NewUser(folder, node)
  try {
    await user.run(`node --version | grep v${version}`)
    const begun = performance.now()
    for (const command of lines(setup!.code)) await user.run(command)
    await user.write(tool!.file!, tool!.code)
    const [serve, ...before] = lines(use!.code).reverse()
    for (const command of before.reverse()) await user.run(command)
    const content = await user.call(serve!)
    if (!JSON.stringify(content).includes('reference'))
      throw new Error(`the flight was not booked: ${JSON.stringify(content)}`)
    report(`in all, on Node ${version}`, begun)
    return performance.now() - begun
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const asked = process.argv.slice(2)
for (const version of asked.length === 0 ? VERSIONS : asked) {
  const took = await follow(version)
  if (took > LIMIT) throw new Error(`on Node ${version} that is more than ${LIMIT / 60_000} minutes`)
}
