import { LimitError } from '../../http/allowance.ts'
import type { Drain } from '../../tools/drain.ts'
import { waitAtMost } from '../../tools/maybe-promise.ts'
import type { Catalog } from '../core/catalog.ts'
import type { Channel } from '../core/channel.ts'
import { canRunTasks, TASKS_EXTENSION } from '../core/client-capabilities.ts'
import {
  ErrorCode,
  invalidParams,
  limitReached,
  missingTasks,
  ProtocolError,
  type RequiredPage,
  UrlElicitationRequiredError,
} from '../core/errors.ts'
import { createListings, readFor, SERVER_CAPABILITIES, toExtensions } from '../core/offered.ts'
import { REV2026_VERSION } from '../core/revision.ts'
import { promptSubject } from '../core/subject.ts'
import { traceCall } from '../core/telemetry.ts'
import { type Envelope, META, readEnvelope } from './envelope.ts'
import type { Subscriptions } from './listen.ts'
import { type Rounds, toAnswers } from './rounds.ts'
import type { Tasks } from './tasks.ts'
import { createToolCall, toRound } from './tool-call.ts'

/** The 2026-07-28 revision of a server, for any wire. */
export interface Rev2026 {
  /** Reads the envelope in a request's `_meta`. Throws a `ProtocolError`: -32602 when it is missing or malformed, -32022 for another version. */
  readEnvelope(params: unknown): Envelope
  hasMethod(method: string): boolean
  /**
   * Resolves to the result of a request, with its `resultType` and the server's name; rejects with a `ProtocolError`.
   * Notifications that belong to the request go through `channel` before. `subscriptions/listen` resolves when the channel's
   * signal aborts.
   */
  answer(request: Rev2026Request, channel: Channel): Promise<Record<string, unknown>>
  close(): Promise<void>
}

export interface Rev2026Request {
  id: string | number
  method: string
  params: Record<string, unknown>
  envelope: Envelope
}

type Result = Record<string, unknown>
export type Handler = (request: Rev2026Request, channel: Channel) => Result | Promise<Result>

export interface Rev2026Parts {
  info: { name: string; version: string; instructions?: string }
  catalog: Catalog
  rounds: Rounds
  tasks: Tasks
  subscriptions: Subscriptions
  drain: Drain
  /** Whether a listing for one caller may be shown to another. */
  cacheScope: 'public' | 'private'
}

/** Milliseconds that a server which shuts down waits for its calls to end a step. */
const DRAIN_PATIENCE = 10_000

/** Milliseconds for which a listing may be cached; clients that subscribe are told of a change. */
const LIST_TTL = 60_000

/** Milliseconds for which a view may be cached. */
const VIEW_TTL = 24 * 60 * 60_000

export function createRev2026({
  info,
  catalog,
  rounds,
  tasks,
  subscriptions,
  drain,
  cacheScope,
}: Rev2026Parts): Rev2026 {
  const serverInfo = { name: info.name, version: info.version }
  const listing = { ttlMs: LIST_TTL, cacheScope }

  const callTool = createToolCall({ info, catalog, rounds, tasks })

  async function getPrompt(request: Rev2026Request, channel: Channel): Promise<Result> {
    const { name } = catalog.prompt(request.params.name)
    return rounds.run(toRound(promptSubject(name), request), channel)
  }

  async function readResource({ params, envelope }: Rev2026Request): Promise<Result> {
    try {
      const contents = await readFor(envelope.capabilities, catalog, params.uri)
      // A view is the same for everyone, and another one has another URI.
      return catalog.isView(params.uri)
        ? { contents, ttlMs: VIEW_TTL, cacheScope: 'public' }
        : { contents, ttlMs: 0, cacheScope: 'private' }
    } catch (error) {
      if (!(error instanceof UrlElicitationRequiredError)) throw error
      const toRequest = (page: RequiredPage) => ({ method: 'elicitation/create', params: { mode: 'url', ...page } })
      const inputRequests = Object.fromEntries(error.pages.map((page, index) => [`page${index + 1}`, toRequest(page)]))
      return { resultType: 'input_required', inputRequests }
    }
  }

  const taskHandler =
    (act: (taskId: string, request: Rev2026Request, channel: Channel) => Promise<Result | void>): Handler =>
    async (request, channel) => {
      if (!canRunTasks(request.envelope.capabilities)) throw missingTasks(request.method)
      const { taskId } = request.params
      if (typeof taskId !== 'string') throw invalidParams(`${request.method} needs a taskId`)
      return (await act(taskId, request, channel)) ?? {}
    }

  const listings = Object.fromEntries(
    createListings(catalog).map(([method, list]): [string, Handler] => {
      // The list of tools depends on what the client can do.
      const isPrivate = method === 'tools/list' && (catalog.inWords ?? catalog.views) !== undefined
      const scope = isPrivate ? { ...listing, cacheScope: 'private' } : listing
      return [method, async ({ params, envelope }) => ({ ...(await list(params, envelope.capabilities)), ...scope })]
    }),
  )

  const handlers: Readonly<Record<string, Handler>> = {
    ...listings,
    'server/discover': () => ({
      supportedVersions: [REV2026_VERSION],
      capabilities: { ...SERVER_CAPABILITIES, extensions: { [TASKS_EXTENSION]: {}, ...toExtensions(catalog) } },
      ...(info.instructions !== undefined && { instructions: info.instructions }),
      ...listing,
    }),
    'tools/call': callTool,
    'prompts/get': getPrompt,
    'resources/read': readResource,
    'completion/complete': async ({ params }) => ({ completion: await catalog.complete(params) }),
    'subscriptions/listen': ({ id, params }, channel) => subscriptions.listen(id, params.notifications, channel),
    'tasks/get': taskHandler((taskId, _, channel) => tasks.get(taskId, channel)),
    'tasks/update': taskHandler((taskId, { params }, channel) =>
      tasks.update(taskId, channel, toAnswers(params.inputResponses)),
    ),
    'tasks/cancel': taskHandler((taskId, _, channel) => tasks.cancel(taskId, channel)),
  }

  /** Requests that are being answered. */
  const running = new Set<Promise<unknown>>()

  const toTraced = ({ id, method, params, envelope }: Rev2026Request, { principal, signal }: Channel) => ({
    method,
    tool: method === 'tools/call' ? catalog.tools.get(params.name as string)?.name : undefined,
    revision: REV2026_VERSION,
    requestId: id,
    principal,
    signal,
    traceparent: envelope.traceparent,
    tracestate: envelope.tracestate,
  })

  return {
    readEnvelope,
    hasMethod: (method) => Object.hasOwn(handlers, method),
    async answer(request, channel) {
      const handler = Object.hasOwn(handlers, request.method) ? handlers[request.method]! : noMethod
      const answering = Promise.resolve(traceCall(toTraced(request, channel), () => handler(request, channel)))
      running.add(answering)
      try {
        const result = await answering
        const _meta = { ...(result._meta as object | undefined), [META.serverInfo]: serverInfo }
        return { resultType: 'complete', ...result, _meta }
      } catch (error) {
        throw error instanceof LimitError ? limitReached(error) : error
      } finally {
        running.delete(answering)
      }
    },
    async close() {
      drain.begin()
      await waitAtMost(DRAIN_PATIENCE, Promise.allSettled([...running, tasks.close(), rounds.close()]))
    },
  }
}

const noMethod: Handler = ({ method }) => {
  throw new ProtocolError(ErrorCode.methodNotFound, `there is no method ${method} in ${REV2026_VERSION}`)
}
