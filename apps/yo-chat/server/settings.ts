import { parseArgs } from 'node:util'
import { readServerUrl, type ServerAddress } from './hosted/address.ts'
import { messageOf, UsageError } from './usage-error.ts'

/** How the app was asked to run. */
export interface Settings {
  port: number
  host: string
  /** Names that it may be asked for by, beside the loopback's and its own. */
  allowHosts: readonly string[]
  /** A file, or `postgres://…`. */
  store: string
  model: string | undefined
  servers: readonly ServerAddress[]
  build: boolean
  help: boolean
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
  help: { type: 'boolean', short: 'h' },
} as const

/** Flags go before variables of the environment; an empty variable says nothing. */
export function readSettings(args: readonly string[], env: Readonly<Record<string, string | undefined>>): Settings {
  const flags = readFlags(args)
  return {
    port: readPort(flags.port ?? (env.PORT || '3000')),
    host: flags.host ?? (env.HOST || '127.0.0.1'),
    allowHosts: flags['allow-host'] ?? [],
    store: flags.store ?? (env.STORE || '.sweatpants/yo-chat.db'),
    model: flags.model ?? (env.MODEL || undefined),
    servers: [...(flags['mcp-command'] ?? []).map(readCommand), ...(flags['mcp-url'] ?? []).map(readUrl)],
    build: !flags['no-build'],
    help: flags.help ?? false,
  }
}

function readFlags(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values
  } catch (error) {
    // What follows the first sentence is advice about arguments that look like options.
    throw new UsageError(`${messageOf(error).split('. ')[0]}; --help tells what there is`)
  }
}

function readPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new UsageError(`a port is a number from 0 to 65535, not "${text}"; set PORT or --port`)
}

/** A command line, in which quotes hold words together. */
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
    throw new UsageError(`--mcp-url: ${messageOf(cause)}`, { cause })
  }
}
