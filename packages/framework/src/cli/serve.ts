import { beginScheduled } from '../control/start-schedules.ts'
import { readKeys } from '../keys/read-keys.ts'
import type { Store } from '../log/log.ts'
import type { Offer } from '../mcp/core/catalog.ts'
import { type McpServer, serveMcp } from '../mcp/serve.ts'
import type { ServeOptions } from '../mcp/serve-options.ts'
import { readVariable } from '../models/provider.ts'
import { readArgs, readModel, toUsageError, UsageError } from './args.ts'
import { describeOffer, type ImportModule, identify, loadOffer } from './load-offer.ts'
import { type LoadedViews, loadViews } from './load-views.ts'
import { keyPath, openStore } from './open-store.ts'
import { reserveStdout } from './program.ts'
import { createReloader, followChanges } from './reloader.ts'
import { publicWarning, readTransport, serveUntilSignal, TRANSPORT_OPTIONS, type Transport } from './transport.ts'

/** The path of the sealing key if the store is a database. */
const KEY_PATH = '.sweatpants/serve'

interface ServeCommand {
  modules: readonly [string, ...string[]]
  transport: Transport
  /** The location of the store. */
  store: string | undefined
  /** The model that answers samples if the client cannot. */
  model: string | undefined
  /** The folder of built views. */
  views: string | undefined
  watch: boolean
}

/** `sweatpants serve`: resolves to the exit code once the client has closed the connection, or after a signal. */
export async function serve(args: readonly string[]): Promise<number> {
  const command = readCommand(args)
  const { modules, transport } = command
  if (transport.address === undefined) reserveStdout()

  using reloader = command.watch ? createReloader() : undefined
  const offer = await loadOffer(modules, reloader?.import)
  const store = command.store === undefined ? undefined : await openStore(command.store)
  await using _store = { [Symbol.asyncDispose]: async () => store?.close() }
  const views = await loadViews(offer.tools, { folder: command.views, reloader })
  const server = await createServer(command, { ...offer, ...(views !== undefined && { views }) }, store)
  const schedules = store && (await beginScheduled({ store, tools: offer.tools }))
  await using _schedules = { [Symbol.asyncDispose]: async () => schedules?.close() }
  using _following = reloader && followChanges(reloader, () => reload(server, modules, reloader.import, views))
  await serveUntilSignal(server, { transport, onReady: (where) => describe(offer, transport, where) })
  return 0
}

function readCommand(args: readonly string[]): ServeCommand {
  const { values, positionals } = readArgs(args, {
    ...TRANSPORT_OPTIONS,
    store: { type: 'string' },
    model: { type: 'string' },
    views: { type: 'string' },
    watch: { type: 'boolean' },
  })
  const [first, ...more] = positionals
  if (first === undefined) throw new UsageError('serve takes at least one module: serve ./tools.ts')
  return {
    modules: [first, ...more],
    transport: readTransport(values, process.env),
    store: values.store ?? readVariable(process.env, 'STORE'),
    model: values.model,
    views: values.views,
    watch: values.watch ?? false,
  }
}

async function createServer(
  { modules, transport, ...command }: ServeCommand,
  offer: Offer & Pick<ServeOptions, 'views'>,
  store: Store | undefined,
): Promise<McpServer> {
  const keys = readKeys(command.store && keyPath(command.store, KEY_PATH))
  const model = await readModel(command.model)
  if (model !== undefined) console.error(`Samples that a client does not answer go to ${model.id}.`)
  try {
    return serveMcp({
      ...identify(modules[0]),
      ...offer,
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

function describe(offer: Required<Offer>, { address }: Transport, where: string): void {
  console.error(
    `Serving ${describeOffer(offer)} ${address === undefined ? 'over stdio.' : `at ${new URL('/mcp', where)}`}`,
  )
  const warning = address && publicWarning(address.host, 'call these tools')
  if (warning !== undefined) console.error(warning)
}
