import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { connectMcp } from '../mcp/connect/connect-mcp.ts'
import type { Offer } from '../mcp/core/catalog.ts'
import { defined } from '../tools/defined.ts'
import { bundleViews } from '../views/bundle-views.ts'
import { readArgs, toUsageError, UsageError } from './args.ts'
import { bundleServer } from './bundle-server.ts'
import { COMMANDS } from './commands.ts'
import { describeOffer, findManifest, findModules, loadOffer } from './load-offer.ts'
import { hasComponent } from './load-views.ts'
import { writeFiles } from './write-files.ts'
import { toZip } from './zip.ts'

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'
const MANIFEST_VERSION = '0.3'
const SERVER = 'server.mjs'

/** `sweatpants publish --dry-run`: writes and checks what a registry and hosts are given. Nothing is uploaded. */
export async function publish(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArgs(args, COMMANDS.publish.options)
  const { out = 'publish' } = values
  if (!values['dry-run']) {
    throw new UsageError(
      `publish uploads nothing: run publish --dry-run, then npm publish, and mcp-publisher publish in ${out}`,
    )
  }
  const variables = (values.env ?? []).map(readDeclaration)
  const modules = findModules(positionals.length === 0 ? ['.'] : positionals)
  const project = readProject(modules[0]!, values.url)
  const offer = await loadOffer(modules)
  const server = await bundle(project, modules, offer)
  refuseSecrets(server)
  await tryServer(server, variables)

  const name = toFileName(project.name)
  const manifest = toJson(toManifest(project, offer, variables))
  const files = new Map<string, string | Buffer>([
    ['server.json', toJson(toServerJson(project, variables, values.url))],
    [SERVER, server],
    [
      `${name}-${project.version}.mcpb`,
      toZip(
        new Map([
          ['manifest.json', manifest],
          [SERVER, server],
        ]),
      ),
    ],
  ])
  writeFiles(out, files, (file) => file === SERVER)
  console.log(
    `${project.mcpName} ${project.version}: ${describeOffer(offer)}. Nothing was uploaded. To publish it, run:`,
  )
  if (!project.private) console.log('  npm publish')
  console.log(`  cd ${out} && mcp-publisher publish`)
  return 0
}

/** A text that `package.json` must have; the message completes a sentence that starts with its name. */
const text = (form: RegExp, message: string) => v.optional(v.pipe(v.string(message), v.regex(form, message)), '')

const Person = v.object({ name: v.string(), email: v.optional(v.string()), url: v.optional(v.string()) })

const Project = v.object({
  name: text(/./, 'is missing'),
  mcpName: text(
    /^(?=.{3,200}$)[a-z\d-]+(\.[a-z\d-]+)+\/[\w.-]+$/i,
    'must be a name in reverse-DNS form that you own, like io.github.<user>/<server>',
  ),
  version: text(
    /^(?=.{5,255}$)\d+\.\d+\.\d+(-[\w.-]+)?(\+[\w.-]+)?$/,
    'must be one version, like 1.0.0, and neither a range nor a tag',
  ),
  description: text(/^.{1,100}$/, 'must be one line of at most 100 characters: the registry takes no longer one'),
  author: v.optional(
    v.pipe(
      v.union([v.pipe(v.string(), v.transform(readPerson)), Person], 'must be a name, or an object with one'),
      v.check(({ name }) => name !== '', 'is missing'),
    ),
    '',
  ),
  repository: v.optional(
    v.union([
      v.pipe(
        v.string(),
        v.transform((url) => ({ url, directory: undefined })),
      ),
      v.object({ url: v.string(), directory: v.optional(v.string()) }),
    ]),
  ),
  homepage: v.optional(v.string()),
  license: v.optional(v.string()),
  keywords: v.optional(v.array(v.string())),
  private: v.optional(v.boolean(), false),
  bin: v.optional(v.union([v.string(), v.record(v.string(), v.string())])),
  dependencies: v.optional(v.record(v.string(), v.string()), {}),
})

type Project = v.InferOutput<typeof Project>

