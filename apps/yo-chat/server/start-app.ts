import { isForModel, type McpTool } from '@sweatpants/framework'
import { createApp } from '@sweatpants/framework/app'
import { keyPath, openStore, toListenError } from '@sweatpants/framework/cli'
import { LOOPBACK_NAMES, toHostName } from '@sweatpants/framework/http'
import { readKeys, readStoreKeys } from '@sweatpants/framework/mcp'
import type { Model } from '@sweatpants/framework/models'
import {
  connectToolServers,
  createPanel,
  createRoundtable,
  createRoundtableTools,
  type DebateDefaults,
  type DebateSettings,
  SEAT_TOOLS,
} from '@sweatpants/roundtable'
import { ASK_ROUNDTABLE, createAskRoundtable } from '@sweatpants/roundtable/chat'
import { createRoundtableRoutes } from '@sweatpants/roundtable/http'
import { Hono } from 'hono'
import { config } from '../config.ts'
import { tools } from '../tools/index.ts'
import { DIST, readVersion } from './app-folder.ts'
import { createAppRoutes } from './app-routes.ts'
import type { ServerAddress } from './hosted/address.ts'
import { HostedServers } from './hosted/servers.ts'
import { type Env, ProviderKeys } from './keys/provider-keys.ts'
import { OfferedModels } from './models.ts'
import { createPageRoutes, isBuilt } from './page-routes.ts'
import { listenSandbox, type SandboxAddress } from './sandbox.ts'
import { Shares } from './sharing/shares.ts'
import { createSharedRoutes } from './sharing/sharing-routes.ts'

export interface AppOptions extends SandboxAddress {
  port: number
  host: string
  /** Extra hostnames to accept. */
  allowHosts?: readonly string[]
  /** The location of the store. */
  store: string
  /** As `resolveModel` takes it. */
  model?: string | undefined
  /** Replaces the models that are discovered, for tests. */
  models?: readonly [Model, ...Model[]]
  /** Has the API keys of providers. Default: `process.env`. */
  env?: Env
  /** In addition to the servers in the configuration. */
  servers?: readonly ServerAddress[]
  /** MCP servers whose tools the panel of a debate can use: addresses, or commands. */
  debateTools?: readonly string[]
  /** What a debate begins with, where it differs from the configuration. */
  debates?: DebateDefaults
  /** The limits of debates. */
  debateSettings?: Partial<DebateSettings>
  /** The built page. */
  dist?: string
  /** Milliseconds without a heartbeat after which a process counts as dead. Default 5 seconds. */
  leaseTtl?: number
  /** Milliseconds before a lost MCP server is tried again. */
  retryAfter?: number
  onError?: (error: unknown) => void
}

export interface RunningApp {
  /** Where the page is; `api/chat`, `api/inbox`, `api/roundtable`, `api/app` and `mcp` are below it. */
  url: string
  /** Whether a page was built. */
  hasPage: boolean
  /** The model of a conversation that has not chosen one. */
  model: string
  /** Waits for open requests to end. Conversations stay in the store and continue at the next start. */
  close(): Promise<void>
}

/** The path of the sealing key if the store is a database. */
const KEY_PATH = '.sweatpants/yo-chat'

