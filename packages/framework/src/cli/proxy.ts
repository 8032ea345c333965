import { mintSecret } from '../keys/keyring.ts'
import { readKeys } from '../keys/read-keys.ts'
import type { CommandAddress, UrlAddress } from '../mcp/connect/address.ts'
import { connectMcp, type HostedServer } from '../mcp/connect/connect-mcp.ts'
import type { Offer } from '../mcp/core/catalog.ts'
import { type McpSkill, problemOf } from '../mcp/core/skill.ts'
import { serveMcp } from '../mcp/serve.ts'
import { readVariable } from '../models/provider.ts'
import { readArgs, toUsageError, UsageError } from './args.ts'
import { CallLimit, checkLimit } from './call-limit.ts'
import { appendTo, type Guards, guardTool } from './guard-tool.ts'
import { describeOffer } from './load-offer.ts'
import { keyPath, openStore } from './open-store.ts'
import { reserveStdout } from './program.ts'
import { createTerminalSignIn } from './terminal-sign-in.ts'
import { toMatcher } from './to-matcher.ts'
import { announce, readTransport, serveUntilSignal, TRANSPORT_OPTIONS, type Transport } from './transport.ts'

const STORE = '.sweatpants/proxy.db'

interface ProxyCommand {
  /** The server behind the proxy. */
  server: CommandAddress | UrlAddress
  transport: Transport
  store: string
  /** `limits` as they were written. */
  guards: Omit<Guards, 'limits'> & { limits: readonly string[] }
}

/** `sweatpants proxy`: resolves to the exit code once the client has closed the connection, or after a signal. */
export async function proxy(args: readonly string[]): Promise<number> {
  const { server: address, transport, store: location, guards: written } = readCommand(args)
  if (transport.address === undefined) reserveStdout()
  await using store = await openStore(location)
  const guards = { ...written, limits: written.limits.map((text) => new CallLimit(text, store)) }
  const keys = readKeys(keyPath(location, STORE))
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
  const offer = await toOffer(behind, guards)
  const server = serveMcp({
    name: behind.name,
    version: behind.version || '0',
    ...(behind.instructions !== undefined && { instructions: behind.instructions }),
    ...offer,
    store,
    ...(keys !== undefined && { keys }),
    allowedHosts: transport.allowedHosts,
  })
  const refresh = () => {
    toOffer(behind, guards).then(server.replace, (error) => console.error(error))
  }
  behind.onToolsChanged(refresh)
  behind.onOfferChanged(refresh)
  const what = `${describeOffer(offer)} of ${behind.name}`
  await serveUntilSignal(server, { transport, onReady: (where) => announce(what, transport, where) })
  return 0
}

const hasAuthorization = ({ headers = {} }: UrlAddress): boolean =>
  Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')

async function toOffer(behind: HostedServer, guards: Guards): Promise<Required<Offer>> {
  const [offer, skills] = await Promise.all([behind.offer(), readSkills(behind)])
  return { tools: behind.tools.map((tool) => guardTool(tool, guards)), ...offer, skills }
}

/** Reads the skills of the server with all files. One that cannot be served is left out. */
async function readSkills(behind: HostedServer): Promise<McpSkill[]> {
  const read = (await behind.skills()).map(async ({ frontmatter, files, read }) => ({
    frontmatter,
    files: await Promise.all(files.map(async (path) => ({ path, bytes: await read(path) }))),
  }))
  const skills = await Promise.all(read)
  return skills.filter((skill) => {
    const problem = problemOf(skill)
    if (problem !== undefined) console.error(`The skill "${skill.frontmatter.name}" is left out: it ${problem}.`)
    return problem === undefined
  })
}

function readCommand(args: readonly string[]): ProxyCommand {
  const { values, positionals } = readArgs(args, {
    ...TRANSPORT_OPTIONS,
    store: { type: 'string' },
    approve: { type: 'string', multiple: true },
    limit: { type: 'string', multiple: true },
    audit: { type: 'string' },
    header: { type: 'string', multiple: true },
  })
  return {
    server: readServer(positionals, values.header ?? []),
    transport: readTransport(values, process.env),
    store: values.store ?? readVariable(process.env, 'STORE') ?? STORE,
    guards: {
      asks: toMatcher(values.approve ?? []),
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
