import type { McpTool } from '@sweatpants/framework'
import { createChat, createMemoryStore, type Store } from '@sweatpants/framework/chat'
import { createInbox } from '@sweatpants/framework/inbox'
import { serveMcp } from '@sweatpants/framework/mcp'
import { createRoundtable, serveRoundtable } from '@sweatpants/roundtable'
import { callingModel } from './calling-model.ts'
import type { PathName } from './path.ts'
import { createSeat, panel } from './seats.ts'

export interface ServeSettings {
  /** The world that the seats of a debate act upon. */
  world?: string
  /** The most tokens of a seat's answer: other code asks for other answers. */
  answerTokens?: number
  /** Milliseconds after which a node of a debate without a heartbeat counts as dead. */
  leaseTtl?: number
  /** How to go on with a call of another `.version`. */
  onVersionChange?: 'restart' | 'continue'
  /** Milliseconds that a task is kept. */
  taskTtl?: number
  /** False: a question to a client that cannot be asked fails. */
  questionsInWords?: boolean
  /** Whether each tool has a view. */
  hasViews?: boolean
}

/** What a path needs of a server. */
export interface ServeOptions extends ServeSettings {
  path: ServedPathName
  /** Absent: nothing outlives the process. */
  store: Store | undefined
  tools: readonly McpTool[]
  onError: (error: unknown) => void
}

export type ServedPathName = Exclude<PathName, 'script' | 'terminal'>

export interface Served {
  url: string
  /** Ends it in good order. */
  close(): Promise<void>
  /** Stops listening, without a word to anything that runs. */
  cut(): void
}

/** Milliseconds after which a node that was killed counts as dead. */
const LEASE_TTL = 1_500

/** Milliseconds after which a conversation that waits is dropped from memory. */
export const IDLE = 200

/** Milliseconds after which a client is told to come back for the answer of other people. */
const OTHERS_WAIT = 300

export const KEYS = ['a secret that every server of these tests knows']

/** How a path runs a tool that says nothing about it. */
const SETTINGS: Record<Exclude<ServedPathName, 'debate'>, Partial<McpTool>> = {
  'mcp-2025': {},
  'mcp-2026-sealed': {},
  'mcp-2026-stored': { carrier: 'stored' },
  task: { task: 'required' },
  chat: {},
}

/** Serves tools on a path, in this process. */
export async function serve(options: ServeOptions): Promise<Served> {
  const { path, store, tools, taskTtl, onVersionChange, questionsInWords = true, hasViews = false } = options
  // A busy machine may stop the event loop for longer than a lease. That is reported too, and is no outcome of a call.
  const onError = (error: unknown) => {
    if (!(error instanceof Error && error.name === 'BlockedLoopError')) options.onError(error)
  }
  if (path === 'debate') return serveDebates({ ...options, onError })
  const offered = tools.map((tool) => ({ ...tool, ...SETTINGS[path] }))
  const inbox = store && createInbox({ store, keys: KEYS, baseUrl: 'http://inbox.example', onError })
  if (path === 'chat') {
    const models = [callingModel]
    const chat = await createChat({
      store: store ?? createMemoryStore(),
      tools: offered,
      models,
      leaseTtl: LEASE_TTL,
      idle: IDLE,
      onError,
      ...(inbox && { inbox }),
      ...(onVersionChange && { onVersionChange }),
    })
    const { url, close } = await chat.listen({ grace: 0 })
    return { url, close: () => chat.close(), cut: () => void close() }
  }
  const server = serveMcp({
    name: 'promises',
    version: '1.0.0',
    tools: offered,
    keys: KEYS,
    leaseTtl: LEASE_TTL,
    questionsInWords,
    ...(hasViews && { views: { read: async () => ({ html: '<!doctype html>', hash: '1' }) } }),
    onError,
    ...(store && { store }),
    ...(inbox && { inbox }),
    ...(onVersionChange && { onVersionChange }),
    limits: { othersWait: OTHERS_WAIT, ...(taskTtl !== undefined && { taskTtl }) },
  })
  const { url, close } = await server.listen()
  return {
    url,
    async close() {
      await Promise.all([server.close(), close()])
    },
    cut: () => void close(),
  }
}

async function serveDebates({
  store = createMemoryStore(),
  tools,
  world = '',
  answerTokens,
  leaseTtl = LEASE_TTL,
  onError,
}: ServeOptions): Promise<Served> {
  const roundtable = createRoundtable({
    store,
    panel,
    tools,
    resolve: async (seat) => createSeat(world, seat),
    settings: { leaseTtl, ...(answerTokens !== undefined && { answerTokens }) },
    onError,
  })
  const server = serveRoundtable({ roundtable, store, keys: KEYS, onError })
  const { url, close } = await server.listen()
  return {
    url,
    async close() {
      await Promise.all([server.close(), roundtable.close(), close()])
    },
    cut: () => void close(),
  }
}
