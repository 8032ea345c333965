import { createHash } from 'node:crypto'
import type { HostedLimits } from '@sweatpants/framework/mcp'

interface Shared {
  /** Whether a person is asked before each call. Default `confirm`: what a server's tools do is its own affair. */
  approval?: 'none' | 'confirm'
  /** How much the server may send, where the defaults do not fit. */
  limits?: HostedLimits
}

/** Where an MCP server is, or how it is started. */
export type ServerAddress =
  | (Shared & { url: string; headers?: Readonly<Record<string, string>> })
  | (Shared & { command: string; args?: readonly string[]; env?: Readonly<Record<string, string>>; cwd?: string })

const MAX_URL = 2_000

/** The address of a server as its URL is written by the rules, or an error that says what is wrong with it. */
export function readServerUrl(text: string): string {
  if (text.length > MAX_URL) throw new Error(`a URL has at most ${MAX_URL} characters`)
  if (!URL.canParse(text)) throw new Error(`${JSON.stringify(text)} is not a URL; it begins with http:// or https://`)
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new Error(`a server is at an http:// or https:// URL, not at ${url.protocol}`)
  }
  if (url.username !== '' || url.password !== '') throw new Error('a URL with a user or a password in it is not taken')
  url.hash = ''
  return url.href
}

/** The same for the same server, in every process and after every start. */
export function idOf(address: ServerAddress): string {
  const place = 'url' in address ? [address.url] : [address.command, ...(address.args ?? [])]
  return createHash('sha256').update(JSON.stringify(place)).digest('hex').slice(0, 16)
}

/** How the server is shown: without the arguments and the query, which may hold secrets. */
export function labelOf(address: ServerAddress): string {
  if (!('url' in address)) return address.command
  const { origin, pathname } = new URL(address.url)
  return `${origin}${pathname}`
}
