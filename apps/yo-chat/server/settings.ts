import {
  type Env,
  readHost,
  readHostNames,
  readOptions,
  readPort,
  readVariable,
  toUsageError,
  UsageError,
} from '@sweatpants/framework/cli'
import { type DebateDefaults, type DebateSettings, readDebateSettings, toAddresses } from '@sweatpants/roundtable'
import { readServerUrl, type ServerAddress } from './hosted/address.ts'

/** How the app runs: options and environment variables. */
export interface Settings {
  port: number
  host: string
  /** Extra hostnames to accept. */
  allowHosts: readonly string[]
  /** The location of the store. */
  store: string
  model: string | undefined
  servers: readonly ServerAddress[]
  /** MCP servers whose tools the panel of a debate can use: addresses, or commands. */
  debateTools: readonly string[]
  /** What a debate begins with, where it differs from the configuration. */
  debates: DebateDefaults
  debateSettings: Partial<DebateSettings>
  /** The port, and the public address, of the frames for views of other servers. */
  sandboxPort: number | undefined
  sandboxUrl: string | undefined
  build: boolean
}

const OPTIONS = {
  port: { type: 'string' },
  host: { type: 'string' },
  'allow-host': { type: 'string', multiple: true },
  store: { type: 'string' },
  model: { type: 'string' },
  'mcp-command': { type: 'string', multiple: true },
  'mcp-url': { type: 'string', multiple: true },
  'debate-tools': { type: 'string', multiple: true },
  'debate-web-search': { type: 'boolean' },
  'sandbox-port': { type: 'string' },
  'sandbox-url': { type: 'string' },
  'no-build': { type: 'boolean' },
} as const

/** Reads the settings; an option takes precedence over its environment variable. */
export function readSettings(args: readonly string[], env: Env): Settings {
  const options = readOptions(args, OPTIONS)
  const sandboxUrl = options['sandbox-url'] ?? readVariable(env, 'SANDBOX_URL')
  return {
    port: readPort(options.port, 'PORT', env) ?? 3000,
    host: readHost(options.host, env),
    allowHosts: readHostNames(options['allow-host']),
    store: options.store ?? readVariable(env, 'STORE') ?? '.sweatpants/yo-chat.db',
    model: options.model ?? readVariable(env, 'MODEL'),
    servers: [...(options['mcp-command'] ?? []).map(readCommand), ...(options['mcp-url'] ?? []).map(readUrl)],
    debateTools: options['debate-tools'] ?? toAddresses(readVariable(env, 'ROUNDTABLE_TOOLS')),
    debates: options['debate-web-search'] ? { webSearch: true } : {},
    debateSettings: readLimits(env),
    sandboxPort: readPort(options['sandbox-port'], 'SANDBOX_PORT', env),
    sandboxUrl: sandboxUrl === undefined ? undefined : readSandboxUrl(sandboxUrl),
    build: !options['no-build'],
  }
}

function readLimits(env: Env): Partial<DebateSettings> {
  try {
    return readDebateSettings(env)
  } catch (cause) {
    throw toUsageError(cause)
  }
}

/** Splits a command line into words; quotes keep words together. */
function readCommand(text: string): ServerAddress {
  const words = [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare!,
  )
  const [command, ...args] = words
  if (command === undefined) throw new UsageError('--mcp-command takes the command that starts an MCP server')
  return { command, args }
}

/** The frames are told apart from the page by their origin, so there is no more than an origin to say. */
function readSandboxUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url.origin
  throw new UsageError(`--sandbox-url takes an origin such as https://views.example.com, not ${JSON.stringify(text)}`)
}

function readUrl(text: string): ServerAddress {
  try {
    return { url: readServerUrl(text) }
  } catch (cause) {
    throw toUsageError(cause, '--mcp-url: ')
  }
}
