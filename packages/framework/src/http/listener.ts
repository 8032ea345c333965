import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import { readParsed } from './node-request.ts'

/** A listener of `node:http`, which is a middleware of Express too: it calls `next` for what it does not serve. */
export type NodeListener = (request: IncomingMessage, response: ServerResponse, next?: () => void) => void

export interface ListenerOptions {
  /** Whether a path is served; other requests are left to `next`. Default: every path. */
  serves?: (path: string) => boolean
  onError: (error: unknown) => void
}

/** Serves a web-standard handler as a listener of `node:http`. A body that middleware has parsed is accepted. */
export function createListener(
  fetch: (request: Request, env?: unknown) => MaybePromise<Response>,
  { serves = () => true, onError }: ListenerOptions,
): NodeListener {
  let loading: Promise<(request: IncomingMessage, response: ServerResponse) => unknown> | undefined
  // Loaded with the first request: other servers do not need it.
  const load = async () => {
    const { getRequestListener } = await import('@hono/node-server')
    // The application around it keeps its own `Request` and `Response`.
    return getRequestListener(fetch as Parameters<typeof getRequestListener>[0], { overrideGlobalObjects: false })
  }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // `@hono/node-server` reads it instead of the stream.
    if (request.readableEnded) Object.assign(request, { rawBody: Buffer.from(readParsed(request)) })
    loading ??= load()
    await (await loading)(request, response)
  }
  return (request, response, next) => {
    if (next !== undefined && !serves(toPath(request))) return next()
    answer(request, response).catch((error) => {
      onError(error)
      if (response.headersSent) response.destroy()
      else response.writeHead(500).end()
    })
  }
}

/** Returns the path without the query. */
export const toPath = ({ url = '/' }: IncomingMessage): string => url.split('?', 1)[0]!
