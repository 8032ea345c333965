import type { Server } from '@modelcontextprotocol/server'
import { describeWaits } from '../../inbox/others.ts'
import type { Store } from '../../log/log.ts'
import { Drained } from '../../tools/drain.ts'
import type { ElicitEffect } from '../../tools/effects/elicit.ts'
import { LOG_LEVELS, type LogLevel } from '../../tools/effects/emit.ts'
import { isObject } from '../../tools/json.ts'
import type { MaybePromise } from '../../tools/maybe-promise.ts'
import { RunHandle } from '../../tools/run-handle.ts'
import type { RunOptions } from '../../tools/run-tool.ts'
import { mintId } from '../../tools/seed.ts'
import type { McpTool } from '../../tools/tool.ts'
import type { CallRounds } from '../core/call-rounds.ts'
import { type CallState, toCallState } from '../core/call-state.ts'
import { digestBinding, readHandle } from '../core/carrier.ts'
import type { Catalog } from '../core/catalog.ts'
import { type ClientCapabilities, canAnswer, canElicit, TASKS_EXTENSION, toCan } from '../core/client-capabilities.ts'
import {
  ErrorCode,
  missingCapability,
  missingElicitation,
  ProtocolError,
  UrlElicitationRequiredError,
} from '../core/errors.ts'
import { readAnswer, readOlderAnswer } from '../core/fit-form.ts'
import { IDEMPOTENCY_META, isKey, toRunId } from '../core/idempotency.ts'
import {
  CONTINUE_CALL,
  isUnfinished,
  readCallId,
  readContinued,
  readShownCall,
  toViewResult,
} from '../core/in-words.ts'
import { type CallToolResult, type Ended, toProtocolError, toToolResult, toValue } from '../core/outcome.ts'
import { ProgressLine } from '../core/progress.ts'
import { SESSION_VERSIONS } from '../core/revision.ts'
import type { Sampler } from '../core/sampler.ts'
import { traceCall } from '../core/telemetry.ts'
import { callInRounds } from './call-in-rounds.ts'
import { HeldCalls } from './held-calls.ts'
import { KeyedCalls } from './keyed-calls.ts'
import type { SessionCall } from './session-call.ts'
import { SessionOutside, type SessionOutsideOptions } from './session-outside.ts'
import { SessionPeer } from './session-peer.ts'
import type { StoredSession } from './stored-sessions.ts'

/** A request within a session. */
export interface Call {
  readonly context: SessionCall
  readonly server: Server
  readonly principal: string | undefined
  /** Where the session is stored. */
  readonly stored: StoredSession | undefined
  /** The resources whose updates are sent to the session, with what stops it. */
  readonly watched: Map<string, () => void>
  /** Watches a resource, and returns what stops it. */
  readonly watch: (uri: string) => () => void
  /** The lowest level of log messages that the session receives. */
  readonly level: LogLevel
  /** Sets the lowest level of log messages that the session receives. */
  setLevel(level: LogLevel): void
}

type Params = Readonly<Record<string, unknown>>
export type Method = (params: Params, call: Call) => MaybePromise<Record<string, unknown>>

export interface MethodParts {
  store: Store
  signalUrl?: SessionOutsideOptions['signalUrl']
  /** The name of the server. */
  name: string
  catalog: Catalog
  /** Runs the calls of clients that cannot be asked. Without it their questions fail. */
  rounds?: CallRounds | undefined
  sampler: Sampler
  /** Milliseconds between two heartbeats of a call. */
  heartbeat?: number | undefined
  /** Aborts when the server shuts down. */
  closing?: AbortSignal | undefined
  onVersionChange?: RunOptions['onVersionChange']
  onError: (error: unknown) => void
}

/** Resources that one session may watch. */
const MAX_WATCHED = 1_000

