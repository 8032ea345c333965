import type { Hono } from 'hono'
import { readLimits } from '../http/limits.ts'
import { type Listening, type ListenOptions, listenHttp } from '../http/listen.ts'
import { createListener, type NodeListener } from '../http/listener.ts'
import type { Inbox } from '../inbox/create-inbox.ts'
import { createAttachments, readAttachment } from '../log/attachments.ts'
import type { EventStreams } from '../log/event-streams.ts'
import type { Log, Store } from '../log/log.ts'
import { Node } from '../log/node.ts'
import { States } from '../log/states.ts'
import { type BudgetLimits, checkBudget } from '../models/budget.ts'
import type { Model } from '../models/model.ts'
import { type ModelSource, toModelSource } from '../models/model-source.ts'
import { messageOf } from '../tools/describe.ts'
import type { RunOptions } from '../tools/run-tool.ts'
import type { McpTool } from '../tools/tool.ts'
import { listChangingTools } from '../tools/tool-names.ts'
import { type ChatSession, createChatSession } from './chat-session.ts'
import { createChatMachine } from './chat-work.ts'
import type { SessionSummary } from './client/session-list.ts'
import type { ChatCapabilities, Patch } from './patch.ts'
import { findTool, problemWithArguments, toolForView, toWireTool } from './plan.ts'
import { readView } from './read-view.ts'
import { reduce } from './reduce.ts'
import {
  type ChatRoutesLimits,
  type ChatRoutesOptions,
  createChatRoutes,
  createChatStreams,
  ROUTES_LIMITS,
} from './routes.ts'
import { Sessions } from './sessions.ts'
import { type ChatState, emptyState } from './state.ts'
import { ATTACHMENT_LIMITS } from './user-content.ts'

/** Who the model is to be. */
export interface Persona {
  systemPrompt: string
}

export interface ChatLimits extends ChatRoutesLimits {
  /** Sessions of one principal. Default 1,000. */
  sessions: number
  /** Characters of one message. Default 100,000. */
  message: number
  /** Bytes of one image, sound or file. Default 4 MiB. */
  attachment: number
  /** Bytes of the images, sounds and files of one message. Default 4 MiB; `body` must have room for them as base64. */
  attachments: number
  /** How often the model may be asked in one turn. Default 16. */
  steps: number
}

type FromRoutes = Pick<ChatRoutesOptions, 'auth' | 'allowedHosts' | 'allowedOrigins' | 'heartbeat'>

export interface ChatOptions extends FromRoutes {
  store: Store
  /** The tools that a model may call; a function when they change, as those of a server that is hosted do. */
  tools?: readonly McpTool[] | (() => readonly McpTool[])
  /** The models that a session may choose from; the first is its model until it chooses. A source when they change. Default: what `resolveModel()` finds. */
  models?: readonly (string | Model)[] | ModelSource
  personas?: Readonly<Record<string, Persona>>
  /** The persona of a session until it chooses one. Default: none. */
  defaultPersona?: string
  /** Where other people answer the questions of tools; it gives signals their URLs. */
  inbox?: Pick<Inbox, 'toSignalUrl'>
  /** Whether its model gives a session a title after the first answer, by one more request. A title that a person gave stays. Default false: the first message is the title. */
  titles?: boolean
  /** What one session may use. */
  budget?: BudgetLimits
  limits?: Partial<ChatLimits>
  /** How to go on with a call of another `.version` of its tool. Default `fail`: it is blocked until the right version is back. */
  onVersionChange?: RunOptions['onVersionChange']
  /** Milliseconds that a session which waits stays in memory. Default 1 minute. */
  idle?: number
  /** Milliseconds after which a node that was not heard of counts as dead. Default 10 seconds. */
  leaseTtl?: number
  /** Called with every error that the caller did not cause. Default: prints it to standard error. */
  onError?: (error: unknown) => void
}

/** A chat server: HTTP for clients, and a node that drives their sessions. */
export interface Chat extends AsyncDisposable {
  /** To mount in an application. */
  readonly routes: Hono
  fetch(request: Request, env?: unknown): Response | Promise<Response>
  /** For `node:http` and Express: `app.use(chat.listener)`. */
  readonly listener: NodeListener
  /** How requests are let in and event streams are counted, for routes that serve the same sessions by another protocol. */
  readonly door: Pick<ChatRoutesOptions, 'auth' | 'allowedHosts' | 'allowedOrigins' | 'onError'> & {
    streams: Pick<EventStreams<Patch>, 'check' | 'relay'>
  }
  /** Returns a session of a principal, for code in this process. It need not exist yet. */
  open(sessionId: string, principal?: string): ChatSession
  /** Resolves to the sessions of a principal. */
  list(principal?: string): Promise<SessionSummary[]>
  /** Starts a server of its own, on the loopback unless told otherwise. */
  listen(options?: ListenOptions): Promise<Listening>
  /** Leaves every session where it is, so that another node, or the next start, goes on with it. The store may be closed after it. */
  close(): Promise<void>
}