/** Starts everything on one port: the page, `/api/chat`, `/api/roundtable`, `/api/app` and `/mcp`. */
export async function startApp(options: AppOptions): Promise<RunningApp> {
  const { dist = DIST, leaseTtl = 5_000, retryAfter, env = process.env, onError = console.error } = options
  const hosts = [...LOOPBACK_NAMES, toHostName(options.host), ...(options.allowHosts ?? [])]

  // Disposed in the opposite order, at the end or if the start fails half-way.
  await using opened = new AsyncDisposableStack()
  const store = opened.adopt(await openStore(options.store), (open) => open.close())
  const sealing = readKeys(keyPath(options.store, KEY_PATH))
  // Tokens and API keys live as long as records. Without keys for the store, those that seal states encrypt them.
  const keys = [...(readStoreKeys() ?? []), ...(sealing ?? [crypto.randomUUID()])]
  const providerKeys = await ProviderKeys.open({ store, keys, env })
  const models = await OfferedModels.open({ choice: options.model, fixed: options.models, keys: providerKeys, onError })
  const unwatch = providerKeys.watch(() => void models.refresh().catch(onError))
  opened.defer(unwatch)
  const configured = [...config.servers, ...(options.servers ?? [])]
  const debateTools = opened.use(await connectToolServers(options.debateTools ?? [], onError))
  const { tools: connected, readResource } = debateTools.offer
  const { name: appName } = config
  const panelNames = [...SEAT_TOOLS, ...connected.map(({ name }) => name)]
  const ownNames = [...tools.map(({ name }) => name), ASK_ROUNDTABLE, ...panelNames]
  const servers = opened.use(
    await HostedServers.start({ store, keys, appName, configured, ownNames, retryAfter, onError }),
  )
  const roundtable = opened.adopt(
    createRoundtable({
      store,
      ...(readResource !== undefined && { readResource }),
      // No one is asked in a debate, so that its panel may have the tools that a person always allows.
      tools: () => [...connected, ...servers.tools().filter(isForPanels)],
      defaults: { tools: connected.map(({ name }) => name), ...config.debates, ...options.debates },
      resolve: (id) => models.find(id),
      panel: createPanel({ discover: () => models.discover() }),
      settings: { ...options.debateSettings, leaseTtl },
      onError,
    }),
    (open) => open.close(),
  )
  const chatTools = [...tools, createAskRoundtable(roundtable)]
  const [persona] = Object.keys(config.personas)
  const personas = Object.entries(config.personas).map(([id, { label }]) => ({ id, label }))
  const { name, examples } = config
  const info = { name, persona, personas, examples }
  const sandbox = opened.adopt(await listenSandbox({ ...options, hosts }), (open) => open.close())
  const closing = new AbortController()
  const others = new Hono()
  others.route(
    '/api/roundtable',
    createRoundtableRoutes(roundtable, { allowedHosts: hosts, signal: closing.signal, onError }),
  )
  const readState = async (sessionId: string) => (await app.start()).chat!.open(sessionId).state()
  const sharing = { shares: new Shares(store), readState }
  others.route('/', createSharedRoutes(sharing, { hosts, onError }))
  others.route(
    '/',
    createAppRoutes({
      info,
      models,
      keys: providerKeys,
      servers,
      sharing,
      sandboxFor: sandbox.originFor,
      hosts,
      onError,
    }),
  )
  others.route('/', createPageRoutes(dist, hosts, sandbox.originFor))
  const app = createApp({
    name: 'yo-chat',
    version: readVersion(),
    store,
    models,
    keys: sealing,
    // There is no login: the user of the app answers to all of its names.
    audience: () => ['user:', ...config.answersTo],
    allowedHosts: hosts,
    chat: {
      tools: () => [...chatTools, ...servers.tools()],
      personas: config.personas,
      titles: true,
      ...(persona !== undefined && { defaultPersona: persona }),
    },
    mcp: { tools: [...tools, ...createRoundtableTools(roundtable)] },
    inbox: { linkScript: '/link.js' },
    fallback: (request, env) => others.fetch(request, env as object),
    parts: [
      { close: () => closing.abort() },
      { close: unwatch },
      sandbox,
      roundtable,
      { close: () => servers[Symbol.asyncDispose]() },
      { close: () => debateTools[Symbol.asyncDispose]() },
    ],
    leaseTtl,
    onError,
  })
  const { port, host } = options
  const listening = await app.listen({ port, host }).catch((cause) => {
    throw toListenError(cause, { port, host })
  })
  opened.move()
  return { url: `${listening.url}/`, hasPage: isBuilt(dist), model: models.list()[0], close: app.close }
}

/** A tool that may delete or overwrite something needs a person. */
const isForPanels = (tool: McpTool): boolean =>
  isForModel(tool) && tool.approval === 'none' && tool.annotations?.destructiveHint !== true
