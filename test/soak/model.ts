import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import type { Said } from '../providers/wire.ts'
import { type Asked, readAsked } from '../roundtable/asked.ts'
import { PROVIDERS, type Provider, variablesFor } from '../roundtable/providers.ts'
import type { Bills } from './bills.ts'

const served = PROVIDERS.map((provider) => ({
  provider,
  paths: provider.wire.paths.map((path) => new RegExp(`^${path.replace('{model}', '[^/:]+')}$`)),
}))

/** The provider of the chats; the others are seats in debates. */
const CHAT = 'lm-studio'

/** All providers on loopback. Chats are answered as their messages say, debates are billed. */
export interface ModelServer extends AsyncDisposable {
  env: Record<string, string>
}

export async function serveModels(bills: Bills): Promise<ModelServer> {
  async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(message.url!, 'http://loopback')
    const provider = served.find(({ paths }) => paths.some((path) => path.test(pathname)))?.provider
    if (provider === undefined) return void response.writeHead(404).end('{}')
    const body = (await json(message)) as Record<string, unknown>
    if (provider.name === CHAT) {
      await stream(provider, { path: message.url!, body, response }, answerChat(body as unknown as ChatRequest))
      return
    }
    const asked = readAsked(provider, pathname, body)
    const bill = await bills.open(asked as Asked)
    await stream(provider, { path: message.url!, body, response }, bill.said)
    response.once('finish', () => bill.pay())
  }

  const server = createServer((message, response) => {
    answer(message, response).catch(() => response.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    env: variablesFor(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
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

/** Sends an answer word by word, as fast as it is read. */
async function stream({ wire }: Provider, { path, body, response }: Exchange, said: Said): Promise<void> {
  const isStream = wire.isStream(path, body)
  const told = { usage: { input: 10, output: 5 }, ...said }
  response.writeHead(200, { 'content-type': isStream ? wire.contentType.stream : wire.contentType.whole })
  for (const piece of isStream ? wire.pieces(told, body) : [wire.whole(told, body)]) {
    if (response.destroyed) return
    if (!response.write(piece)) await Promise.race([once(response, 'drain'), once(response, 'close')])
    await setImmediate()
  }
  response.end()
}

/** The part of a request of a chat that is read. */
interface ChatRequest {
  messages: { role: string; content?: string | { text?: string }[] | null }[]
}

/** Calls the tools that the last message names, such as `order a note b`; then, or for `tell 100`, says so many words. */
function answerChat({ messages }: ChatRequest): Said {
  const last = messages.findLastIndex(({ role }) => role === 'user')
  const text = textOf(messages[last])
  const isDone = messages.slice(last).some(({ role }) => role === 'tool')
  const wanted = isDone ? [] : [...text.matchAll(/(order|pay|note|eight) (\w+)/g)]
  if (wanted.length > 0) {
    const calls = wanted.map(([, name, run], index) => ({ id: `call_${index}`, name: name!, input: { run } }))
    return { text: 'One moment.', calls }
  }
  const length = Number(/tell (\d+)/.exec(text)?.[1] ?? 20)
  return { text: Array.from({ length }, (_, index) => `word${index}`).join(' ') }
}

function textOf(message: ChatRequest['messages'][number] | undefined): string {
  const { content } = message ?? {}
  return typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join(' ')
}
