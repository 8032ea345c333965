import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { Validator } from '@cfworker/json-schema'
import type { Said } from '../providers/wire.ts'
import { type Asked, readAsked } from './asked.ts'
import { PROVIDERS, type Provider, variablesFor } from './providers.ts'

/** How a provider responds to a request. */
export type Behaviour =
  | { type: 'say'; said: Said }
  | { type: 'status'; status: number; headers?: Record<string, string> }
  /** Begins to answer, then sends nothing until the caller disconnects. */
  | { type: 'hang' }

/** Returns the behaviour for a request. */
export type Script = (asked: Asked) => Behaviour | Promise<Behaviour>

/** The requests of one debate to all providers. */
export interface Play {
  readonly topic: string
  readonly asked: readonly Asked[]
  script: Script
  /** Counts the requests that fit, without those that return tool results. */
  count(wanted: Partial<Pick<Asked, 'for' | 'round' | 'model'>>): number
  /** Resolves when as many requests that fit have arrived. */
  until(fits: (asked: Asked) => boolean, times?: number): Promise<Asked[]>
}

/** All providers on loopback, each with its own protocol. */
export interface Loopback extends AsyncDisposable {
  /** The environment of a process that uses them. */
  readonly env: Record<string, string>
  /** Requests that violate the documentation of a provider, or belong to no debate. */
  readonly violations: readonly string[]
  /** Sets the script of the debate about this topic. */
  play(topic: string, script: Script): Play
}

const served = PROVIDERS.map((provider) => ({
  provider,
  validator: new Validator(provider.wire.request, '2020-12', false),
  paths: provider.wire.paths.map((path) => new RegExp(`^${path.replace('{model}', '[^/:]+')}$`)),
}))

export async function serveProviders(): Promise<Loopback> {
  const plays: (Play & { asked: Asked[]; changes: EventEmitter })[] = []
  const violations: string[] = []

  async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    if (message.url === '/api/tags') return void response.end(JSON.stringify({ models: [{ name: 'llama3' }] }))
    const { pathname } = new URL(message.url!, 'http://loopback')
    const found = served.find(({ paths }) => paths.some((path) => path.test(pathname)))
    if (found === undefined) throw new Error(`nothing listens to ${message.method} ${pathname}`)
    const { provider, validator } = found
    const body = (await json(message)) as Record<string, unknown>
    const { errors } = validator.validate(body)
    violations.push(...errors.map(({ instanceLocation, error }) => `${provider.name} ${instanceLocation}: ${error}`))
    const closed = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    response.on('close', () => (response.writableFinished ? answered : closed).resolve())
    const read = readAsked(provider, pathname, body)
    const asked = { ...read, closed: closed.promise, answered: answered.promise }
    const play = plays.find(({ topic }) => asked.text.includes(topic))
    if (play === undefined) throw new Error(`no debate has this topic: ${asked.text}`)
    const decided = play.script(asked)
    play.asked.push(asked)
    play.changes.emit('asked')
    behave(await decided, provider, { path: message.url!, body, response })
  }

  const server = createServer((message, response) => {
    answer(message, response).catch((error) => {
      violations.push(String(error))
      response.destroy()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo

  return {
    env: variablesFor(`http://127.0.0.1:${port}`),
    violations,
    play(topic, script) {
      const changes = new EventEmitter().setMaxListeners(0)
      const asked: Asked[] = []
      const play = {
        topic,
        script,
        asked,
        changes,
        count: (wanted: Partial<Asked>) =>
          asked.filter((one) => {
            const fits = Object.entries(wanted).every(([key, value]) => one[key as keyof Asked] === value)
            return fits && one.results === 0
          }).length,
        async until(fits: (asked: Asked) => boolean, times = 1) {
          while (asked.filter(fits).length < times) await once(changes, 'asked')
          return asked.filter(fits)
        },
      }
      plays.push(play)
      return play
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

interface Exchange {
  path: string
  body: unknown
  response: ServerResponse
}

function behave(behaviour: Behaviour, { wire }: Provider, { path, body, response }: Exchange): void {
  if (behaviour.type === 'status') {
    const { status, headers } = behaviour
    return void response
      .writeHead(status, { 'content-type': wire.contentType.whole, ...headers })
      .end(wire.error(status))
  }
  const stream = wire.isStream(path, body)
  response.writeHead(200, { 'content-type': stream ? wire.contentType.stream : wire.contentType.whole })
  if (behaviour.type === 'hang') return response.flushHeaders()
  const usage = { input: 10, output: 5 }
  const said = { usage, ...behaviour.said }
  response.end(stream ? wire.pieces(said, body).join('') : wire.whole(said, body))
}
