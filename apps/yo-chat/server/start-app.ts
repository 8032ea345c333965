import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createChat, type Store } from '@sweatpants/framework/chat'
import { type Listening, LOOPBACK_NAMES, listenHttp, toHostName } from '@sweatpants/framework/http'
import { serveMcp } from '@sweatpants/framework/mcp'
import type { Model } from '@sweatpants/framework/models'
import { createPanel, createRoundtable, createRoundtableTools, type RoundtableEvent } from '@sweatpants/roundtable'
import { createAskRoundtable } from '@sweatpants/roundtable/chat'
import { createRoundtableRoutes } from '@sweatpants/roundtable/http'
import { Hono } from 'hono'
import { config } from '../config.ts'
import { tools } from '../tools/index.ts'
import { createAppRoutes } from './app-routes.ts'
import type { ServerAddress } from './hosted/address.ts'
import { HostedServers } from './hosted/servers.ts'
import { findModels, offerModels, resolve } from './models.ts'
import { openStore, readSealingKeys } from './open-store.ts'
import { createPageRoutes, isBuilt } from './page-routes.ts'
import { UsageError } from './usage-error.ts'

export interface AppOptions {
  port: number
  host: string
  /** Names that it may be asked for by, beside the loopback's and its own. */
  allowHosts?: readonly string[]
  /** A file, or `postgres://…`. */
  store: string
  /** As `resolveModel` takes it. */
  model?: string | undefined
  /** In the place of those that are found, as tests have them. */
  models?: readonly [Model, ...Model[]]
  /** Beside those of the configuration. */
  servers?: readonly ServerAddress[]
  /** The built page. */
  dist?: string
  /** Milliseconds after which a process that was not heard of counts as dead. Default 5 seconds. */
  leaseTtl?: number
  /** Milliseconds before a lost MCP server is tried again. */
  retryAfter?: number
  onError?: (error: unknown) => void
}

export interface RunningApp {
  /** Where the page is; `api/chat`, `api/roundtable`, `api/app` and `mcp` are below it. */
  url: string
  /** Whether a page was built. */
  hasPage: boolean
  /** The model of a conversation that has not chosen one. */
  model: string
  /** Lets what is open end, and leaves conversations where they are: the next start goes on with them. */
  close(): Promise<void>
}

const APP_FOLDER = join(import.meta.dirname, '..')

export const DIST = join(APP_FOLDER, 'dist')

/** Starts everything on one port: the page, `/api/chat`, `/api/roundtable`, `/api/app` and `/mcp`. */
export async function startApp(options: AppOptions): Promise<RunningApp> {
  const { dist = DIST, leaseTtl = 5_000, retryAfter, onError = console.error } = options
  const hosts = [...LOOPBACK_NAMES, toHostName(options.host), ...(options.allowHosts ?? [])]
  const { usable, offered } =
    options.models === undefined ? await findModels(options.model) : offerModels(options.models)

  // Undone in the opposite order, when a start fails half-way and in the end.
  await using opened = new AsyncDisposableStack()
  const store = opened.adopt(await openStore(options.store), (open) => open.close())
  const configured = [...config.servers, ...(options.servers ?? [])]
  const roundtable = opened.adopt(
    createRoundtable({
      store,
      resolve: async (id) => usable.find((model) => model.id === id) ?? resolve(id),
      ...(options.models !== undefined && { panel: offerSeats(options.models) }),
      settings: { leaseTtl },
      onError,
    }),
    (open) => open.close(),
  )
  const chatTools = [...tools, createAskRoundtable(roundtable)]
  const ownNames = chatTools.map(({ name }) => name)
  const servers = opened.use(await HostedServers.start({ store, configured, ownNames, retryAfter, onError }))
  const [persona] = Object.keys(config.personas)
  const chat = opened.use(
    await createChat({
      store,
      tools: () => [...chatTools, ...servers.tools()],
      models: usable,
      personas: config.personas,
      ...(persona !== undefined && { defaultPersona: persona }),
      allowedHosts: hosts,
      leaseTtl,
      onError,
    }),
  )
  const mcp = opened.adopt(
    serveMcp({
      name: 'yo-chat',
      version: readVersion(),
      tools: [...tools, ...createRoundtableTools(roundtable)],
      model: usable[0],
      store: withoutClose(store.runs),
      keys: readSealingKeys(options.store),
      allowedHosts: hosts,
      allowedOrigins: hosts,
      onError,
    }),
    (open) => open.close(),
  )

  const { id: model } = usable[0]
  const personas = Object.entries(config.personas).map(([id, { label }]) => ({ id, label }))
  const { name, examples } = config
  const info = { name, model, demo: model === 'demo', models: offered, persona, personas, examples }
  const closing = new AbortController()
  const log = store.log<RoundtableEvent>('roundtable')
  const app = new Hono()
  app.route('/', chat.routes)
  app.route(
    '/api/roundtable',
    createRoundtableRoutes(roundtable, { log, allowedHosts: hosts, signal: closing.signal, onError }),
  )
  app.route('/', createAppRoutes({ info, servers, hosts, onError }))
  app.route('/', createPageRoutes(dist, hosts))
  const answer = getRequestListener(app.fetch)
  const listening = await listen((request, response) => {
    const handle = /^\/mcp(\?|$)/.test(request.url!) ? mcp.listener : answer
    void handle(request, response)
  }, options)

  const rest = opened.move()
  return {
    url: `${listening.url}/`,
    hasPage: isBuilt(dist),
    model,
    async close() {
      closing.abort()
      // Together: exchanges end because their servers are closing, and it is listened until they have.
      await Promise.all([listening.close(), chat.close(), mcp.close()])
      await rest.disposeAsync()
    },
  }
}

async function listen(listener: RequestListener, { port, host }: AppOptions): Promise<Listening> {
  try {
    return await listenHttp(listener, { port, host })
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    const taken = `port ${port} is taken by another program; end that, or choose another port: PORT=${port + 1} npm start`
    throw new UsageError(code === 'EADDRINUSE' ? taken : `cannot listen on ${host}, port ${port}: ${message}`, {
      cause,
    })
  }
}

/** Seats for models that were made already. */
const offerSeats = (models: readonly Model[]) =>
  createPanel({ discover: async () => models.map(({ id }) => ({ provider: id.split('/')[0]!, id, usable: true })) })

/** The chat writes to the same store while MCP closes. */
const withoutClose = (runs: Store['runs']): Store['runs'] => ({ ...runs, close() {} })

const readVersion = (): string => JSON.parse(readFileSync(join(APP_FOLDER, 'package.json'), 'utf8')).version
