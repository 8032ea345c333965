import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from '../../create-sweatpants/free-port.ts'
import { env } from '../../create-sweatpants/run.ts'
import { installPackages } from '../install.ts'

export type Packages = Record<string, string>

/** Returns a command of installed packages, and its arguments. */
export type Command = (port: number) => [string, ...string[]]

/** A program that serves the default export of a module. */
export interface Runtime {
  readonly name: string
  readonly packages: Packages
  /** Returns the command of the package, and its arguments. */
  command(module: string, port: number): [string, ...string[]]
  /** Whether the runtime tells the server that a client has gone. */
  readonly tellsOfLeaving: boolean
}

export const BUN: Packages = { bun: '1.4.4' }

const KEYS = 'a secret that all processes of this test share'

const LISTEN = 'server.default.listen({ port: Number(process.env.PORT) })'

const node = (version: string): Runtime => ({
  name: `Node ${version}`,
  packages: { node: version },
  command: (module) =>
    module === 'worker' ? ['node', 'node.ts'] : ['node', '-e', `import('./${module}.ts').then((server) => ${LISTEN})`],
  tellsOfLeaving: true,
})

export const RUNTIMES: readonly Runtime[] = [
  node('22.18.0'),
  node('24.21.0'),
  {
    name: 'Bun',
    packages: BUN,
    command: (module) => ['bun', 'run', `${module}.ts`],
    tellsOfLeaving: true,
  },
  {
    name: 'Deno',
    packages: { deno: '2.9.6' },
    command: (module, port) => ['deno', 'serve', '-A', '--host=127.0.0.1', `--port=${port}`, `${module}.ts`],
    tellsOfLeaving: true,
  },
  {
    name: 'Workers',
    packages: { wrangler: '4.158.0' },
    command: (module, port) => [
      'wrangler',
      'dev',
      `${module}.ts`,
      '--ip=127.0.0.1',
      `--port=${port}`,
      '--inspector-port=0',
      `--var=SWEATPANTS_KEYS:${KEYS}`,
    ],
    tellsOfLeaving: false,
  },
]

export interface Running extends AsyncDisposable {
  /** Where MCP is. */
  url: string
}

/** Runs a command of installed packages in a folder until it is disposed, which kills it and all that it has started. */
export async function start(packages: Packages, command: Command, cwd: string): Promise<Running> {
  const bin = join(await installPackages(packages), 'node_modules/.bin')
  const port = await findFreePort()
  const [name, ...args] = command(port)
  const offline = { CI: '1', WRANGLER_SEND_METRICS: 'false', DENO_NO_UPDATE_CHECK: '1' }
  const ports = { PORT: String(port), BUN_PORT: String(port), SWEATPANTS_KEYS: KEYS, MODEL: undefined }
  const child = spawn(join(bin, name), args, {
    cwd,
    // A group of its own: wrangler and bunx start processes that outlive them.
    detached: true,
    env: { ...env, PATH: `${bin}:${env.PATH}`, ...offline, ...ports } as NodeJS.ProcessEnv,
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const origin = `http://127.0.0.1:${port}`
  while (!(await isUp(origin))) {
    if (child.exitCode !== null) throw new Error(`${name} ${args.join(' ')} ended with ${child.exitCode}\n${output}`)
    await wait(50)
  }
  return {
    url: `${origin}/mcp`,
    async [Symbol.asyncDispose]() {
      process.kill(-child.pid!, 'SIGKILL')
      await exited
    },
  }
}

const isUp = (origin: string): Promise<boolean> =>
  fetch(`${origin}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )
