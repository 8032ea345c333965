import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { NumberedProcesses } from './end-process.ts'
import { cached } from './third-party/cache.ts'

const run = promisify(execFile)

/** There is no nats-server that the tests can use. Tests skip with the message. */
export class NoNatsServerError extends Error {
  override name = 'NoNatsServerError'
}

/** Older servers acknowledge several writers for one sequence. */
const isUsable = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 2 || (major === 2 && minor >= 11)
}

const versionOf = async (program: string): Promise<string | undefined> => {
  try {
    const { stdout } = await run(program, ['--version'])
    return /v(\d+\.\d+\.\d+)/.exec(stdout)?.[1]
  } catch {
    return undefined
  }
}

/**
 * Returns a nats-server of 2.11 or later: the one on the PATH, or that of Debian's newer suites, downloaded once into the
 * cache of the tests with a configuration of apt of its own. Rejects with a `NoNatsServerError`.
 */
async function findNatsServer(): Promise<string> {
  const installed = await versionOf('nats-server')
  if (installed !== undefined && isUsable(installed)) return 'nats-server'
  try {
    return join(await cached('nats-server', 'debian-forky', download), 'nats-server')
  } catch (cause) {
    const found = installed === undefined ? 'none is on the PATH' : `the one on the PATH is ${installed}`
    const message = `the tests need nats-server 2.11 or later: ${found}, and Debian's package could not be downloaded`
    throw new NoNatsServerError(`${message} (${String(cause).split('\n')[0]}); install one on the PATH`, { cause })
  }
}

/** Returns the error instead, for tests that skip with its message. */
export const findNatsServerOrError = (): Promise<string | NoNatsServerError> =>
  findNatsServer().catch((error: unknown) => {
    if (error instanceof NoNatsServerError) return error
    throw error
  })