/** Reads the `package.json` of a module. Throws a `UsageError` that names everything that is missing. */
function readProject(module: string, url: string | undefined): Project {
  const path = findManifest(module)
  if (path === undefined)
    throw new UsageError(`${module} is in no package: publish reads the name and version from package.json`)
  const read = v.safeParse(Project, JSON.parse(readFileSync(path, 'utf8')))
  const problems = read.success
    ? findProblems(read.output, url)
    : read.issues.map(({ path, message }) => `${String(path?.[0]?.key)} ${message}`)
  if (read.success && problems.length === 0) return read.output
  throw new UsageError(`${path} cannot be published:${problems.map((problem) => `\n  ${problem}`).join('')}`)
}

function findProblems({ name, bin, private: isPrivate }: Project, url: string | undefined): string[] {
  const problems: string[] = []
  if (url !== undefined && !/^https:\/\/(?!localhost\b|127\.|\[::1\])/.test(url)) {
    problems.push(`--url must be an https address that others can reach, not ${url}`)
  }
  if (isPrivate && url === undefined)
    problems.push('private is true, so npm does not publish it; remove it, or pass --url')
  // npx runs the only command of a package, or the one with its name.
  const commands = typeof bin === 'string' ? [bin] : Object.keys(bin ?? {})
  if (!isPrivate && commands.length !== 1 && !commands.includes(toFileName(name))) {
    problems.push(`bin must have one command, the server that npx starts: "bin": "publish/${SERVER}"`)
  }
  return problems
}

/** `Ada <ada@example.com> (https://example.com)`. */
function readPerson(text: string): v.InferOutput<typeof Person> {
  const [, name = text, email, url] = /^([^<(]+?)\s*(?:<([^>]+)>)?\s*(?:\(([^)]+)\))?$/.exec(text) ?? []
  return { name, email, url }
}

/** A variable that a server reads from its environment. */
interface Variable {
  name: string
  description: string
  /** A variable without one is required. */
  default: string | undefined
  isSecret: boolean
}

const SECRET_NAME = /key|token|secret|pass|credential/i

function readDeclaration(declared: string): Variable {
  const [, name, value, description] = /^([A-Za-z_]\w*)(?:=([^:]*))?:\s+(.+)$/.exec(declared) ?? []
  if (name === undefined || description === undefined) {
    throw new UsageError(`--env takes "NAME: description" or "NAME=default: description", not "${declared}"`)
  }
  const isSecret = SECRET_NAME.test(name)
  if (isSecret && value)
    throw new UsageError(`${name} looks like a secret; a secret has no default that everyone can read`)
  return { name, description, default: value, isSecret }
}

async function bundle(project: Project, modules: readonly string[], { tools }: Required<Offer>): Promise<string> {
  const { name, version, dependencies } = project
  try {
    const views = tools.some(hasComponent) ? (await bundleViews(tools)).views : new Map()
    return await bundleServer({ name, version, modules, views, dependencies: Object.keys(dependencies) })
  } catch (cause) {
    throw toUsageError(cause)
  }
}

const TOKEN = /\b(sk-(ant|proj)-[\w-]{20,}|gh[pousr]_\w{36}|github_pat_\w{22,}|xox[abp]-[\w-]{20,}|AKIA[\dA-Z]{16})\b/

/** A bundle is public. Throws a `UsageError` if it contains a token, or the value of a variable that looks like a secret. */
function refuseSecrets(code: string): void {
  const held = Object.entries(process.env).find(
    ([name, value = '']) => SECRET_NAME.test(name) && value.length >= 12 && code.includes(value),
  )
  if (held !== undefined) {
    throw new UsageError(
      `the server would contain the value of ${held[0]}; read it from process.env when the server runs`,
    )
  }
  const [token] = TOKEN.exec(code) ?? []
  if (token === undefined) return
  throw new UsageError(
    `the server would contain a secret, ${token.slice(0, 8)}…; read it from process.env when it runs`,
  )
}

