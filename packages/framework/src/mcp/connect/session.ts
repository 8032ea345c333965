import { Client } from '@modelcontextprotocol/client'
import type { Capabilities } from '../../tools/journal.ts'
import type { InputRequest } from '../core/input-request.ts'
import { SignInNeededError } from '../sign-in/errors.ts'
import { type Calls, declare } from './calls.ts'
import type { ConnectOptions } from './connect-mcp.ts'
import { chain, toConnectError } from './errors.ts'
import { followLists } from './follow-lists.ts'
import type { HostedLimits } from './limits.ts'
import { Rev2025Calls } from './rev2025-calls.ts'
import { Rev2026Calls } from './rev2026-calls.ts'
import { createWire, type Wire } from './wire.ts'

const CONNECT_TIMEOUT_MS = 30_000
const PROBE_TIMEOUT_MS = 10_000

/** We read the lists ourselves: within the limits, and not more than once a second. */
const REFRESH = { autoRefresh: false, debounceMs: 1_000 }

/** One connection to a server: over a pipe one process, over HTTP one session of 2025 or one address. */
export interface Session {
  readonly client: Client
  readonly wire: Wire
  readonly calls: Calls
}

export interface SessionEvents {
  onError(error: unknown): void
  /** The server says that its list of tools has changed. */
  onToolsChanged(): void
  /** The server says that its list of prompts, or of resources, has changed. */
  onOfferChanged(): void
  /** The server says that a resource has changed which is watched. */
  onResourceChanged(uri: string): void
  /** The server says that the person is done on a page that it had sent the person to. */
  onPageCompleted(id: string): void
  /** The process at the other end of a pipe has ended. */
  onClosed(): void
}

/** Connects to a server. Rejects with a `HostedConnectError`, also when the signal aborts. */
export async function openSession(
  options: ConnectOptions,
  limits: Required<HostedLimits>,
  events: SessionEvents,
  signal: AbortSignal,
): Promise<Session> {
  const { model, capabilities, apps = false } = options
  const { onError, onToolsChanged, onOfferChanged, onResourceChanged, onPageCompleted, onClosed } = events
  const can = { elicitation: true, sampling: model !== undefined, roots: false, ...capabilities }
  const patience = ('url' in options && options.signIn?.patience) || 0
  const wire = createWire(options, limits)
  const client = new Client(
    { name: 'sweatpants', version: '0.1.0' },
    {
      capabilities: declare(can, apps),
      versionNegotiation: { mode: 'auto', probe: { timeoutMs: PROBE_TIMEOUT_MS + patience } },
      inputRequired: { autoFulfill: false },
      listChanged: {
        tools: { ...REFRESH, onChanged: onToolsChanged },
        prompts: { ...REFRESH, onChanged: onOfferChanged },
        resources: { ...REFRESH, onChanged: onOfferChanged },
      },
    },
  )
  // The request that needs a sign-in rejects with it.
  const report = (error: Error) => error instanceof SignInNeededError || onError(error)
  // The client reports an error that `connect` rejects with, too.
  const early: Error[] = []
  client.onerror = (error) => early.push(error)
  // The client itself does not stop the request that finds out the revision.
  const leave = () => void wire.close().catch(onError)
  signal.addEventListener('abort', leave, { once: true })
  try {
    await client.connect(wire, { timeout: CONNECT_TIMEOUT_MS + patience })
  } catch (error) {
    await client.close()
    const known = [...chain(error)]
    for (const one of early) if (!known.includes(one)) report(one)
    throw toConnectError(error, wire)
  } finally {
    signal.removeEventListener('abort', leave)
  }
  client.onerror = report
  early.forEach(report)
  const calls =
    client.getProtocolEra() === 'modern'
      ? new Rev2026Calls(client, wire, { hasModel: model !== undefined, apps })
      : openCalls(client, wire, can)
  client.setNotificationHandler('notifications/message', ({ params }) => calls.heard.log(params))
  // The client's own handler loses progress that comes together with the response.
  client.setNotificationHandler('notifications/progress', ({ params }) => calls.heard.progress(params))
  client.setNotificationHandler('notifications/elicitation/complete', ({ params }) =>
    onPageCompleted(params.elicitationId),
  )
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => onResourceChanged(params.uri))
  client.onclose = onClosed
  void followLists(client, () => {
    onToolsChanged()
    onOfferChanged()
  })
  return { client, wire, calls }
}

/** The server of a session asks while its calls are open, and only for what we have declared. */
function openCalls(client: Client, wire: Wire, { elicitation, sampling, roots }: Omit<Capabilities, 'tasks'>): Calls {
  const calls = new Rev2025Calls(client, wire)
  const ask = (request: InputRequest, signal: AbortSignal) => calls.ask(request, signal) as Promise<never>
  if (elicitation) client.setRequestHandler('elicitation/create', toHandler(ask))
  if (sampling) client.setRequestHandler('sampling/createMessage', toHandler(ask))
  if (roots) client.setRequestHandler('roots/list', toHandler(ask))
  return calls
}

/** Returns a request handler. The run checked the answers, and the client checks them again. */
const toHandler =
  (ask: (request: InputRequest, signal: AbortSignal) => Promise<never>) =>
  (
    { method, params }: { method: InputRequest['method']; params?: object | undefined },
    ctx: { mcpReq: { signal: AbortSignal } },
  ): Promise<never> =>
    ask({ method, params: { ...params } }, ctx.mcpReq.signal)
