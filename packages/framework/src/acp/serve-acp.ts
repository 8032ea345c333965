import type { Chat } from '../chat/create-chat.ts'
import { SweatpantsError } from '../tools/errors.ts'
import { OpenSession } from './open-session.ts'
import type { AcpApp, AcpEditor, AcpHandlers } from './protocol.ts'

export interface AcpOptions {
  /** Who uses the editor: sessions belong to this principal. */
  principal?: string
  /** How the agent introduces itself. Default `sweatpants`. */
  name?: string
  version?: string
}

/**
 * Serves the sessions of a chat to an editor that speaks the Agent Client Protocol. `app` is `agent()` of
 * `@agentclientprotocol/sdk`, one for each connection; it is returned with its handlers.
 *
 * ```ts
 * const stream = ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin))
 * serveAcp(agent(), chat).connect(stream)
 * ```
 */
export function serveAcp<App extends AcpApp>(
  app: App,
  chat: Pick<Chat, 'open' | 'list' | 'door'>,
  options: AcpOptions = {},
): App {
  const { principal, name = 'sweatpants', version = '0.1.0' } = options
  const { onError } = chat.door
  // The SDK calls the handlers with what its own types say.
  const handlers = app as unknown as AcpHandlers
  const opened = new Map<string, Promise<OpenSession>>()
  let canElicit = false
  let connection: { client: AcpEditor; signal: AbortSignal } | undefined

  /** Requests that arrive together share a session: the editor would be told and asked twice. */
  const open = (sessionId: string, isKnown: boolean): Promise<OpenSession> => {
    const known = opened.get(sessionId)
    if (known !== undefined) return known
    const opening = start(sessionId, isKnown)
    opened.set(sessionId, opening)
    const forget = () => {
      if (opened.get(sessionId) === opening) opened.delete(sessionId)
    }
    opening.then(({ ended }) => ended).then(forget, forget)
    return opening
  }

  const start = async (sessionId: string, isKnown: boolean): Promise<OpenSession> => {
    if (connection === undefined) throw new SweatpantsError('the agent is not connected')
    const { client: editor, signal } = connection
    const session = new OpenSession({ session: chat.open(sessionId, principal), editor, canElicit, signal, onError })
    await session.start(isKnown)
    return session
  }

  const close = (sessionId: string): void => {
    opened.get(sessionId)?.then(
      (session) => session.close(),
      () => {},
    )
    opened.delete(sessionId)
  }

  handlers.onConnect((connected) => {
    connection = connected
  })
  handlers.onRequest('initialize', ({ params }) => {
    canElicit = params.clientCapabilities?.elicitation?.form != null
    const promptCapabilities = { image: true, audio: true, embeddedContext: true }
    const sessionCapabilities = { list: {}, resume: {}, delete: {} }
    const agentCapabilities = { loadSession: true, promptCapabilities, sessionCapabilities }
    return { protocolVersion: 1, agentInfo: { name, version }, agentCapabilities }
  })
  handlers.onRequest('session/new', async () => {
    const sessionId = crypto.randomUUID()
    await chat.open(sessionId, principal).create()
    await open(sessionId, true)
    return { sessionId }
  })
  handlers.onRequest('session/list', async () => ({
    sessions: (await chat.list(principal)).map(({ sessionId, title, updatedAt }) => ({
      sessionId,
      title,
      cwd: process.cwd(),
      updatedAt: new Date(updatedAt).toISOString(),
    })),
  }))
  handlers.onRequest('session/load', async ({ params }) => {
    close(params.sessionId)
    await open(params.sessionId, false)
    return {}
  })
  handlers.onRequest('session/resume', async ({ params }) => {
    await open(params.sessionId, true)
    return {}
  })
  handlers.onRequest('session/delete', async ({ params }) => {
    close(params.sessionId)
    await chat.open(params.sessionId, principal).delete()
    return {}
  })
  handlers.onRequest('session/prompt', async ({ params }) => {
    const session = await open(params.sessionId, true)
    return { stopReason: await session.prompt(params.prompt) }
  })
  handlers.onNotification('session/cancel', async ({ params }) => {
    const session = await open(params.sessionId, true)
    await session.cancel()
  })
  return app
}