/** Creates the methods of a session, except those that the SDK answers: `initialize` and `ping`. */
export function createMethods({
  name,
  catalog,
  rounds,
  sampler,
  store,
  signalUrl,
  heartbeat,
  closing,
  onVersionChange,
  onError,
}: MethodParts): ReadonlyMap<string, Method> {
  const keyed = new KeyedCalls()
  const held = new HeldCalls()

  async function run(
    tool: McpTool,
    params: Params,
    { context, server, principal, stored }: Call,
    runId: string = context.restored?.id ?? mintId(),
  ): Promise<Ended> {
    const client = capabilitiesOf(server)
    const isRestored = context.restored !== undefined
    const kept = isRestored ? undefined : stored?.createJournal(runId)
    const journal = isRestored ? stored!.openJournal(runId) : kept
    const keep =
      kept &&
      (async () => {
        await kept.keep()
        await context.keep(runId)
        context.leave ??= leave
      })
    const hasOlderForms = server.getNegotiatedProtocolVersion() !== SESSION_VERSIONS[0]
    const viewOf = catalog.views && ((question: ElicitEffect) => catalog.questionView(client, question))
    const pages = context.restored?.pages
    const peer = new SessionPeer(context, client, sampler, { runId, keep, heartbeat, hasOlderForms, viewOf, pages })
    const outside = new SessionOutside({
      store,
      runId,
      principal,
      signalUrl,
      onSignal: (name) => void peer.completed(name).catch(onError),
      onError,
    })
    const run = new RunHandle(tool, readArguments(params), {
      runId,
      peer,
      ...(journal !== undefined && { journal }),
      readAnswer: hasOlderForms ? readOlderAnswer : readAnswer,
      async onWait(wait, ended) {
        const refusal = await outside.wait(wait, ended)
        if (refusal === undefined) await peer.say(describeWaits([wait])!)
        return refusal
      },
      ...(outside.signalUrl && { signalUrl: outside.signalUrl }),
      can: { ...toCan(client, sampler.hasModel), tasks: false },
      signal: context.signal,
      onError,
      ...(principal !== undefined && { principal }),
      ...(onVersionChange !== undefined && { onVersionChange }),
    })
    outside.attach(run)
    const leave = (isForced: boolean) => (isForced || peer.isAsking) && run.drop()
    if (isRestored) context.leave = leave
    const cancel = () => run.cancel()
    context.signal.addEventListener('abort', cancel, { once: true })
    let isLeft = false
    try {
      return await run.ended
    } catch (error) {
      isLeft = error instanceof Drained
      throw error
    } finally {
      peer.end()
      context.signal.removeEventListener('abort', cancel)
      await outside.end(isLeft).catch(onError)
    }
  }

  async function callTool(params: Params, call: Call): Promise<Record<string, unknown>> {
    const { inWords } = catalog
    const client = capabilitiesOf(call.server)
    const inRounds = inWords && !canElicit(client) ? rounds : undefined
    if (params.name === CONTINUE_CALL && inRounds && catalog.tierOf(client) === 'tool-view') {
      return { ...toViewResult(await continueCall(inRounds, params, call)) }
    }
    const continued =
      inRounds && params.name !== CONTINUE_CALL
        ? readContinued(inWords!, params.name, readArguments(params))
        : undefined
    if (continued !== undefined) {
      return finish(
        catalog.tools.get(continued.tool),
        await callInRounds(call, (request, channel) => inRounds!.goOn(continued, request, channel)),
        call,
      )
    }
    const tool = await catalog.toolFor(client, params.name)
    if (tool.task === 'required') {
      throw missingCapability(`the tasks extension (${tool.name} runs only as a task)`, {
        extensions: { [TASKS_EXTENSION]: {} },
      })
    }
    const key = call.context._meta?.[IDEMPOTENCY_META]
    if (key !== undefined && !isKey(key)) {
      throw new ProtocolError(ErrorCode.invalidParams, `${IDEMPOTENCY_META} must be a string of 1 to 512 characters`)
    }
    if (inRounds !== undefined) {
      const called = { subject: `tools/call ${tool.name}`, arguments: readArguments(params), idempotencyKey: key }
      const play = () => callInRounds(call, (request, channel) => inRounds.run({ ...request, ...called }, channel))
      return finish(tool, await (canHold(call) ? holdCall(inRounds, called, play, call) : play()), call)
    }
    if (key === undefined || call.context.restored !== undefined)
      return finish(tool, toToolResult(tool, await run(tool, params, call)), call)
    const { principal, context } = call
    const binding = { subject: `tools/call ${tool.name}`, arguments: params.arguments, principal, audience: name }
    const runId = toRunId(name, binding, key)
    return keyed.run(runId, digestBinding(binding), context.signal, async () =>
      finish(tool, toToolResult(tool, await run(tool, params, call, runId)), call),
    )
  }

  /** Whether calls wait for a view. The session is all that ties the two together, so the model must not see `continue_call`. */
  const canHold = ({ server }: Call): boolean =>
    catalog.tierOf(capabilitiesOf(server)) === 'tool-view' &&
    catalog.views!.hosts.has(server.getClientVersion()?.name ?? '')

  const bindShown = (subject: string, args: unknown, principal: string | undefined): string =>
    digestBinding({ subject, arguments: args, principal, audience: name })

  /** Runs a call that a view may claim. */
  async function holdCall(
    inRounds: CallRounds,
    called: { subject: string; arguments: Record<string, unknown> },
    play: () => Promise<Record<string, unknown>>,
    { context, server, principal }: Call,
  ): Promise<Record<string, unknown>> {
    const until = performance.now() + catalog.inWords!.wait
    const call = held.hold(server, bindShown(called.subject, called.arguments, principal))
    try {
      const asking = await play()
      const id = readCallId(asking)
      if (id === undefined) return asking
      const notify = (params: Record<string, unknown>) =>
        void context.notify({ method: 'notifications/progress', params }).catch(onError)
      const progress = new ProgressLine(context._meta?.progressToken, notify, heartbeat, context.progress)
      progress.say({ message: 'waiting for the person' })
      const signal = closing === undefined ? context.signal : AbortSignal.any([context.signal, closing])
      const result = await call.wait(asking, { id, presence: catalog.views!.presence, until, signal })
      progress.stop()
      // A closed connection is not the wish of a person: the view may go on over the next one.
      if (context.cancelled && !context.isClosed) await inRounds.cancel(id)
      return result
    } finally {
      call.release()
    }
  }

  /** Answers a view: which call it shows, or how its call goes on. */
  async function continueCall(inRounds: CallRounds, params: Params, call: Call): Promise<CallState> {
    const args = readArguments(params)
    const shown = readShownCall(params.name, args)
    if (shown !== undefined) {
      const binding = bindShown(`tools/call ${shown.tool}`, shown.arguments, call.principal)
      return (await held.claim(call.server, binding)) ?? { version: 1, status: 'none' }
    }
    const continued = readContinued(catalog.inWords!, params.name, args)!
    const result = await callInRounds(call, (request, channel) => inRounds.goOn(continued, request, channel))
    held.tell(readHandle(continued.state)!, result)
    return toCallState(finish(catalog.tools.get(continued.tool), result, call))
  }

  function finish(tool: McpTool | undefined, result: Partial<CallToolResult>, call: Call): Record<string, unknown> {
    if (result.structuredContent === undefined || isUnfinished(result)) return { ...result }
    // These revisions allow only objects: any other value is wrapped, as in the listing.
    const listed = catalog.listedTools.find(({ name }) => name === tool?.name)
    const projected = result as Parameters<Server['projectCallToolResult']>[0]
    return call.server.projectCallToolResult(projected, listed?.outputSchema)
  }

  async function getPrompt(params: Params, call: Call): Promise<Record<string, unknown>> {
    const { description, tool } = catalog.prompt(params.name)
    const ended = await run(tool, params, call)
    if (ended.type === 'failed' && toProtocolError(ended.error) === undefined) {
      throw new ProtocolError(ErrorCode.invalidParams, ended.error.message)
    }
    return { messages: toValue(ended), ...(description !== undefined && { description }) }
  }

  async function readResource({ uri }: Params, { server }: Call): Promise<Record<string, unknown>> {
    try {
      return { contents: await catalog.read(uri) }
    } catch (error) {
      if (!(error instanceof UrlElicitationRequiredError)) throw error
      const [page] = error.pages
      throw canAnswer(capabilitiesOf(server), page!) ? error : missingElicitation(page)
    }
  }

  const toTraced = ({ name }: Params, { context, principal }: Call) => ({
    method: 'tools/call',
    tool: typeof name === 'string' && catalog.tools.has(name) ? name : undefined,
    revision: SESSION_VERSIONS[0]!,
    requestId: context.id,
    principal,
    signal: context.signal,
    traceparent: textOf(context._meta?.traceparent),
    tracestate: textOf(context._meta?.tracestate),
  })

  return new Map<string, Method>([
    ['tools/list', async (_, { server }) => ({ tools: await catalog.listFor(capabilitiesOf(server)) })],
    ['tools/call', (params, call) => traceCall(toTraced(params, call), () => callTool(params, call))],
    ['prompts/list', () => ({ prompts: catalog.listedPrompts })],
    ['prompts/get', getPrompt],
    ['resources/list', () => ({ resources: catalog.listedResources })],
    ['resources/templates/list', () => ({ resourceTemplates: catalog.listedTemplates })],
    ['resources/read', readResource],
    ['resources/directory/read', ({ uri }) => ({ resources: catalog.skills.list(uri) })],
    ['skills/list', () => ({ skills: catalog.skills.entries })],
    ['skills/get', ({ uri }) => ({ skill: catalog.skills.get(uri) })],
    ['resources/subscribe', watch],
    ['resources/unsubscribe', unwatch],
    ['completion/complete', async (params) => ({ completion: await catalog.complete(params) })],
    ['logging/setLevel', setLevel],
  ])
}

