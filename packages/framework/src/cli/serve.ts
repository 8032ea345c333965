import { type Address, describeListenError, isLoopback, toHostName } from '../http/address.ts'
import { LOOPBACK_NAMES } from '../http/guard.ts'
import { readKeys } from '../mcp/carriers/read-keys.ts'
import type { Offer } from '../mcp/catalog.ts'
import { type McpServer, serveMcp } from '../mcp/serve.ts'
import type { RunStore } from '../tools/run-store.ts'
import { readAddress } from './address.ts'
import { describeOffer } from './describe-offer.ts'
import { followChanges } from './follow-changes.ts'
import { identify } from './identify.ts'
import { loadOffer } from './load-offer.ts'
import { readModel } from './model.ts'
import { readArgs } from './read-args.ts'
import { createReloader } from './reloader.ts'
import { reserveStdout } from './reserve-stdout.ts'
import { messageOf, UsageError } from './usage-error.ts'

interface ServeCommand {
  modules: readonly [string, ...string[]]
  /** Where to listen; stdio when absent. */
  address: Address | undefined
  /** Names that it may be asked for by, beside its own. */
  hosts: readonly string[]
  /** The file of the store. */
  store: string | undefined
  /** Who answers samples that the client does not. */
  model: string | undefined
  watch: boolean
}

/** `sweatpants serve`: comes to the exit code when the client has gone, or a signal has come. */
export async function serve(args: readonly string[]): Promise<number> {
  const command = readCommand(args)
  const { modules, address } = command
  if (address === undefined) reserveStdout()

  using reloader = command.watch ? createReloader() : undefined
  const offer = await loadOffer(modules, reloader?.import)
  const server = await createServer(command, offer)
  try {
    using _following = reloader && followChanges(server, modules, reloader)
    const what = describeOffer(offer)
    await (address === undefined ? serveStdio(server, what) : serveHttp(server, what, address))
  } finally {
    await server.close()
  }
  return 0
}

function readCommand(args: readonly string[]): ServeCommand {
  const { values, positionals } = readArgs(args, {
    stdio: { type: 'boolean' },
    http: { type: 'string' },
    'allow-host': { type: 'string', multiple: true },
    store: { type: 'string' },
    model: { type: 'string' },
    watch: { type: 'boolean' },
  })
  const [first, ...more] = positionals
  if (first === undefined) throw new UsageError('serve takes at least one module: serve ./tools.ts')
  if (values.stdio && values.http !== undefined) throw new UsageError('serve takes --stdio or --http, not both')
  const store = values.store ?? process.env.STORE
  if (store?.includes('://')) throw new UsageError(`--store takes a file, not ${store}`)
  return {
    modules: [first, ...more],
    address: values.http === undefined ? undefined : readAddress(values.http),
    hosts: values['allow-host'] ?? [],
    store,
    model: values.model,
    watch: values.watch ?? false,
  }
}

async function createServer(command: ServeCommand, offer: Offer): Promise<McpServer> {
  const { modules, address, hosts, store: file } = command
  const keys = readKeys(file)
  const model = await readModel(command.model)
  if (model !== undefined) console.error(`Samples that a client does not answer go to ${model.id}.`)
  const store = file === undefined ? undefined : await openStore(file)
  const served = address === undefined ? [] : [toHostName(address.host), ...hosts]
  try {
    return serveMcp({
      ...identify(modules[0]),
      ...offer,
      ...(store !== undefined && { store }),
      ...(keys !== undefined && { keys }),
      ...(model !== undefined && { model }),
      allowedHosts: [...LOOPBACK_NAMES, ...served],
    })
  } catch (cause) {
    await store?.close()
    throw new UsageError(messageOf(cause), { cause })
  }
}

async function openStore(file: string): Promise<RunStore> {
  const { createSqliteStore } = await import('../stores/sqlite.ts')
  try {
    return createSqliteStore(file).runs
  } catch (cause) {
    throw new UsageError(`the store ${file} could not be opened: ${messageOf(cause)}`, { cause })
  }
}

/** Comes to its end when the input does. */
async function serveStdio(server: McpServer, what: string): Promise<void> {
  using stop = untilSignal()
  const { closed, close } = server.stdio()
  console.error(`Serving ${what} over stdio.`)
  await Promise.race([closed, stop.signalled])
  close()
  // Whoever holds the other end may keep it open.
  process.stdin.destroy()
}

async function serveHttp(server: McpServer, what: string, address: Address): Promise<void> {
  using stop = untilSignal()
  const listening = await server.listen(address).catch((cause) => {
    throw new UsageError(describeListenError(cause, address), { cause })
  })
  console.error(`Serving ${what} at ${new URL('/mcp', listening.url)}`)
  if (!isLoopback(address.host)) {
    console.error(`Whoever reaches ${address.host} can call these: nothing asks who is calling.`)
  }
  await stop.signalled
  // Together: exchanges end because the server is closing, and it listens until they have.
  await Promise.all([server.close(), listening.close()])
}

/** The first SIGINT or SIGTERM; a second one ends the process where it is. */
function untilSignal(): Disposable & { signalled: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const onSignal = () => {
    stop()
    resolve()
  }
  const stop = () => {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  return { signalled: promise, [Symbol.dispose]: stop }
}
