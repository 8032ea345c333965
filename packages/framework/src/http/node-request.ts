import type { IncomingMessage } from 'node:http'
import { SweatpantsError } from '../tools/errors.ts'

/** Returns a request of `node:http` as a web standard, without its body. */
export function toRequest(incoming: IncomingMessage): Request {
  const { method = 'GET', url = '/', rawHeaders } = incoming
  const headers = new Headers()
  for (let i = 0; i < rawHeaders.length; i += 2) headers.append(rawHeaders[i]!, rawHeaders[i + 1]!)
  const scheme = 'encrypted' in incoming.socket ? 'https' : 'http'
  // A host that is no part of a URL was refused before, except for its port.
  const base = URL.parse(`${scheme}://${incoming.headers.host}`) ?? `${scheme}://localhost`
  return new Request(new URL(url, base), { method, headers })
}

/**
 * Returns the text of a body that middleware has read and put on the request as `body`, as `express.json()` does. What was
 * parsed is written and parsed again, so that the same limits hold. Throws if a body was read and is not there.
 */
export function readParsed(incoming: IncomingMessage): string {
  const { body, method } = incoming as { body?: unknown; method: string }
  if (body === undefined && method !== 'POST') return ''
  if (body === undefined) {
    const advice = 'mount the listener before what reads bodies, or put the parsed body there'
    throw new SweatpantsError(`the body was read before the listener, and request.body is undefined: ${advice}`)
  }
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return new TextDecoder().decode(body)
  try {
    return JSON.stringify(body)
  } catch {
    // It is nested too deep, which is refused like a text that is not JSON.
    return ''
  }
}

/** Returns the request of `node:http`, which `@hono/node-server` passes on with its request. */
export const incomingOf = (env: unknown): IncomingMessage | undefined =>
  (env as { incoming?: IncomingMessage } | undefined)?.incoming
