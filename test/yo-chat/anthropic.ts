import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { anthropic } from '../providers/wires/anthropic.ts'

export interface FakeAnthropic extends AsyncDisposable {
  readonly url: string
  /** The keys that it accepts. */
  readonly accepted: Set<string>
  /** The models that it was asked for, in order. */
  readonly asked: string[]
  /** Leads requests for the real provider here, and all others to where they go. */
  readonly fetch: typeof fetch
}

/** Anthropic on the loopback. It repeats a key that it refuses, as some providers do. */
export async function serveAnthropic(...keys: string[]): Promise<FakeAnthropic> {
  const accepted = new Set(keys)
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    const key = String(request.headers['x-api-key'])
    const body = (await json(request)) as { model: string }
    if (!accepted.has(key)) {
      const error = { type: 'authentication_error', message: `invalid x-api-key: ${key}` }
      return void response
        .writeHead(401, { 'content-type': 'application/json' })
        .end(JSON.stringify({ type: 'error', error }))
    }
    asked.push(body.model)
    const said = { text: `I am ${body.model}.` }
    const isStream = anthropic.isStream(request.url!, body)
    response.writeHead(200, { 'content-type': isStream ? anthropic.contentType.stream : anthropic.contentType.whole })
    response.end(isStream ? anthropic.pieces(said, body).join('') : anthropic.whole(said, body))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { fetch } = globalThis
  return {
    url,
    accepted,
    asked,
    fetch: (input, init) => {
      const target = input instanceof Request ? input.url : String(input)
      return target.startsWith('https://api.anthropic.com/')
        ? fetch(target.replace('https://api.anthropic.com', url), init)
        : fetch(input, init)
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
