import { join } from 'node:path'
import { installPackages } from '../install.ts'
import { type Running, serve } from '../serve.ts'

export type Packages = Record<string, string>

/** Returns a command of installed packages, and its arguments. */
export type Command = (port: number) => [string, ...string[]]

/** A program that serves the default export of a module. */
export interface Runtime {
  readonly name: string
  readonly packages: Packages
  /** Returns the command of the package, and its arguments. */
  command(module: string, port: number): [string, ...string[]]
  /** Whether there are files, and a process that stays. */
  readonly hasFiles: boolean
}

export const BUN: Packages = { bun: '1.4.4' }

const KEYS = 'a secret that all processes of this test share'

const LISTEN = 'server.default.listen({ port: Number(process.env.PORT) })'

const node = (version: string): Runtime => ({
  name: `Node ${version}`,
  packages: { node: version },
  command: (module) =>
    module === 'worker' ? ['node', 'node.ts'] : ['node', '-e', `import('./${module}.ts').then((server) => ${LISTEN})`],
  hasFiles: true,
})

export const RUNTIMES: readonly Runtime[] = [
  node('22.18.0'),
  node('24.21.0'),
  {
    name: 'Bun',
    packages: BUN,
    command: (module) => ['bun', 'run', `${module}.ts`],
    hasFiles: true,
  },
  {
    name: 'Deno',
    packages: { deno: '2.9.6' },
    command: (module, port) => ['deno', 'serve', '-A', '--host=127.0.0.1', `--port=${port}`, `${module}.ts`],
    hasFiles: true,
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
    hasFiles: false,
  },
]

/** Runs a command of installed packages in a folder. */
export async function start(packages: Packages, command: Command, cwd: string): Promise<Running> {
  const bin = join(await installPackages(packages), 'node_modules/.bin')
  const env = { PATH: `${bin}:${process.env.PATH}`, SWEATPANTS_KEYS: KEYS, MODEL: undefined, STORE: ':memory:' }
  return serve(
    (port) => {
      const [name, ...args] = command(port)
      return [join(bin, name), ...args]
    },
    { cwd, env },
  )
}
