import { type Address, describeListenError, isLoopback, LOOPBACK_NAMES, toHostName } from '@sweatpants/framework/http'
import { type McpServer, readKeys } from '@sweatpants/framework/mcp'
import { noticeOfPanel } from '../mcp/notices.ts'
import { serveRoundtable } from '../mcp/serve-roundtable.ts'
import { describeStore, keyPlace } from './open-store.ts'
import { type OpenTable, openTable, TABLE_OPTIONS, tell } from './open-table.ts'
import { readArgs } from './read-args.ts'
import { readPort } from './read-port.ts'
import { reserveStdout } from './reserve-stdout.ts'
import { untilSignal } from './until-signal.ts'
import { UsageError } from './usage-error.ts'
import { WELCOME } from './welcome.ts'

/** Without a command: comes to the exit code when the client has gone, or a signal has come. */
export async function serve(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArgs(args, {
    ...TABLE_OPTIONS,
    stdio: { type: 'boolean' },
    http: { type: 'string' },
    host: { type: 'string' },
    'allow-host': { type: 'string', multiple: true },
  })
  if (positionals.length > 0) {
    throw new UsageError(`there is no command "${positionals[0]}"; there is debate and continue`)
  }
  if (values.stdio && values.http !== undefined) throw new UsageError('choose --stdio or --http, not both')
  const host = values.host ?? (process.env.HOST || '127.0.0.1')
  const address = values.http === undefined ? undefined : { host, port: readPort(values.http) }
  reserveStdout()

  await using table = await openTable(values, process.env)
  const named = address === undefined ? [] : [toHostName(host), ...(values['allow-host'] ?? [])]
  const server = createServer(table, [...LOOPBACK_NAMES, ...named])
  try {
    await (address === undefined ? serveStdio(server, table) : serveHttp(server, table, address))
  } finally {
    await Promise.all([server.close(), table.roundtable.close()])
  }
  return 0
}

function createServer({ roundtable, store, place }: OpenTable, hosts: readonly string[]): McpServer {
  const keys = readKeys(keyPlace(place, process.env))
  return serveRoundtable({
    roundtable,
    store,
    allowedHosts: hosts,
    allowedOrigins: hosts,
    onError: tell,
    ...(keys !== undefined && { keys }),
  })
}

/** Comes to its end when the input does. */
async function serveStdio(server: McpServer, table: OpenTable): Promise<void> {
  using stop = untilSignal()
  const { closed, close } = server.stdio()
  if (process.stdin.isTTY) console.error(WELCOME)
  await describe(table, 'stdio')
  await Promise.race([closed, stop.signalled])
  close()
  await closed
  // Whoever holds the other end may keep it open.
  process.stdin.destroy()
}

async function serveHttp(server: McpServer, table: OpenTable, address: Address): Promise<void> {
  using stop = untilSignal()
  const listening = await server.listen(address).catch((cause) => {
    throw new UsageError(describeListenError(cause, address), { cause })
  })
  await describe(table, listening.url)
  if (!isLoopback(address.host)) {
    console.error(`Whoever reaches ${address.host} can start debates that cost money: nothing asks who is calling.`)
  }
  await stop.signalled
  // Together: exchanges end because rounds are interrupted and the server is closing, and it listens until they have.
  await Promise.all([server.close(), table.roundtable.close(), listening.close()])
}

async function describe({ roundtable, place }: OpenTable, where: string): Promise<void> {
  console.error(`AI Roundtable is served over ${where}. Debates are kept in ${describeStore(place)}`)
  const candidates = await roundtable.panel.candidates()
  const notice = noticeOfPanel(candidates)
  const usable = candidates.filter((candidate) => candidate.usable).map(({ model }) => model)
  console.error(notice ?? `Models that can take a seat: ${usable.join(', ')}`)
}
