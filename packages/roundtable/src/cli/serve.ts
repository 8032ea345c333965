import {
  describeStore,
  keyPath,
  publicWarning,
  readOptions,
  readSealingKeys,
  readTransport,
  reserveStdout,
  serveUntilSignal,
  TRANSPORT_OPTIONS,
} from '@sweatpants/framework/cli'
import type { McpServer } from '@sweatpants/framework/mcp'
import { noticeOfPanel } from '../mcp/notices.ts'
import { serveRoundtable } from '../mcp/serve-roundtable.ts'
import { defaultLocation, type OpenTable, openTable, report, TABLE_OPTIONS } from './open-table.ts'

/** Without a command: resolves to the exit code once the client has closed the connection, or after a signal. */
export async function serve(args: readonly string[]): Promise<number> {
  const values = readOptions(args, { ...TABLE_OPTIONS, ...TRANSPORT_OPTIONS })
  const transport = readTransport(values, process.env)
  reserveStdout()
  await using table = await openTable(values, process.env)
  await serveUntilSignal(createServer(table, transport.allowedHosts), {
    transport,
    async onReady(where) {
      if (where === 'stdio' && process.stdin.isTTY) console.error(WELCOME)
      await describe(table, where)
      const warning = transport.address && publicWarning(transport.address.host, 'start debates that cost money')
      if (warning !== undefined) console.error(warning)
    },
    // Open requests end once their rounds are interrupted.
    onStop: () => table.roundtable.close(),
  })
  return 0
}

function createServer({ roundtable, store, location }: OpenTable, hosts: readonly string[]): McpServer {
  const keys = readSealingKeys(keyPath(location, defaultLocation(process.env)))
  return serveRoundtable({
    roundtable,
    store,
    allowedHosts: hosts,
    allowedOrigins: hosts,
    onError: report,
    ...(keys !== undefined && { keys }),
  })
}

async function describe({ roundtable, location }: OpenTable, where: string): Promise<void> {
  console.error(`AI Roundtable is served over ${where}. Debates are stored in ${describeStore(location)}`)
  const candidates = await roundtable.panel.candidates()
  const notice = noticeOfPanel(candidates)
  const usable = candidates.filter((candidate) => candidate.usable).map(({ model }) => model)
  console.error(notice ?? `Models that can take a seat: ${usable.join(', ')}`)
}

/** Printed if a person started the server in a terminal instead of an MCP host. */
const WELCOME = `This is an MCP server; it waits for an MCP host on stdin. To connect a host, add this to its configuration:

  {
    "mcpServers": {
      "ai-roundtable": { "command": "npx", "args": ["-y", "@sweatpants/roundtable"] }
    }
  }

To run a debate in this terminal:

  ai-roundtable debate "Should a small team write its own framework?"

Press Ctrl-C to stop the server. --help lists all commands and options.
`