const capabilitiesOf = (server: Server): ClientCapabilities =>
  (server.getClientCapabilities() ?? {}) as ClientCapabilities

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

function watch(params: Params, { watched, watch }: Call): Record<string, unknown> {
  const uri = readUri(params)
  if (watched.has(uri)) return {}
  if (watched.size >= MAX_WATCHED) {
    throw new ProtocolError(
      ErrorCode.invalidParams,
      `a session may watch ${MAX_WATCHED} resources; unsubscribe from one`,
    )
  }
  watched.set(uri, watch(uri))
  return {}
}

function unwatch(params: Params, { watched }: Call): Record<string, unknown> {
  const uri = readUri(params)
  watched.get(uri)?.()
  watched.delete(uri)
  return {}
}

function setLevel({ level }: Params, call: Call): Record<string, unknown> {
  const known = LOG_LEVELS.find((name) => name === level)
  if (known === undefined) {
    throw new ProtocolError(ErrorCode.invalidParams, `logging/setLevel needs a level, one of ${LOG_LEVELS.join(', ')}`)
  }
  call.setLevel(known)
  return {}
}

function readUri({ uri }: Params): string {
  if (typeof uri === 'string') return uri
  throw new ProtocolError(ErrorCode.invalidParams, 'this method needs a uri')
}

function readArguments({ arguments: args = {} }: Params): Record<string, unknown> {
  if (isObject(args)) return args
  throw new ProtocolError(ErrorCode.invalidParams, 'arguments must be an object')
}