/** Starts the server alone in a folder, where no package is installed, with the declared variables only. */
async function tryServer(server: string, variables: readonly Variable[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'publish-'))
  try {
    const path = join(folder, SERVER)
    await writeFile(path, server)
    const env = Object.fromEntries(variables.map(({ name, default: value = '' }) => [name, process.env[name] ?? value]))
    await using _server = await connectMcp({ command: process.execPath, args: [path], cwd: folder, env })
  } catch (cause) {
    // A module may read a file that is not in the bundle, or a variable that is not declared.
    throw toUsageError(cause, 'the bundled server does not start alone, with only the variables of --env: ')
  } finally {
    await rm(folder, { recursive: true })
  }
}

function toServerJson(project: Project, variables: readonly Variable[], url: string | undefined) {
  const { name, mcpName, version, description, repository, homepage } = project
  const source = toRepositoryUrl(repository?.url)
  const [, host] = /^https:\/\/(github|gitlab)\.com\//.exec(source ?? '') ?? []
  const npm = {
    registryType: 'npm',
    identifier: name,
    version,
    runtimeHint: 'npx',
    transport: { type: 'stdio' },
    ...(variables.length > 0 && {
      environmentVariables: variables.map(({ name, description, default: value, isSecret }) => ({
        name,
        description,
        isRequired: value === undefined,
        isSecret,
        ...(value && { default: value }),
      })),
    }),
  }
  return {
    $schema: SCHEMA,
    name: mcpName,
    description,
    version,
    ...(host !== undefined && {
      repository: { url: source, source: host, ...(repository?.directory && { subfolder: repository.directory }) },
    }),
    ...(homepage?.startsWith('https://') && { websiteUrl: homepage }),
    ...(!project.private && { packages: [npm] }),
    ...(url !== undefined && { remotes: [{ type: 'streamable-http', url }] }),
  }
}

function toManifest(project: Project, { tools, prompts }: Required<Offer>, variables: readonly Variable[]) {
  const { name, version, description, author, homepage, license, keywords } = project
  const repository = toRepositoryUrl(project.repository?.url)
  const env = Object.fromEntries(variables.map(({ name }) => [name, `\${user_config.${name.toLowerCase()}}`]))
  const settings = variables.map(({ name, description, default: value, isSecret }) => [
    name.toLowerCase(),
    {
      type: 'string',
      title: name,
      description,
      required: value === undefined,
      sensitive: isSecret,
      ...(value && { default: value }),
    },
  ])
  return {
    manifest_version: MANIFEST_VERSION,
    name: toFileName(name),
    version,
    description,
    author,
    ...(repository !== undefined && { repository: { type: 'git', url: repository } }),
    ...(URL.canParse(homepage ?? '') && { homepage }),
    ...defined({ license, keywords }),
    server: {
      type: 'node',
      entry_point: SERVER,
      mcp_config: { command: 'node', args: [`\${__dirname}/${SERVER}`], ...(variables.length > 0 && { env }) },
    },
    tools: tools.map(({ name, description }) => ({ name, description })),
    ...(prompts.length > 0 && { prompts_generated: true }),
    compatibility: { runtimes: { node: '>=22.18' } },
    ...(variables.length > 0 && { user_config: Object.fromEntries(settings) }),
  }
}

/** The page of a repository that is written in one of npm's forms, or `undefined`. */
function toRepositoryUrl(written = ''): string | undefined {
  const [, host = 'github', path] = /^(?:(github|gitlab):)?([\w.-]+\/[\w.-]+)$/.exec(written) ?? []
  if (path !== undefined) return `https://${host}.com/${path}`
  const url = written
    .replace(/^git\+/, '')
    .replace(/^(?:ssh:\/\/)?git@([\w.-]+)[:/]/, 'https://$1/')
    .replace(/^git:/, 'https:')
    .replace(/\.git$/, '')
  return url.startsWith('https://') && URL.canParse(url) ? url : undefined
}

/** The name of a package without its scope. */
const toFileName = (name: string): string => name.replace(/^@[^/]+\//, '')

const toJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