const DEFAULT_LIMITS: ChatLimits = {
  ...ROUTES_LIMITS,
  sessions: 1_000,
  message: 100_000,
  attachment: ATTACHMENT_LIMITS.file,
  attachments: ATTACHMENT_LIMITS.message,
  steps: 16,
}

/**
 * Starts a chat on a store, and takes up what an earlier process left unfinished.
 *
 * ```ts
 * await using chat = await createChat({ store: createSqliteStore('chat.db'), tools: [bookFlight] })
 * const { url } = await chat.listen({ port: 3000 })
 * ```
 */
export async function createChat(options: ChatOptions): Promise<Chat> {
  const { store, personas = {}, idle = 60_000, leaseTtl = 10_000, onError = console.error } = options
  const limits = readLimits(DEFAULT_LIMITS, options.limits)
  if (options.budget !== undefined) checkBudget(options.budget)
  const { tools = [] } = options
  const listTools = listChangingTools(typeof tools === 'function' ? tools : () => tools, onError)
  const models = await toModelSource(options.models)
  const log = store.log<Patch>('chat')
  const closing = new AbortController()

  const states = createChatStates(log)
  const machine = createChatMachine({
    states,
    tools: listTools,
    model: (id) => models.find(id),
    budget: options.budget,
    titles: options.titles,
    defaultModel: () => models.list()[0],
    systemPrompt: (persona = options.defaultPersona) =>
      persona === undefined ? undefined : personas[persona]?.systemPrompt,
    stepLimit: limits.steps,
    idle,
    isDurable: store.isDurable,
    signalUrl: options.inbox && ((...args) => options.inbox!.toSignalUrl(...args)),
    onVersionChange: options.onVersionChange,
    now: Date.now,
    onError,
  })
  const chats = Node.register(store, machine, { leaseTtl })
  const sessions = new Sessions({
    log,
    ...(store.texts && { texts: store.texts }),
    states,
    capabilities: () => describe(listTools(), models.list(), personas),
    messageLimit: limits.message,
    fileLimit: limits.attachment,
    attachmentLimit: limits.attachments,
    keep: (id, data) => createAttachments(store, { kind: 'chat', id }).put(data),
    sessionLimit: limits.sessions,
    refuseArguments: async (toolName, args) => {
      const tool = findTool(listTools(), toolName)
      return tool === undefined ? `there is no tool ${toolName} any more` : problemWithArguments(tool, args)
    },
    refuseModel: (id) => models.find(id).then(() => undefined, messageOf),
    toolForView: (shown, name) => toolForView(listTools(), shown, name),
    onDue: (sessionId) => chats.wake(sessionId),
    onError,
  })
  const { auth, allowedHosts, allowedOrigins } = options
  const limited = {
    limits: {
      body: limits.body,
      streams: limits.streams,
      streamsPerPrincipal: limits.streamsPerPrincipal,
    },
    signal: closing.signal,
    onError,
  }
  const streams = createChatStreams({ ...options, ...limited, log })
  const door = {
    streams,
    ...(auth && { auth }),
    ...(allowedHosts && { allowedHosts }),
    ...(allowedOrigins && { allowedOrigins }),
    onError,
  }
  const readKept = (id: string, digest: string) => readAttachment(store, { kind: 'chat', id }, digest)
  const routes = createChatRoutes({
    ...options,
    ...limited,
    sessions,
    log,
    streams,
    readAttachment: readKept,
    readView: (state, shown) => readView(listTools(), state, shown),
  })
  await chats.start().catch(async (error) => {
    await chats.close()
    throw error
  })

  const listening: Listening[] = []

  async function close(): Promise<void> {
    closing.abort()
    await Promise.all([chats.close(), ...listening.map((server) => server.close())])
  }
  return {
    routes,
    door,
    fetch: (request, env) => routes.fetch(request, env as object),
    listener: createListener(routes.fetch, { serves: (path) => path.startsWith('/api/chat/'), onError }),
    open: (sessionId, principal) =>
      createChatSession({ sessions, log, readAttachment: readKept }, sessionId, principal),
    list: (principal) => sessions.list(principal),
    async listen(listenOptions) {
      const server = await listenHttp(createListener(routes.fetch, { onError }), listenOptions)
      listening.push(server)
      return server
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Raised when a chat's state looks different from what older snapshots hold. */
const SHAPE = 6

export const createChatStates = (log: Log<Patch>): States<ChatState, Patch> =>
  new States({ log, initial: emptyState, reduce, shape: SHAPE })

const describe = (tools: readonly McpTool[], models: readonly string[], personas: object): ChatCapabilities => ({
  tools: tools.map((tool) => {
    const { inputSchema, ...shown } = toWireTool(tool)
    return tool.approval === 'confirm' ? { ...shown, approval: tool.approval, inputSchema } : shown
  }),
  models: [...models],
  personas: Object.keys(personas),
})
