/**
 * Requests to addresses that an MCP server names: its metadata, and the endpoints of its authorization server.
 *
 * G1 A server reaches nothing through us that it could not reach itself: an address is refused if it is nearer to us than the
 *    server. Loopback is nearest, then private and link-local networks, then the internet.
 * G2 The address that is checked is the one that is connected to, so a name cannot resolve to another one in between.
 * G3 Over the internet, only https is used.
 */
import { lookup } from 'node:dns'
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { readChunks } from '../../http/body.ts'
import { SignInError } from './errors.ts'

const MAX_BODY = 256 * 1024
const TIMEOUT_MS = 15_000

/** How far an address is from this machine. */
const DISTANCES = ['loopback', 'local', 'internet'] as const
type Distance = (typeof DISTANCES)[number]

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')
// "This host": the system connects it to the loopback.
loopback.addSubnet('0.0.0.0', 8, 'ipv4')
loopback.addAddress('::', 'ipv6')

const local = new BlockList()
for (const [net, prefix] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  local.addSubnet(net, prefix, 'ipv4')
}
for (const [net, prefix] of [
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  local.addSubnet(net, prefix, 'ipv6')
}

/** Returns how far an IP address is. IPv4 addresses inside IPv6 ones count as themselves. */
export function distanceOf(address: string): Distance {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (loopback.check(address, family)) return 'loopback'
  return local.check(address, family) ? 'local' : 'internet'
}

export type GuardedFetch = (url: string | URL, init?: RequestInit) => Promise<Response>

/** Returns a `fetch` for addresses that the server at `origin` names. It follows no redirect. */
export async function createGuardedFetch(origin: string | URL): Promise<GuardedFetch> {
  const nearest = await distanceOfHost(new URL(origin).hostname)
  return async (input, init = {}) => {
    const url = new URL(input)
    const body = init.body == null ? undefined : String(init.body)
    const headers = Object.fromEntries(new Headers(init.headers))
    try {
      const options = { method: init.method ?? 'GET', headers, signal: AbortSignal.timeout(TIMEOUT_MS) }
      return await toResponse(await send(url, { ...options, ...guard(url, nearest) }, body))
    } catch (cause) {
      // As `fetch` does: the official client treats it as "no answer", not as "no metadata".
      throw new TypeError(`cannot reach ${url.origin}`, { cause })
    }
  }
}

/** The distance of the nearest address of a host. A host without an address is on the internet. */
async function distanceOfHost(hostname: string): Promise<Distance> {
  const literal = hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0) return distanceOf(literal)
  const { promise, resolve } = Promise.withResolvers<string[]>()
  lookup(literal, { all: true }, (error, found) => resolve(error ? [] : found.map(({ address }) => address)))
  const distances = (await promise).map(distanceOf)
  return DISTANCES.find((distance) => distances.includes(distance)) ?? 'internet'
}

/** Returns the options that check each address before it is connected to. Throws for one that is refused. */
function guard(url: URL, nearest: Distance): RequestOptions {
  const check = (address: string): void => {
    const distance = distanceOf(address)
    if (DISTANCES.indexOf(distance) < DISTANCES.indexOf(nearest)) {
      throw new SignInError(
        `${url.origin} is at ${address}, which is nearer to this machine than the server that named it`,
      )
    }
    if (distance === 'internet' && url.protocol !== 'https:') {
      throw new SignInError(`${url.origin} does not use https`)
    }
  }
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0) check(literal)
  const checked: LookupFunction = (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, [])
      try {
        for (const { address } of found) check(address)
      } catch (refused) {
        return callback(refused as NodeJS.ErrnoException, [])
      }
      // Node asks for one address or for all.
      if (options.all) return callback(null, found)
      return callback(null, found[0]!.address, found[0]!.family)
    })
  // A kept connection of others would be used without a lookup.
  return { lookup: checked, agent: false }
}

function send(url: URL, options: RequestOptions, body: string | undefined): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const start = url.protocol === 'https:' ? httpsRequest : httpRequest
  const length = body !== undefined && { 'content-length': Buffer.byteLength(body) }
  start(url, { ...options, headers: { ...options.headers, ...length } }, resolve)
    .on('error', reject)
    .end(body)
  return promise
}

async function toResponse(message: IncomingMessage): Promise<Response> {
  const text = await readChunks({ body: Readable.toWeb(message) as Request['body'] }, MAX_BODY)
  if (text === undefined) throw new SignInError(`the answer has more than ${MAX_BODY} bytes`)
  const status = message.statusCode!
  const headers = Object.entries(message.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  )
  const hasBody = status !== 204 && status !== 205 && status !== 304
  return new Response(hasBody ? text : null, { status, headers })
}
