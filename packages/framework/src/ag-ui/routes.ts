import type { Hono } from 'hono'
import type { Chat } from '../chat/create-chat.ts'
import { ifLate } from '../chat/refusal.ts'
import { replyEvents, replyNothing } from '../http/replies.ts'
import { createRoutes, type RoutesOptions } from '../http/routes.ts'
import { parseInput } from './input.ts'
import { playRun } from './run.ts'

/** Callers are let in as those of the chat, unless an option says otherwise. */
export interface AgUiRoutesOptions extends Pick<RoutesOptions, 'auth' | 'allowedHosts' | 'allowedOrigins'> {
  /** Where runs are posted. Default `/ag-ui`. */
  path?: string
  /** Bytes of one request, which has the whole conversation. Default 6 MiB. */
  bodyLimit?: number
}

/**
 * Serves the sessions of a chat to front ends that speak AG-UI 1.0: a thread is a session, and questions are interrupts. The
 * chat's `auth` names the callers. `POST <path>/<threadId>/abort` stops a turn; a client that only closes its connection does not.
 *
 * ```ts
 * app.route('/', createAgUiRoutes(chat, { path: '/ag-ui' }))
 * ```
 */
export function createAgUiRoutes(chat: Pick<Chat, 'open' | 'door'>, options: AgUiRoutesOptions = {}): Hono {
  const { path = '/ag-ui', bodyLimit = 6 * 1024 * 1024 } = options
  const { onError, streams } = chat.door
  return createRoutes(
    {
      [path]: {
        async POST({ json, principal }) {
          const input = parseInput(await json())
          const leaving = new AbortController()
          const events = playRun(chat.open(input.threadId, principal), input, { signal: leaving.signal, onError })
          return replyEvents(streams.relay(toTexts(events), () => leaving.abort(), principal))
        },
      },
      [`${path}/:threadId/abort`]: {
        async POST({ param, principal }) {
          await chat.open(param('threadId'), principal).command({ type: 'abort' }).catch(ifLate)
          return replyNothing()
        },
      },
    },
    { ...chat.door, ...options, bodyLimit },
  )
}

async function* toTexts(events: AsyncGenerator<object>): AsyncGenerator<string, void, void> {
  for await (const event of events) yield JSON.stringify(event)
}
