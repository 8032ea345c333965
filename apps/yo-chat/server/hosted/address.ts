import { createHash } from 'node:crypto'
import type { HostedLimits, SignInClient } from '@sweatpants/framework/mcp'

interface Shared {
  /** Whether a person is asked before each call. Default `confirm`: what a server's tools do is its own affair. */
  approval?: 'none' | 'confirm'
  /** How much the server may send, where the defaults do not fit. */
  limits?: HostedLimits
}

/** Where an MCP server is, or how it is started. */
export type ServerAddress =
  | (Shared & {
      url: string
      headers?: Readonly<Record<string, string>>
      /** How the app introduces itself to the authorization server, if it is registered there. */
      client?: SignInClient
    })
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

const MAX_HEADERS = 20
const MAX_HEADER = 4_000

/** Headers that belong to the connection, not to the person. */
const RESERVED =
  /^(host|origin|cookie|connection|content-.*|transfer-encoding|accept|mcp-.*|proxy-.*|te|trailer|upgrade)$/i

/** Headers to send to a server, or an error that says what is wrong with them. */
export function readHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(headers)
  if (entries.length > MAX_HEADERS) throw new Error(`at most ${MAX_HEADERS} headers are sent`)
  for (const [name, value] of entries) {
    if (!/^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name))
      throw new Error(`${JSON.stringify(name)} is not the name of a header`)
    if (RESERVED.test(name)) throw new Error(`the header ${name} cannot be set`)
    if (value.length > MAX_HEADER || !/^[\t\x20-\x7e]+$/.test(value)) {
      throw new Error(`the value of ${name} has characters that a header cannot have, or is too long`)
    }
  }
  return Object.fromEntries(entries)
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
