import type { View } from '../mcp/core/views.ts'
import { readArgs, readModel, readOptions, toUsageError, UsageError } from './args.ts'
import { COMMANDS, SERVE_OPTIONS } from './commands.ts'
import { describeOffer, identify, loadOffer, toOffer } from './load-offer.ts'
import { loadViews } from './load-views.ts'
import { KEY_PATH, keyPath, openStore, readSealingKeys, readStore } from './open-store.ts'
import { reserveStdout, runProgram } from './program.ts'
import { createReloader, followChanges } from './reloader.ts'
import { type OfferServing, type Served, serveOffer } from './serve-offer.ts'
import { readTransport, type Transport, type TransportValues } from './transport.ts'

interface ServeCommand {
  transport: Transport
  /** The location of the store. */
  store: string | undefined
  /** The model that answers samples if the client cannot. */
  model: string | undefined
}

/** `sweatpants serve`: resolves to the exit code once the client has closed the connection, or after a signal. */
export async function serve(args: readonly string[]): Promise<number> {
  const { values, positionals: modules } = readArgs(args, COMMANDS.serve.options)
  const [first] = modules
  if (first === undefined) throw new UsageError('serve takes at least one module: serve ./tools.ts')
  const command = readCommand(values)

  using reloader = values.watch ? createReloader() : undefined
  const offer = await loadOffer(modules, reloader?.import)
  const views = await loadViews(offer.tools, { folder: values.views, reloader })
  const served = { ...identify(first), ...offer, ...(views !== undefined && { views }) }
  if (reloader === undefined) return await serveLoaded(command, served)
  return await serveLoaded(command, served, (replace) =>
    followChanges(reloader, async () => {
      const changed = await loadOffer(modules, reloader.import)
      await views?.reload(changed.tools)
      replace(changed)
      return describeOffer(changed)
    }),
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
      return serveLoaded(command, {
        name,
        version,
        ...toOffer(modules),
        ...(shown.size > 0 && { views: { read: async (tool: string) => shown.get(tool) } }),
      })
    },
  })
}

/** Reads `SERVE_OPTIONS`. A server on stdio has stdout for itself from then on. */
function readCommand(values: TransportValues & { store?: string; model?: string }): ServeCommand {
  const transport = readTransport(values, process.env)
  if (transport.address === undefined) reserveStdout()
  return { transport, store: readStore(values.store), model: values.model }
}

async function serveLoaded(
  { transport, store: location, model: id }: ServeCommand,
  served: Served,
  follow?: OfferServing['follow'],
): Promise<number> {
  await using store = location === undefined ? undefined : await openStore(location)
  const model = await readModel(id)
  if (model !== undefined) console.error(`Samples that a client does not answer go to ${model.id}.`)
  const keys = readSealingKeys(location && keyPath(location, KEY_PATH))
  await serveOffer({ transport, store, served, keys, ...(model !== undefined && { model }), ...(follow && { follow }) })
  return 0
}
