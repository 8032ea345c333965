import { beginScheduled } from '../control/start-schedules.ts'
import { readKeys } from '../keys/read-keys.ts'
import type { Store } from '../log/log.ts'
import type { Offer } from '../mcp/core/catalog.ts'
import type { View } from '../mcp/core/views.ts'
import { type McpServer, serveMcp } from '../mcp/serve.ts'
import type { ServeOptions } from '../mcp/serve-options.ts'
import { readVariable } from '../models/provider.ts'
import { readArgs, readModel, readOptions, toUsageError, UsageError } from './args.ts'
import { describeOffer, type ImportModule, identify, loadOffer, toOffer } from './load-offer.ts'
import { type LoadedViews, loadViews } from './load-views.ts'
import { KEY_PATH, keyPath, openStore } from './open-store.ts'
import { reserveStdout, runProgram } from './program.ts'
import { createReloader, followChanges } from './reloader.ts'
import {
  announce,
  readTransport,
  serveUntilSignal,
  TRANSPORT_OPTIONS,
  type Transport,
  type TransportValues,
} from './transport.ts'

interface ServeCommand {
  transport: Transport
  /** The location of the store. */
  store: string | undefined
  /** The model that answers samples if the client cannot. */
  model: string | undefined
}

/** Options that a server has from the modules, or from the bundle that it is in. */
type Served = Required<Offer> & Pick<ServeOptions, 'name' | 'version' | 'views'>

/** `sweatpants serve`: resolves to the exit code once the client has closed the connection, or after a signal. */
export async function serve(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArgs(args, {
    ...SERVE_OPTIONS,
    views: { type: 'string' },
    watch: { type: 'boolean' },
  })
  const [first] = positionals
  if (first === undefined) throw new UsageError('serve takes at least one module: serve ./tools.ts')
  const command = readCommand(values)

  using reloader = values.watch ? createReloader() : undefined
  const offer = await loadOffer(positionals, reloader?.import)
  const views = await loadViews(offer.tools, { folder: values.views, reloader })
  return await serveOffer(
    command,
    { ...identify(first), ...offer, ...(views !== undefined && { views }) },
    (server) => reloader && followChanges(reloader, () => reload(server, positionals, reloader.import, views)),
  )
}

/** The server in a bundle that `sweatpants publish` has written. */
export interface Bundle {
  name: string
  version: string
  /** The views of the tools, by their names. */
  views: Readonly<Record<string, View>>
  /** Imports the modules. */
  load(): Promise<readonly [name: string, exported: Record<string, unknown>][]>
}

/** The program of a bundle: `sweatpants serve` without modules. */
export async function runBundle({ name, version, views, load }: Bundle): Promise<void> {
  process.exitCode = await runProgram({
    name,
    version: () => version,
    help: async () => `Usage: ${name} [--stdio | --http [host:]port] [--store location] [--model id]\n`,
    main: async () => async (args) => {
      const command = readCommand(readOptions(args, SERVE_OPTIONS))
      const modules = await load().catch((cause) => {
        throw toUsageError(cause, 'a module could not be loaded: ')
      })
      const shown = new Map(Object.entries(views))
      return serveOffer(command, {
        name,
        version,
        ...toOffer(modules),
        ...(shown.size > 0 && { views: { read: async (tool: string) => shown.get(tool) } }),
      })
    },
  })
}

const SERVE_OPTIONS = { ...TRANSPORT_OPTIONS, store: { type: 'string' }, model: { type: 'string' } } as const

/** Reads `SERVE_OPTIONS`. A server on stdio has stdout for itself from then on. */
function readCommand(values: TransportValues & { store?: string; model?: string }): ServeCommand {
  const transport = readTransport(values, process.env)
  if (transport.address === undefined) reserveStdout()
  return { transport, store: values.store ?? readVariable(process.env, 'STORE'), model: values.model }
}

async function serveOffer(
  command: ServeCommand,
  served: Served,
  follow?: (server: McpServer) => Disposable | undefined,
): Promise<number> {
  const { transport } = command
  await using store = command.store === undefined ? undefined : await openStore(command.store)
  const server = await createServer(command, served, store)
  await using _schedules = store && (await beginScheduled({ store, tools: served.tools }))
  using _following = follow?.(server)
  await serveUntilSignal(server, { transport, onReady: (where) => announce(describeOffer(served), transport, where) })
  return 0
}

async function createServer(
  { transport, ...command }: ServeCommand,
  served: Served,
  store: Store | undefined,
): Promise<McpServer> {
  const model = await readModel(command.model)
  if (model !== undefined) console.error(`Samples that a client does not answer go to ${model.id}.`)
  try {
    const keys = readKeys(command.store && keyPath(command.store, KEY_PATH))
    return serveMcp({
      ...served,
      ...(store !== undefined && { store }),
      ...(keys !== undefined && { keys }),
      ...(model !== undefined && { model }),
      allowedHosts: transport.allowedHosts,
    })
  } catch (cause) {
    throw toUsageError(cause)
  }
}

async function reload(
  server: McpServer,
  modules: readonly string[],
  importModule: ImportModule,
  views: LoadedViews | undefined,
): Promise<string> {
  const offer = await loadOffer(modules, importModule)
  await views?.reload(offer.tools)
  server.replace(offer)
  return describeOffer(offer)
}
