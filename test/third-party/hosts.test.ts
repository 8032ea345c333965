import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, type TestContext, test, vi } from 'vitest'
import { HOSTS, type Host } from './hosts/hosts.ts'
import { startProvider } from './hosts/model.ts'
import { installPackages, NotInstallableError } from './install.ts'

/** `npm run test:matrix` runs every host; the suite runs the smallest one. */
const isWhole = process.env.MODE === 'matrix'
const hosts = isWhole ? HOSTS : HOSTS.filter(({ id }) => id === 'continue')

const PATIENCE = 120_000

const root = join(import.meta.dirname, '../..')
const guide = readFileSync(join(root, 'docs/guides/hosts.md'), 'utf8')
const SERVER = join(import.meta.dirname, 'hosts/server.ts')

interface Entry {
  file: string
  code: string
}

/** Returns the entry of a host as the guide has it. */
function readEntry(id: string): Entry {
  const [, file, code] =
    new RegExp(`<!-- host: ${id} file=(\\S+) -->\\n\`\`\`\\w+\\n([\\s\\S]*?)\`\`\``).exec(guide) ?? []
  if (file === undefined || code === undefined) throw new Error(`the guide has no entry for ${id}`)
  return { file, code }
}

/** A message that a host sent to the server. */
interface Heard {
  method: string
  params?: {
    name?: string
    protocolVersion?: string
    capabilities?: object
    _meta?: Record<string, unknown>
  }
}

/** A home directory, a project with the script `mcp`, and the same server over HTTP. */
async function prepare() {
  const folder = mkdtempSync(join(tmpdir(), 'hosts-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const project = join(folder, 'project')
  const paths = { stdio: join(folder, 'heard-stdio'), http: join(folder, 'heard-http') }
  const serve = [process.execPath, '--conditions=@sweatpants/source', SERVER]
  mkdirSync(project)
  writeFileSync(
    join(project, 'package.json'),
    JSON.stringify({ private: true, scripts: { mcp: [...serve, paths.stdio].join(' ') } }),
  )
  const [node, ...args] = serve
  const http = spawn(node!, [...args, paths.http, 'http'], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void http.kill())
  const [line] = await once(http.stdout, 'data')
  const heard = (wire: keyof typeof paths): Heard[] =>
    existsSync(paths[wire])
      ? readFileSync(paths[wire], 'utf8')
          .split('\n')
          .filter((text) => text.startsWith('{'))
          .map((text) => JSON.parse(text))
      : []
  return { home: join(folder, 'home'), project, url: String(line).trim(), heard }
}

/** Writes the entry of the guide and the other files of the host. */
function configure({ id, files }: Host, home: string, project: string, url: string, provider: string): void {
  const { file, code } = readEntry(id)
  const entry = code.replaceAll('/path/to/project', project).replaceAll('http://127.0.0.1:3000/mcp', url)
  const others = files?.(provider) ?? {}
  for (const name of new Set([file, ...Object.keys(others)])) {
    const path = name.startsWith('~/') ? join(home, name.slice(2)) : join(project, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, merge(name === file ? entry : undefined, others[name]))
  }
}

function merge(entry: string | undefined, more: string | object | undefined): string {
  if (typeof more === 'object')
    return JSON.stringify({ ...(entry !== undefined && JSON.parse(entry)), ...more }, null, 2)
  return `${entry ?? ''}${more ?? ''}`
}

async function run(
  { command, args, env, leaves }: Host,
  folder: string,
  home: string,
  project: string,
  provider: string,
) {
  const { PATH } = process.env
  const child = spawn(join(folder, 'node_modules/.bin', command), args(provider), {
    cwd: project,
    env: { PATH, HOME: home, TERM: 'dumb', NO_COLOR: '1', npm_config_update_notifier: 'false', ...env(provider) },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: PATIENCE - 20_000,
  })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  if (leaves !== undefined) {
    await vi.waitFor(() => process.kill(JSON.parse(readFileSync(join(home, leaves), 'utf8')).pid, 'SIGKILL'), 20_000)
  }
  return `${stdout}\n${stderr}`
}

const install = (context: TestContext, host: Host): Promise<string> =>
  installPackages({ [host.package]: host.version }).catch((error: unknown) =>
    error instanceof NotInstallableError ? context.skip(error.message) : Promise.reject(error),
  )

const REVISION_META = 'io.modelcontextprotocol/protocolVersion'
const CAPABILITIES_META = 'io.modelcontextprotocol/clientCapabilities'

test.for(hosts)(
  '$package $version reads the entry of the guide, lists our tools over stdio and HTTP, and calls one',
  {
    timeout: PATIENCE,
  },
  async (host, context) => {
    const folder = await install(context, host)
    const { home, project, url, heard } = await prepare()
    await using provider = await startProvider('add', { a: 19, b: 23 })
    configure(host, home, project, url, provider.url)
    const output = await run(host, folder, home, project, provider.url)

    expect(output).toContain('The sum is 42')
    const { stdio, http } = { stdio: heard('stdio'), http: heard('http') }
    for (const messages of [stdio, http]) expect(messages.map(({ method }) => method)).toContain('tools/list')
    expect([...stdio, ...http]).toContainEqual(
      expect.objectContaining({ method: 'tools/call', params: expect.objectContaining({ name: 'add' }) }),
    )
    const { params = {} } = stdio.find(({ method }) => ['initialize', 'server/discover'].includes(method))!
    expect(params.protocolVersion ?? params._meta?.[REVISION_META]).toBe(host.revision)
    const declared = Object.keys(params.capabilities ?? params._meta?.[CAPABILITIES_META] ?? {})
    expect(declared.filter((name) => ['elicitation', 'sampling'].includes(name)).toSorted()).toEqual(host.declares)
  },
)

test('the table of the guide says of each tested host which version it was, and what it declares', () => {
  for (const { version, revision, declares } of HOSTS) {
    const row = guide.split('\n').find((line) => line.endsWith(`| ${version} |`)) ?? `no row for ${version}`
    const [, , spoken, shows = ''] = row.split('|').map((cell) => cell.trim())
    expect([spoken, shows.startsWith('yes')]).toEqual([revision, declares.includes('elicitation')])
  }
})
