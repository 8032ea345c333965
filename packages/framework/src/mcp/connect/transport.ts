import type { Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { HttpTransport } from './http-transport.ts'
import { Turns } from './turns.ts'

/** A server that is started as a process of its own. */
export interface CommandAddress {
  command: string
  args?: readonly string[]
  /** Beside the few variables that every process gets: the path, the home directory, the user. */
  env?: Readonly<Record<string, string>>
  cwd?: string
}

/** A server that runs somewhere. */
export interface UrlAddress {
  url: string | URL
  headers?: Readonly<Record<string, string>>
}

export interface Wire {
  transport: Transport
  /** How messages name the server before it has said its name. */
  label: string
  /** Over a pipe, calls of a 2025 server take turns. */
  turns: Turns | undefined
  /** The last that the server said on standard error. */
  lastWords(): string
  /** Tells the server that nobody comes back. */
  leave(): Promise<void>
}

export function createWire(address: CommandAddress | UrlAddress): Wire {
  return 'command' in address ? createPipe(address) : createHttp(address)
}

const MAX_WORDS = 2_000

function createPipe({ command, args = [], env, cwd }: CommandAddress): Wire {
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    stderr: 'pipe',
    ...(env !== undefined && { env: { ...env } }),
    ...(cwd !== undefined && { cwd }),
  })
  let words = ''
  transport.stderr?.on('data', (chunk: Buffer) => {
    words = `${words}${chunk}`.slice(-MAX_WORDS)
  })
  return {
    transport,
    label: [command, ...args].join(' '),
    turns: new Turns(),
    lastWords: () => words.trim(),
    leave: async () => {},
  }
}

function createHttp({ url, headers }: UrlAddress): Wire {
  const transport = new HttpTransport(new URL(url), headers)
  return {
    transport,
    label: String(url),
    turns: undefined,
    lastWords: () => '',
    leave: () => transport.terminateSession(),
  }
}
