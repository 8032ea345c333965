import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { HELP } from '../../packages/framework/src/cli/help.ts'
import { readPage, root } from './pages.ts'

interface Manifest {
  name: string
  bin?: Record<string, string>
  scripts?: Record<string, string>
  [dependencies: `${string}ependencies`]: Record<string, string> | undefined
}

const readManifest = (file: string): Manifest => JSON.parse(readFileSync(join(root, file), 'utf8'))

const top = readManifest('package.json')
const workspaces = globSync('{packages,apps,examples}/*/package.json', { cwd: root }).map(readManifest)
/** Installed by the tests of the examples and guides that need them. */
const ELSEWHERE = [
  '@agentclientprotocol/sdk',
  '@fastify/cookie',
  '@modelcontextprotocol/server-everything',
  '@modelcontextprotocol/server-filesystem',
  '@modelcontextprotocol/server-memory',
  'express',
  'express-session',
  'fastify',
]

const packages = new Set([
  ...ELSEWHERE,
  ...workspaces.map(({ name }) => name),
  ...[top, ...workspaces].flatMap(dependenciesOf),
])

function dependenciesOf({ dependencies, devDependencies, peerDependencies }: Manifest): string[] {
  return [dependencies, devDependencies, peerDependencies].flatMap((list) => Object.keys(list ?? {}))
}

/** Programs that a reader has, or has been told to get. */
const OUTSIDE = ['claude', 'code', 'curl', 'cd', 'mkdir', 'openssl', 'export', 'echo', 'wrangler']

/** What of npm the pages use. */
const NPM = ['run', 'create', 'install', 'test', 'start', 'init', 'pkg']

/** Returns the problems of a shell line in a page: commands that do not exist. */
export function problemsOf(line: string, page: string): string[] {
  return splitCommands(line).flatMap((words) => problemWith(words, page) ?? [])
}

/** The scripts of the package that a page is in, and those that it has the reader write. */
function scriptsOf(page: string): Set<string> {
  const written = [...readPage(page).matchAll(/npm pkg set scripts\.(\w+)=/g)].map(([, name]) => name!)
  let folder = dirname(page)
  while (!existsSync(join(root, folder, 'package.json'))) folder = dirname(folder)
  return new Set([...Object.keys(readManifest(join(folder, 'package.json')).scripts ?? {}), ...written])
}

/** The commands of a line: those around `&&`, `|` and `--`, without comments and leading variables. */
function splitCommands(line: string): string[][] {
  const words = line.match(/'[^']*'|"[^"]*"|#.*$|[^\s]+/g) ?? []
  const commands: string[][] = [[]]
  for (const word of words) {
    if (word.startsWith('#')) break
    if (['&&', '|', '>', '>>', '--'].includes(word) && !isScript(commands.at(-1)!)) commands.push([])
    else if (commands.at(-1)!.length > 0 || !/^[A-Z_]+=/.test(word)) commands.at(-1)!.push(word)
  }
  return commands.filter((command) => command.length > 0)
}

/** Whether `--` only parts a script from its arguments. */
const isScript = ([npm, run]: readonly string[]): boolean => npm === 'npm' && run === 'run'

function problemWith([program = '', ...args]: readonly string[], page: string): string | undefined {
  if (program === 'npm') return problemWithNpm(args, page)
  if (program === 'npx') {
    const at = args.findIndex((word) => !word.startsWith('-'))
    return problemWithBin(args[at] ?? '', args.slice(at + 1))
  }
  // What a line is written into is no command.
  const isFile = /\.[a-z]+$|^\.env$/.test(program)
  return isFile || OUTSIDE.includes(program) ? undefined : problemWithBin(program, args)
}

function problemWithNpm(args: readonly string[], page: string): string | undefined {
  const at = args.findIndex((word) => NPM.includes(word))
  const verb = args[at]
  const names = args.slice(at + 1).filter((word) => !word.startsWith('-'))
  const [first = ''] = names
  if (verb === undefined) return `npm ${args.join(' ')} is not known here`
  if (verb === 'run') return scriptsOf(page).has(first) ? undefined : `there is no script ${first}`
  if (verb === 'create') return packages.has(`create-${first}`) ? undefined : `there is no package create-${first}`
  const unknown = verb === 'install' ? names.filter((name) => !packages.has(name)) : []
  return unknown.length === 0 ? undefined : `${unknown.join(', ')} is not a package that this project knows`
}

function problemWithBin(name: string, args: readonly string[]): string | undefined {
  const known = packages.has(name) || workspaces.some(({ bin }) => bin !== undefined && name in bin)
  if (!known && !existsSync(join(root, 'node_modules/.bin', name))) return `there is no command ${name}`
  if (name !== 'sweatpants') return undefined
  const flags = args.filter((word) => word.startsWith('--')).map((word) => word.split('=', 1)[0]!)
  const unknown = [args[0]!, ...flags].filter((word) => !HELP.includes(word))
  return unknown.length === 0 ? undefined : `sweatpants does not take ${unknown.join(', ')}`
}

/** What is wrong with the commands that a configuration starts: objects with a `command` and its `args`. */
export function problemsOfConfiguration(value: unknown, page: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { command, args } = value as { command?: unknown; args?: unknown }
  const own = typeof command === 'string' && Array.isArray(args) ? (problemWith([command, ...args], page) ?? []) : []
  return [own, ...Object.values(value).map((inner) => problemsOfConfiguration(inner, page))].flat()
}