async function download(folder: string): Promise<void> {
  const own = mkdtempSync(join(tmpdir(), 'nats-apt-'))
  try {
    for (const name of ['lists/partial', 'cache/archives/partial', 'sources', 'package', 'unpacked']) {
      mkdirSync(join(own, name), { recursive: true })
    }
    const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg'
    const source = ['Types: deb', 'URIs: http://deb.debian.org/debian', 'Suites: forky sid', 'Components: main']
    writeFileSync(join(own, 'sources/debian.sources'), `${[...source, `Signed-By: ${keyring}`].join('\n')}\n`)
    writeFileSync(join(own, 'status'), '')
    const settings = {
      'Dir::Etc::sourcelist': '/dev/null',
      'Dir::Etc::sourceparts': join(own, 'sources'),
      'Dir::State::Lists': join(own, 'lists'),
      'Dir::State::status': join(own, 'status'),
      'Dir::Cache': join(own, 'cache'),
    }
    const lines = Object.entries(settings).map(([name, value]) => `${name} "${value}";`)
    writeFileSync(join(own, 'apt.conf'), lines.join('\n'))
    const options = { cwd: join(own, 'package'), env: { ...process.env, APT_CONFIG: join(own, 'apt.conf') } }
    await run('apt-get', ['update', '-qq'], options)
    await run('apt-get', ['download', '-qq', 'nats-server'], options)
    await run('sh', ['-c', `dpkg-deb -x *.deb ${join(own, 'unpacked')}`], options)
    const program = join(own, 'unpacked/usr/sbin/nats-server')
    const version = await versionOf(program)
    if (version === undefined || !isUsable(version)) throw new Error(`Debian has nats-server ${version}`)
    copyFileSync(program, join(folder, 'nats-server'))
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

export interface TestNats {
  /** For `createNatsStore` and `STORE`. */
  url: string
  /** The addresses of the servers. */
  servers: readonly string[]
  /** Kills a server as a power cut does; its files stay. */
  kill(index: number): Promise<void>
  /** Starts a server that was killed. */
  restart(index: number): void
  /** Stops one server after the other and starts it again; each has caught up before the next one is stopped. */
  restartAll(): Promise<void>
  /** Returns the server that leads a stream of JetStream. */
  leaderOf(stream: string): Promise<number>
  /** Returns the bytes of resident memory of a server. */
  memoryOf(index: number): Promise<number>
  stop(): Promise<void>
}

export interface NatsOptions {
  /** The program; without it, `findNatsServer()`. */
  program?: string
  servers?: number
  /** Where the servers keep their files; without it, a folder that is deleted when they are stopped. */
  folder?: string
  /** The first of the ports; without it, free ones. Server `i` listens at `port + i`, its monitor at `port + 4000 + i`. */
  port?: number
  /** When the servers flush writes to the disk; a killed process loses nothing either way. Default `always`. */
  syncInterval?: string
  /** More lines of the configuration. */
  settings?: readonly string[]
}

/** Starts servers with JetStream on loopback, three by default, and resolves when they have a leader. */
export async function startNats(options: NatsOptions = {}): Promise<TestNats> {
  const { servers: count = 3, port, syncInterval = 'always', settings = [] } = options
  const program = options.program ?? (await findNatsServer())
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'nats-'))
  const numbers = Array.from({ length: count }, (_, i) => i)
  const free = port === undefined ? await findFreePorts(3 * count) : []
  const [ports, monitors, routes] = [0, 4000, 2000].map((offset, group) =>
    numbers.map((i) => (port === undefined ? free[group * count + i]! : port + offset + i)),
  ) as [number[], number[], number[]]
  const processes = new NumberedProcesses()
  const start = (i: number) => {
    mkdirSync(join(folder, `${i}`), { recursive: true })
    const cluster = `cluster { name: local, listen: "127.0.0.1:${routes[i]}", routes: [${routes.map((port) => `"nats://127.0.0.1:${port}"`).join(', ')}] }`
    const lines = [
      `server_name: "server-${i}"`,
      `listen: "127.0.0.1:${ports[i]}"`,
      `http: "127.0.0.1:${monitors[i]}"`,
      'max_payload: 8MB',
      `jetstream { store_dir: ${JSON.stringify(join(folder, `${i}`))}, max_mem: 256MB, max_file: 10GB, sync_interval: ${syncInterval} }`,
      ...(count > 1 ? [cluster] : []),
      ...settings,
    ]
    const file = join(folder, `${i}.conf`)
    writeFileSync(file, lines.join('\n'))
    processes.add(i, spawn(program, ['-c', file, '-l', join(folder, `${i}.log`)], { stdio: 'ignore' }))
  }
  const stop = async () => {
    await Promise.all(numbers.map((i) => processes.end(i, 'SIGKILL')))
    process.off('exit', killAll)
    if (options.folder === undefined) rmSync(folder, { recursive: true, force: true })
  }
  const killAll = () => processes.kill()
  process.on('exit', killAll)
  const monitor = async (i: number, path: string): Promise<Jsz | undefined> => {
    try {
      return (await (await fetch(`http://127.0.0.1:${monitors[i]}${path}`)).json()) as Jsz
    } catch {
      return undefined
    }
  }
  const isReady = async (i: number) => {
    const state = await monitor(i, '/jsz')
    if (state === undefined) return false
    return count === 1 || (state.meta_cluster?.leader !== undefined && state.meta_cluster.cluster_size === count)
  }
  const isCurrent = async (i: number) => {
    const response = await fetch(`http://127.0.0.1:${monitors[i]}/healthz`).catch(() => undefined)
    return response?.ok === true
  }
  const hasEnded = () => numbers.some((i) => processes.hasEnded(i))
  for (const i of numbers) start(i)
  // Where ports are in use, another program answers at them.
  for (let tries = 0; !(await Promise.all(numbers.map(isReady))).every(Boolean) || hasEnded(); tries++) {
    const ended = numbers.find((i) => processes.hasEnded(i))
    if (ended !== undefined || tries === 300) {
      const why =
        ended === undefined
          ? 'did not elect a leader within 30 seconds'
          : await readLastLine(join(folder, `${ended}.log`))
      await stop()
      throw new Error(`the servers of NATS in ${folder} could not start: ${why}`)
    }
    await delay(100)
  }
  const servers = ports.map((port) => `127.0.0.1:${port}`)
  return {
    url: `nats://${servers.join(',')}?monitor=${monitors.join(',')}`,
    servers,
    kill: (i) => processes.end(i, 'SIGKILL'),
    restart: start,
    async restartAll() {
      for (const i of numbers) {
        await processes.end(i, 'SIGTERM')
        start(i)
        while (!(await isCurrent(i))) await delay(50)
      }
    },
    async leaderOf(stream) {
      for (const i of numbers) {
        const state = await monitor(i, '/jsz?streams=true&accounts=true')
        const found = state?.account_details?.[0]?.stream_detail?.find(({ name }) => name === stream)?.cluster?.leader
        if (found) return Number(found.slice('server-'.length))
      }
      throw new Error(`no server leads ${stream}`)
    },
    async memoryOf(i) {
      const response = await fetch(`http://127.0.0.1:${monitors[i]}/varz`)
      return ((await response.json()) as { mem: number }).mem
    },
    stop,
  }
}

async function readLastLine(log: string): Promise<string> {
  const text = await readFile(log, 'utf8').catch(() => 'the server has no log')
  return text.slice(text.trimEnd().lastIndexOf('\n') + 1).trimEnd()
}

/** What a monitor says about JetStream. */
interface Jsz {
  meta_cluster?: { leader?: string; cluster_size: number }
  account_details?: { stream_detail?: { name: string; cluster?: { leader?: string } }[] }[]
}

/** All are held until the last is found, so that they differ. */
async function findFreePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}
