import type { Hono } from 'hono'
import type { Chat } from '../chat/create-chat.ts'
import { HttpError } from '../http/http-error.ts'
import { replyEvents, replyJson, replyNothing } from '../http/replies.ts'
import { createRoutes, type RouteRequest, type RoutesOptions } from '../http/routes.ts'
import { isObject } from '../tools/json.ts'
import { fromSession } from './chat-source.ts'
import { createRequests, type SendMessagesOptions } from './chat-transport.ts'
import { type UiChunk, UiMessageError } from './ui-message.ts'

type Chunks = ReadableStream<UiChunk>

/** Callers are let in as those of the chat, unless an option says otherwise. */
export interface AiRoutesOptions extends Pick<RoutesOptions, 'auth' | 'allowedHosts' | 'allowedOrigins'> {
  /** Where the endpoint is: the `api` of the page's `DefaultChatTransport`. Default `/api/ai`. */
  path?: string
  /** The major version of `ai` in the pages. Before 7 a page cannot take back the text of a server that died. Default 7. */
  version?: 5 | 6 | 7
  /** Bytes of one request, which has all messages of the chat. Default 16 MiB. */
  bodyLimit?: number
  /** Called with everything that goes wrong and is not the caller's mistake. Default: that of the chat. */
  onError?: (error: unknown) => void
}

/** How the AI SDK knows its own streams. */
const MESSAGE_STREAM = { 'x-vercel-ai-ui-message-stream': 'v1' }

const CLOSING = { type: 'error', errorText: 'the server is shutting down; reload the page' }

/**
 * Serves a chat to pages that use `DefaultChatTransport` of AI SDK UI, without any code of ours in the page. The chat's `auth`
 * names the callers. `GET <path>/<id>` returns the messages of a chat.
 *
 * ```ts
 * app.route('/', createAiRoutes(chat))
 * ```
 */
export function createAiRoutes(chat: Pick<Chat, 'open' | 'door'>, options: AiRoutesOptions = {}): Hono {
  const { path = '/api/ai', version = 7, bodyLimit = 16 * 1024 * 1024, onError = chat.door.onError } = options
  const { streams } = chat.door
  const requestsOf = (principal: string | undefined) =>
    createRequests((chatId) => fromSession(chat.open(chatId, principal)), true)
  const relay = async (
    { principal, request }: RouteRequest,
    begin: (signal: AbortSignal) => Promise<Chunks | null>,
  ): Promise<Response> => {
    streams.check(principal)
    const leaving = new AbortController()
    // A server may drop the response to a client that has left without reading or cancelling it.
    const chunks = await begin(AbortSignal.any([leaving.signal, request.signal]))
    if (chunks === null) return replyNothing()
    const texts = toTexts(chunks, version, leaving.signal)
    return replyEvents(
      streams.relay(texts, () => leaving.abort(), principal),
      MESSAGE_STREAM,
    )
  }
  return createRoutes(
    {
      [path]: {
        async POST(request) {
          const sent = toSent(await request.json())
          return relay(request, (abortSignal) => requestsOf(request.principal).sendMessages({ ...sent, abortSignal }))
        },
      },
      [`${path}/:id`]: {
        GET: async ({ param, principal }) => replyJson(200, await requestsOf(principal).load(param('id'))),
      },
      [`${path}/:id/stream`]: {
        GET: (request) =>
          relay(request, (abortSignal) =>
            requestsOf(request.principal).reconnectToStream({ chatId: request.param('id'), abortSignal }),
          ),
      },
    },
    {
      ...chat.door,
      ...options,
      bodyLimit,
      onError,
      translate: (error) =>
        error instanceof UiMessageError ? new HttpError(400, 'bad_message', error.message) : undefined,
    },
  )
}

async function* toTexts(chunks: Chunks, version: number, signal: AbortSignal): AsyncGenerator<string, void, void> {
  for await (const chunk of chunks) {
    // `DefaultChatTransport` of older versions ends with an error at a chunk that it does not know.
    if (version >= 7 || chunk.type !== 'reset-step') yield JSON.stringify(chunk)
  }
  // The page must not take the answer so far for the whole one.
  if (signal.aborted) yield JSON.stringify(CLOSING)
  yield '[DONE]'
}

/** Reads the body of a request of `DefaultChatTransport`. */
function toSent(body: unknown): SendMessagesOptions {
  const { id, trigger = 'submit-message', messageId, messages } = isObject(body) ? body : {}
  const isTrigger = trigger === 'submit-message' || trigger === 'regenerate-message'
  const isId = messageId === undefined || messageId === null || typeof messageId === 'string'
  if (typeof id !== 'string' || !isTrigger || !isId || !Array.isArray(messages) || !messages.every(isMessage)) {
    throw new UiMessageError(
      'the body must have id, messages and trigger, as DefaultChatTransport of the AI SDK sends them',
    )
  }
  return { chatId: id, trigger, messageId: messageId ?? undefined, messages }
}

const isMessage = (value: unknown): boolean =>
  isObject(value) &&
  typeof value.id === 'string' &&
  typeof value.role === 'string' &&
  Array.isArray(value.parts) &&
  value.parts.every(isPart)

/** The fields of a part that are texts if it has them. */
const TEXTS = ['text', 'state', 'mediaType', 'url', 'filename', 'toolCallId']

const isPart = (value: unknown): boolean =>
  isObject(value) &&
  typeof value.type === 'string' &&
  TEXTS.every((field) => value[field] === undefined || typeof value[field] === 'string')
