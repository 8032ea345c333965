import { setTimeout as wait } from 'node:timers/promises'
import { LimitError } from '../../http/allowance.ts'
import type { Drain } from '../../tools/drain.ts'
import { isObject } from '../../tools/json.ts'
import { isPromise } from '../../tools/maybe-promise.ts'
import { mintId } from '../../tools/seed.ts'
import { toCallState } from '../core/call-state.ts'
import { digestBinding } from '../core/carrier.ts'
import type { Catalog } from '../core/catalog.ts'
import type { Channel } from '../core/channel.ts'
import { canAnswer, canElicit, canRunTasks, TASKS_EXTENSION, withoutTasks } from '../core/client-capabilities.ts'
import {
  ErrorCode,
  limitReached,
  missingCapability,
  missingElicitation,
  ProtocolError,
  type RequiredPage,
  UrlElicitationRequiredError,
} from '../core/errors.ts'
import { toRunId } from '../core/idempotency.ts'
import { CONTINUE_CALL, readContinued, readShownCall, toViewResult } from '../core/in-words.ts'
import { REV2026_VERSION } from '../core/revision.ts'
import { SKILLS_EXTENSION } from '../core/skill.ts'
import { traceCall } from '../core/telemetry.ts'
import { UI_EXTENSION } from '../core/tier.ts'
import { type Envelope, META, readEnvelope } from './envelope.ts'
import type { Subscriptions } from './listen.ts'
import { type Rounds, toAnswers } from './rounds.ts'
import { promptSubject, toolSubject } from './subject.ts'
import type { Tasks } from './tasks.ts'

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
type Handler = (request: Rev2026Request, channel: Channel) => Result | Promise<Result>

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

  async function callTool({ params, envelope }: Rev2026Request, channel: Channel): Promise<Result> {
    const args = readArguments(params)
    const { inWords } = catalog
    const { capabilities, idempotencyKey } = envelope
    const tier = catalog.tierOf(capabilities)
    const isFromView = tier === 'tool-view' && params.name === CONTINUE_CALL
    // Without a session nothing tells which call a view shows; its host gives it the result, which has the handle.
    if (isFromView && readShownCall(params.name, args)) return { ...toViewResult({ version: 1, status: 'none' }) }
    const canContinue = isFromView || params.name !== CONTINUE_CALL
    const continued =
      inWords && canContinue && !canElicit(capabilities) ? readContinued(inWords, params.name, args) : undefined
    if (continued !== undefined) {
      const { inputResponses, requestState } = params
      const request = { principal: channel.principal, inputResponses, requestState, envelope }
      const result = await rounds.goOn(continued, request, channel)
      return isFromView && result.resultType !== 'input_required' ? { ...toViewResult(toCallState(result)) } : result
    }
    // Awaited only where there is something to wait for: each wait costs a call as much as its checks.
    const found = catalog.toolFor(capabilities, params.name)
    const tool = isPromise(found) ? await found : found
    const subject = toolSubject(tool.name)
    const { principal } = channel
    // A view goes on with a stored call; a task has no result that says by which handle.
    const view = tool.task === 'required' ? undefined : catalog.toolView(capabilities, tool.name)
    if (view !== undefined && (await view) !== undefined)
      return runRound(subject, args, params, { ...envelope, capabilities: withoutTasks(capabilities) }, channel)
    const isTask = tool.task !== 'never' && canRunTasks(capabilities)
    if (tool.task === 'required' && !isTask) throw needsTasks(`${tool.name} runs only as a task`)
    if (!isTask || params.requestState !== undefined) return runRound(subject, args, params, envelope, channel)
    const task = { tool, arguments: args, principal, capabilities }
    if (idempotencyKey === undefined) return tasks.create({ ...task, taskId: mintId() })
    const binding = { subject, arguments: args, principal, audience: info.name }
    const taskId = toRunId(info.name, { subject, principal }, idempotencyKey)
    return tasks.create({ ...task, taskId, claim: digestBinding(binding) })
  }

  async function getPrompt({ params, envelope }: Rev2026Request, channel: Channel): Promise<Result> {
    const { name } = catalog.prompt(params.name)
    return runRound(promptSubject(name), readArguments(params), params, envelope, channel)
  }

  async function readResource({ params, envelope }: Rev2026Request): Promise<Result> {
    try {
      const contents = await catalog.read(params.uri)
      // A view is the same for everyone, and another one has another URI.
      return catalog.isView(params.uri)
        ? { contents, ttlMs: VIEW_TTL, cacheScope: 'public' }
        : { contents, ttlMs: 0, cacheScope: 'private' }
    } catch (error) {
      if (!(error instanceof UrlElicitationRequiredError)) throw error
      const { pages } = error
      if (!canAnswer(envelope.capabilities, pages[0]!)) throw missingElicitation(pages[0])
      const toRequest = (page: RequiredPage) => ({ method: 'elicitation/create', params: { mode: 'url', ...page } })
      const inputRequests = Object.fromEntries(pages.map((page, index) => [`page${index + 1}`, toRequest(page)]))
      return { resultType: 'input_required', inputRequests }
    }
  }

  const runRound = (subject: string, args: unknown, params: Result, envelope: Envelope, channel: Channel) => {
    const { inputResponses, requestState } = params
    const { idempotencyKey } = envelope
    const { principal } = channel
    return rounds.run(
      { subject, arguments: args, principal, inputResponses, requestState, idempotencyKey, envelope },
      channel,
    )
  }

  const taskHandler =
    (act: (taskId: string, request: Rev2026Request, channel: Channel) => Promise<Result | void>): Handler =>
    async (request, channel) => {
      if (!canRunTasks(request.envelope.capabilities)) throw needsTasks(request.method)
      const { taskId } = request.params
      if (typeof taskId !== 'string')
        throw new ProtocolError(ErrorCode.invalidParams, `${request.method} needs a taskId`)
      return (await act(taskId, request, channel)) ?? {}
    }

  const handlers: Readonly<Record<string, Handler>> = {
    'server/discover': () => ({
      supportedVersions: [REV2026_VERSION],
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { listChanged: true, subscribe: true },
        completions: {},
        logging: {},
        extensions: {
          [TASKS_EXTENSION]: {},
          ...(catalog.views && { [UI_EXTENSION]: { elicitation: {} } }),
          ...(catalog.skills.entries.length > 0 && { [SKILLS_EXTENSION]: { directoryRead: true } }),
        },
      },
      ...(info.instructions !== undefined && { instructions: info.instructions }),
      ...listing,
    }),
    'tools/list': async ({ envelope }) => ({
      tools: await catalog.listFor(envelope.capabilities),
      ...listing,
      // The list depends on what the client can do.
      ...((catalog.inWords ?? catalog.views) && { cacheScope: 'private' }),
    }),
    'tools/call': callTool,
    'prompts/list': () => ({ prompts: catalog.listedPrompts, ...listing }),
    'prompts/get': getPrompt,
    'resources/list': () => ({ resources: catalog.listedResources, ...listing }),
    'resources/templates/list': () => ({ resourceTemplates: catalog.listedTemplates, ...listing }),
    'resources/read': readResource,
    'resources/directory/read': ({ params }) => ({ resources: catalog.skills.list(params.uri), ...listing }),
    'skills/list': () => ({ skills: catalog.skills.entries, ...listing }),
    'skills/get': ({ params }) => ({ skill: catalog.skills.get(params.uri), ...listing }),
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
      const patience = new AbortController()
      await Promise.race([
        Promise.allSettled([...running, tasks.close(), rounds.close()]),
        wait(DRAIN_PATIENCE, undefined, { signal: patience.signal, ref: false }),
      ])
      patience.abort()
    },
  }
}

const noMethod: Handler = ({ method }) => {
  throw new ProtocolError(ErrorCode.methodNotFound, `there is no method ${method} in ${REV2026_VERSION}`)
}

const needsTasks = (what: string): ProtocolError =>
  missingCapability(`the tasks extension (${what})`, { extensions: { [TASKS_EXTENSION]: {} } })

function readArguments({ arguments: args = {} }: Record<string, unknown>): Record<string, unknown> {
  if (isObject(args)) return args
  throw new ProtocolError(ErrorCode.invalidParams, 'arguments must be an object')
}
