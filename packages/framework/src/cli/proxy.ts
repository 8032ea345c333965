import { mintSecret } from '../keys/keyring.ts'
import type { CommandAddress, UrlAddress } from '../mcp/connect/address.ts'
import { connectMcp, type HostedServer } from '../mcp/connect/connect-mcp.ts'
import type { Offer } from '../mcp/core/catalog.ts'
import { type McpSkill, problemOf, Skills } from '../mcp/core/skill.ts'
import { createTurns } from '../tools/turns.ts'
import { readArgs, toUsageError, UsageError } from './args.ts'
import { CallLimit, checkLimit } from './call-limit.ts'
import { COMMANDS } from './commands.ts'
import { appendTo, type Guards, guardTool } from './guard-tool.ts'
import { keyPath, openStore, readSealingKeys, readStore } from './open-store.ts'
import { TRANSPORT_OPTIONS } from './options.ts'
import { reserveStdout } from './program.ts'
import { serveOffer } from './serve-offer.ts'
import { createTerminalSignIn } from './terminal-sign-in.ts'
import { toMatcher } from './to-matcher.ts'
import { readTransport, type Transport } from './transport.ts'

const STORE = '.sweatpants/proxy.db'

interface ProxyCommand {
  /** The server behind the proxy. */
  server: CommandAddress | UrlAddress
  transport: Transport
  store: string
  /** The tools whose calls a person has to allow. */
  approve: readonly string[]
  /** `limits` as they were written. */
  guards: Omit<Guards, 'limits'> & { limits: readonly string[] }
}

/** `sweatpants proxy`: resolves to the exit code once the client has closed the connection, or after a signal. */
export async function proxy(args: readonly string[]): Promise<number> {
  const { server: address, transport, store: location, approve, guards: written } = readCommand(args)
  if (transport.address === undefined) reserveStdout()
  await using store = await openStore(location)
  const guards = { ...written, limits: written.limits.map((text) => new CallLimit(text, store)) }
  const keys = readSealingKeys(keyPath(location, STORE))
  const asksPerson = 'url' in address && !hasAuthorization(address)
  const signIn = asksPerson ? await createTerminalSignIn(address.url, store, keys ?? [mintSecret()]) : undefined
  await using behind = await connectMcp({
    ...address,
    ...(signIn !== undefined && { signIn }),
    capabilities: { elicitation: true, url: true, sampling: true },
    apps: true,
  }).catch((cause) => {
    throw toUsageError(cause)
  })
  warnOfTypos(approve, behind)
  const { name, version, instructions } = behind
  await serveOffer({
    transport,
    store,
    keys,
    served: {
      name,
      version: version || '0',
      ...(instructions !== undefined && { instructions }),
      ...(await toOffer(behind, guards)),
    },
    of: name,
    follow(replace) {
      // Of two offers, the newer one is read last. One that cannot be served is refused, and the one before it stays.
      const inTurn = createTurns()
      const refresh = () => {
        inTurn(undefined, async () => replace(await toOffer(behind, guards))).catch((error) => console.error(error))
      }
      behind.onToolsChanged(refresh)
      behind.onOfferChanged(refresh)
      return undefined
    },
  })
  return 0
}

const hasAuthorization = ({ headers = {} }: UrlAddress): boolean =>
  Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')

/** Without a warning, a mistyped pattern lets every call pass. */
function warnOfTypos(patterns: readonly string[], { tools }: HostedServer): void {
  for (const pattern of patterns) {
    if (!tools.some(({ name }) => toMatcher([pattern])(name)))
      console.error(
        `Warning: --approve ${JSON.stringify(pattern)} matches no tool of the server, so nothing is asked for it.`,
      )
  }
}

async function toOffer(behind: HostedServer, guards: Guards): Promise<Required<Offer>> {
  const [{ prompts, resources }, skills] = await Promise.all([behind.offer(), readSkills(behind)])
  // Files of skills are resources, too, and the server lists them as both.
  const files = new Set(new Skills(skills).resources.map(({ uri }) => uri))
  const others = resources.filter((resource) => !('uri' in resource && files.has(resource.uri)))
  return { tools: behind.tools.map((tool) => guardTool(tool, guards)), prompts, resources: others, skills }
}

/** Reads the skills of the server with all files. One that cannot be served is left out. */
async function readSkills(behind: HostedServer): Promise<McpSkill[]> {
  const read = (await behind.skills()).map(async ({ name, frontmatter, files, read }) => {
    try {
      const skill = {
        frontmatter,
        files: await Promise.all(files.map(async (path) => ({ path, bytes: await read(path) }))),
      }
      const problem = problemOf(skill)
      if (problem === undefined) return skill
      console.error(`The skill "${name}" is left out: it ${problem}.`)
    } catch (error) {
      console.error(`The skill "${name}" is left out: ${(error as Error).message}`)
    }
    return undefined
  })
  return (await Promise.all(read)).filter((skill) => skill !== undefined)
}

function readCommand(args: readonly string[]): ProxyCommand {
  const { values, positionals } = readArgs(args, { ...TRANSPORT_OPTIONS, ...COMMANDS.proxy.options })
  const { approve = [] } = values
  return {
    server: readServer(positionals, values.header ?? []),
    transport: readTransport(values, process.env),
    store: readStore(values.store) ?? STORE,
    approve,
    guards: {
      asks: toMatcher(approve),
      limits: (values.limit ?? []).map(checkLimit),
      audit: values.audit === undefined ? () => {} : appendTo(values.audit),
    },
  }
}

function readServer([first, ...rest]: readonly string[], headers: readonly string[]): CommandAddress | UrlAddress {
  if (first === undefined) throw new UsageError('proxy takes a command or a URL: proxy -- npx -y some-mcp-server')
  if (!/^https?:\/\//.test(first)) {
    if (headers.length > 0) throw new UsageError('--header is for a server at a URL, not for a command')
    // The command gets the environment of the proxy, as it would without one.
    return { command: first, args: rest, env: readEnvironment() }
  }
  if (rest.length > 0) throw new UsageError(`unexpected argument "${rest[0]}" after the URL of the server`)
  return { url: first, headers: Object.fromEntries(headers.map(readHeader)) }
}

const readEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

function readHeader(text: string): [name: string, value: string] {
  const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(text) ?? []
  if (name === undefined || value === undefined)
    throw new UsageError(`--header takes "name: value", like "Authorization: Bearer …"`)
  return [name, value]
}
