import { type Env, readOptions, readPort, readVariable, toUsageError, UsageError } from '@sweatpants/framework/cli'
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
  'no-build': { type: 'boolean' },
} as const

/** Reads the settings; an option takes precedence over its environment variable. */
export function readSettings(args: readonly string[], env: Env): Settings {
  const options = readOptions(args, OPTIONS)
  return {
    port: readPort(options.port ?? readVariable(env, 'PORT') ?? '3000', '--port'),
    host: options.host ?? readVariable(env, 'HOST') ?? '127.0.0.1',
    allowHosts: options['allow-host'] ?? [],
    store: options.store ?? readVariable(env, 'STORE') ?? '.sweatpants/yo-chat.db',
    model: options.model ?? readVariable(env, 'MODEL'),
    servers: [...(options['mcp-command'] ?? []).map(readCommand), ...(options['mcp-url'] ?? []).map(readUrl)],
    build: !options['no-build'],
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

function readUrl(text: string): ServerAddress {
  try {
    return { url: readServerUrl(text) }
  } catch (cause) {
    throw toUsageError(cause, '--mcp-url: ')
  }
}
