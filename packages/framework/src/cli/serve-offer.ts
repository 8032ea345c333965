import { beginScheduled } from '../control/start-schedules.ts'
import type { Store } from '../log/log.ts'
import type { Offer } from '../mcp/core/catalog.ts'
import { type McpServer, serveMcp } from '../mcp/serve.ts'
import type { ServeOptions } from '../mcp/serve-options.ts'
import { defined } from '../tools/defined.ts'
import { toUsageError } from './args.ts'
import { describeOffer } from './load-offer.ts'
import { announce, serveUntilSignal, type Transport } from './transport.ts'

/** What a server serves, and as whom. */
export type Served = Required<Offer> & Pick<ServeOptions, 'name' | 'version' | 'instructions' | 'views'>

export interface OfferServing extends Pick<ServeOptions, 'keys' | 'model'> {
  transport: Transport
  /** The caller closes it. */
  store: Store | undefined
  served: Served
  /** The server that the offer is of, if it is another one. */
  of?: string
  /** Calls back with a changed offer. */
  follow?(replace: (offer: Required<Offer>) => void): Disposable | undefined
}

/** Serves an offer over MCP, and begins the runs of its schedules, until a signal or the end of stdin. */
export async function serveOffer({ transport, store, served, of, keys, model, follow }: OfferServing): Promise<void> {
  let { tools } = served
  const server = createServer({
    ...served,
    ...defined({ store, keys, model }),
    allowedHosts: transport.allowedHosts,
  })
  using _following = follow?.((offer) => {
    server.replace(offer)
    tools = offer.tools
  })
  // Only now, because it takes a while: a change in that time would not be followed.
  await using _schedules = store && (await beginScheduled({ store, tools: () => tools }))
  const what = `${describeOffer(served)}${of === undefined ? '' : ` of ${of}`}`
  await serveUntilSignal(server, { transport, onReady: (where) => announce(what, transport, where) })
}

function createServer(options: ServeOptions): McpServer {
  try {
    return serveMcp(options)
  } catch (cause) {
    throw toUsageError(cause)
  }
}
