import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, type TestContext, test, vi } from 'vitest'
import { HOSTS, type Host } from './hosts/hosts.ts'
import { type Reply, type Script, startProvider } from './hosts/model.ts'
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

/** A home directory, a project with the script `mcp`, and a server over HTTP that can be killed and started again. */
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
  let http: ChildProcess
  const start = async (port: string): Promise<string> => {
    http = spawn(node!, [...args, paths.http, port], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = await once(http.stdout!, 'data')
    return String(line).trim()
  }
  const url = await start('0')
  onTestFinished(() => void http.kill())
  const restart = async () => {
    const ended = once(http, 'exit')
    http.kill('SIGKILL')
    await ended
    await start(new URL(url).port)
  }
  const read = (wire: keyof typeof paths): string[] =>
    existsSync(paths[wire]) ? readFileSync(paths[wire], 'utf8').split('\n') : []
  const heard = (wire: keyof typeof paths): Heard[] =>
    read(wire)
      .filter((text) => text.startsWith('{'))
      .map((text) => JSON.parse(text))
  return { home: join(folder, 'home'), project, url, restart, read, heard }
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

function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  try {
    process.kill(-pid!, name)
  } catch (error) {
    // All of them have ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

interface Started {
  child: ChildProcess
  /** What it printed, once it has ended. */
  output: Promise<string>
}

function start(
  { command, args, env, leaves }: Host,
  folder: string,
  home: string,
  project: string,
  provider: string,
): Started {
  const { PATH } = process.env
  const child = spawn(join(folder, 'node_modules/.bin', command), args(provider), {
    cwd: project,
    env: { PATH, HOME: home, TERM: 'dumb', NO_COLOR: '1', npm_config_update_notifier: 'false', ...env(provider) },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: PATIENCE - 20_000,
    // A group of its own: some hosts are several processes, and a terminal interrupts all of them.
    detached: true,
  })
  onTestFinished(() => signal(child, 'SIGKILL'))
  const read = async () => {
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
    if (leaves !== undefined) {
      await vi.waitFor(() => process.kill(JSON.parse(readFileSync(join(home, leaves), 'utf8')).pid, 'SIGKILL'), 20_000)
    }
    return `${stdout}\n${stderr}`
  }
  return { child, output: read() }
}

/** Starts the host with our servers and a model that follows the script. */
async function play(context: TestContext, host: Host, toScript: (place: Place) => Script): Promise<Place & Started> {
  const folder = await install(context, host)
  const place = await prepare()
  const provider = await startProvider(toScript(place))
  onTestFinished(() => provider[Symbol.asyncDispose]())
  const { home, project, url } = place
  configure(host, home, project, url, provider.url)
  return { ...place, ...start(host, folder, home, project, provider.url) }
}

type Place = Awaited<ReturnType<typeof prepare>>

const say = (results: readonly string[]): Reply => ({ type: 'text', text: `The tool said: ${results.at(-1)}` })
const call = (name: string, input: object = {}): Reply => ({ type: 'call', name, input })

const install = (context: TestContext, host: Host): Promise<string> =>
  installPackages({ [host.package]: host.version }).catch((error: unknown) =>
    error instanceof NotInstallableError ? context.skip(error.message) : Promise.reject(error),
  )

const REVISION_META = 'io.modelcontextprotocol/protocolVersion'
const CAPABILITIES_META = 'io.modelcontextprotocol/clientCapabilities'

test.for(hosts)(
  '$package $version reads the entry of the guide, lists our tools over stdio and HTTP, and calls one',
  { timeout: PATIENCE },
  async (host, context) => {
    const script: Script = (results) => (results.length === 0 ? call('add', { a: 19, b: 23 }) : say(results))
    const { heard, output } = await play(context, host, () => script)

    expect(await output).toContain('The sum is 42')
    const { stdio, http } = { stdio: heard('stdio'), http: heard('http') }
    for (const messages of [stdio, http]) expect(messages.map(({ method }) => method)).toContain('tools/list')
    expect(stdio).toContainEqual(
      expect.objectContaining({ method: 'tools/call', params: expect.objectContaining({ name: 'add' }) }),
    )
    const { params = {} } = stdio.find(({ method }) => ['initialize', 'server/discover'].includes(method))!
    expect(params.protocolVersion ?? params._meta?.[REVISION_META]).toBe(host.revision)
    const declared = Object.keys(params.capabilities ?? params._meta?.[CAPABILITIES_META] ?? {})
    expect(declared.filter((name) => ['elicitation', 'sampling'].includes(name)).toSorted()).toEqual(host.declares)
  },
)

test.for(isWhole ? hosts.filter(({ declares }) => !declares.includes('elicitation')) : [])(
  '$package $version passes a question on in words, and the answer after the server was killed',
  { timeout: PATIENCE },
  async (host, context) => {
    const { output } = await play(context, host, ({ restart }) => async (results) => {
      if (results.length === 0) return call('standup')
      if (results.length > 1) return say(results)
      const [handle] = /standup:[\w.-]+/.exec(results[0]!) ?? []
      await restart()
      return call('answer_question', { call: handle, answers: { day: { mood: 'sunny' } } })
    })
    expect(await output).toContain('The day was sunny')
  },
)

test.for(isWhole ? hosts : [])(
  '$package $version cancels a call when it is interrupted',
  { timeout: PATIENCE },
  async (host, context) => {
    const { child, read, output } = await play(
      context,
      host,
      () => (results) => (results.length === 0 ? call('hold') : say(results)),
    )
    await vi.waitFor(() => expect(read('stdio')).toContain('held'), 60_000)
    signal(child, 'SIGINT')
    await vi.waitFor(() => expect(read('stdio')).toContain('let go'), 30_000)
    signal(child, 'SIGKILL')
    await output
  },
)

test('the table of the guide says of each tested host which version it was, and what it declares', () => {
  for (const { version, revision, declares } of HOSTS) {
    const row = guide.split('\n').find((line) => line.endsWith(`| ${version} |`)) ?? `no row for ${version}`
    const [, , spoken, shows = ''] = row.split('|').map((cell) => cell.trim())
    expect([spoken, shows.startsWith('yes')]).toEqual([revision, declares.includes('elicitation')])
  }
})
