import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { Validator } from '@cfworker/json-schema'
import type { Behaviour, Said, Wire } from './wire.ts'

/** What the server is about to do. */
export type Next = { type: 'write'; piece: string } | { type: 'cut' } | { type: 'hang' }

export interface WireRequest {
  /** With its query. */
  path: string
  headers: IncomingHttpHeaders
  body: unknown
  /** Fulfilled when the client closes the connection before its answer is whole. */
  closed: Promise<void>
}

export interface WireServer extends AsyncDisposable {
  /** As a user would set it in `…_BASE_URL`, without a version. */
  readonly baseUrl: string
  readonly requests: readonly WireRequest[]
  /** In which ways the requests were not what the provider documents. */
  readonly violations: readonly string[]
  /** How the next requests are treated, one behaviour for each. */
  script(...behaviours: Behaviour[]): void
  /** Behaviours that no request has come for. */
  left(): number
  /** Heard before each thing that the server does, which waits for it: a test decides when. */
  before: (next: Next) => unknown
}

/** A provider on the loopback with scripted responses, which parses requests as the real one does. */
export async function serveWire(wire: Wire): Promise<WireServer> {
  const script: Behaviour[] = []
  const requests: WireRequest[] = []
  const violations: string[] = []
  const validator = new Validator(wire.request, '2020-12', false)
  const paths = wire.paths.map(toPattern)

  const server = createServer((message, response) => {
    answer(message, response).catch((error) => {
      violations.push(`the server failed: ${error}`)
      response.destroy()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo

  async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = message.url!
    const body = await json(message)
    const closed = Promise.withResolvers<void>()
    response.on('close', () => response.writableFinished || closed.resolve())
    const request: WireRequest = { path, headers: message.headers, body, closed: closed.promise }
    requests.push(request)
    const { pathname } = new URL(path, 'http://loopback')
    if (message.method !== 'POST' || !paths.some((pattern) => pattern.test(pathname))) {
      violations.push(`nothing listens to ${message.method} ${path}`)
      return fail(response, 404, {})
    }
    const { errors } = validator.validate(body)
    violations.push(...errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`))
    const behaviour = script.shift()
    if (behaviour === undefined) {
      violations.push(`the script has nothing for request ${requests.length}: ${JSON.stringify(body)}`)
      return fail(response, 500, {})
    }
    await behave(behaviour, request, response)
  }

  async function behave(behaviour: Behaviour, { path, body }: WireRequest, response: ServerResponse): Promise<void> {
    if (behaviour.type === 'status') return fail(response, behaviour.status, behaviour.headers ?? {})
    const stream = wire.isStream(path, body)
    const contentType = stream ? wire.contentType.stream : wire.contentType.whole
    const say = (said: Said): string[] => (stream ? wire.pieces(said, body) : [wire.whole(said, body)])
    response.writeHead(200, { 'content-type': contentType })
    if (behaviour.type === 'cut') response.flushHeaders()
    for (const piece of toWrite(behaviour, say)) {
      await served.before({ type: 'write', piece })
      response.write(piece)
    }
    if (behaviour.type === 'hang') return void (await served.before({ type: 'hang' }))
    if (behaviour.type !== 'cut') return void response.end()
    await served.before({ type: 'cut' })
    response.destroy()
  }

  function fail(response: ServerResponse, status: number, headers: Record<string, string>): void {
    response.writeHead(status, { 'content-type': wire.contentType.whole, ...headers }).end(wire.error(status))
  }

  const served: WireServer = {
    baseUrl: `http://127.0.0.1:${port}`,
    requests,
    violations,
    script: (...behaviours) => void script.push(...behaviours),
    left: () => script.length,
    before: () => {},
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
  return served
}

/** What is written to the socket, one write after the other. */
function toWrite(behaviour: Exclude<Behaviour, { type: 'status' }>, say: (said: Said) => string[]): string[] {
  switch (behaviour.type) {
    case 'say': {
      const pieces = say(behaviour.said)
      return behaviour.trickle ? pieces : [pieces.join('')]
    }
    case 'malformed': {
      const pieces = say({ text: 'This is how it ends, not with a bang but a whimper.' })
      return pieces.map((piece, i) => (i === Math.floor(pieces.length / 2) ? damage(piece) : piece))
    }
    case 'cut':
      return begin(say(behaviour.said), behaviour.after)
    case 'hang':
      return begin(say(behaviour.said), 1)
  }
}

/** The first pieces, or half of an answer that is in one piece. */
const begin = ([first, ...rest]: string[], count: number): string[] =>
  rest.length > 0 ? [first!, ...rest].slice(0, count) : [first!.slice(0, first!.length / 2)]

/** Without the end of its JSON, and with all that frames it. */
const damage = (piece: string): string => piece.replace(/.{3}(\s*)$/, '$1')

const toPattern = (path: string): RegExp => new RegExp(`^${path.replace('{model}', '[^/:]+')}$`)
