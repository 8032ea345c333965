import type { Server } from '@modelcontextprotocol/server'
import { isLoss } from '../../log/machine.ts'
import { LOG_LEVELS, type LogLevel } from '../../tools/effects/emit.ts'
import { DivergenceError } from '../../tools/errors.ts'
import type { MaybePromise } from '../../tools/maybe-promise.ts'
import type { McpTool } from '../../tools/tool.ts'
import type { CallRounds } from '../core/call-rounds.ts'
import { toCallState } from '../core/call-state.ts'
import { digestBinding, readHandle } from '../core/carrier.ts'
import { canElicit } from '../core/client-capabilities.ts'
import { invalidParams, missingTasks } from '../core/errors.ts'
import { IDEMPOTENCY_META, isKey, openElsewhere, toRunId } from '../core/idempotency.ts'
import {
  type Continued,
  isUnfinished,
  readCallId,
  readOwnCall,
  type ShownCall,
  toViewResult,
} from '../core/in-words.ts'
import { createListings, readArguments, readFor } from '../core/offered.ts'
import { type CallToolResult, toToolResult } from '../core/outcome.ts'
import { ProgressLine } from '../core/progress.ts'
import { SESSION_VERSIONS } from '../core/revision.ts'
import type { ServerParts } from '../core/server-parts.ts'
import { toolSubject, toPromptResult } from '../core/subject.ts'
import { traceCall } from '../core/telemetry.ts'
import { callInRounds } from './call-in-rounds.ts'
import { HeldCalls } from './held-calls.ts'
import { KeyedCalls } from './keyed-calls.ts'
import { capabilitiesOf, runCall } from './run-call.ts'
import type { RestoredRun, SessionCall } from './session-call.ts'
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

export type Params = Readonly<Record<string, unknown>>
export type Method = (params: Params, call: Call) => MaybePromise<Record<string, unknown>>

export interface MethodParts extends ServerParts {
  /** The name of the server. */
  name: string
  /** Runs the calls of clients that cannot be asked. Without it their questions fail. */
  rounds?: CallRounds
  /** Milliseconds between two heartbeats of a call. */
  heartbeat?: number | undefined
  /** Aborts when the server shuts down. */
  closing?: AbortSignal
}

/** Resources that one session may watch. */
const MAX_WATCHED = 1_000

/** Creates the methods of a session, except those that the SDK answers: `initialize` and `ping`. */
export function createMethods(parts: MethodParts): ReadonlyMap<string, Method> {
  const { name, catalog, rounds, heartbeat, closing, onError } = parts
  const keyed = new KeyedCalls()
  const held = new HeldCalls()

  async function callTool(params: Params, call: Call): Promise<Record<string, unknown>> {
    const client = capabilitiesOf(call.server)
    const inRounds = catalog.inWords && !canElicit(client) ? rounds : undefined
    if (inRounds !== undefined) {
      const own = readOwnCall(catalog.inWords, catalog.tierOf(client), params.name, readArguments(params))
      if (own !== undefined) return goOn(inRounds, own, call)
    }
    const { restored } = call.context
    requireKnown(restored, catalog.tools, 'tool', params.name)
    const tool = await catalog.toolFor(client, params.name)
    if (tool.task === 'required') throw missingTasks(`${tool.name} runs only as a task`)
    const key = call.context._meta?.[IDEMPOTENCY_META]
    if (key !== undefined && !isKey(key)) {
      throw invalidParams(`${IDEMPOTENCY_META} must be a string of 1 to 512 characters`)
    }
    if (inRounds !== undefined) {
      const called = { subject: toolSubject(tool.name), arguments: readArguments(params), idempotencyKey: key }
      const play = () => callInRounds(call, (request, channel) => inRounds.run({ ...request, ...called }, channel))
      return finish(tool, await (canHold(call) ? holdCall(inRounds, called, play, call) : play()), call)
    }
    const run = async (runId?: string) =>
      finish(tool, toToolResult(tool, await runCall(parts, tool, params, call, runId)), call)
    if (key === undefined) return run()
    const { principal, context, stored } = call
    const binding = { subject: toolSubject(tool.name), arguments: readArguments(params), principal, audience: name }
    const runId = restored?.id ?? toRunId(name, binding, key)
    return keyed.run(runId, digestBinding(binding), context.signal, async () => {
      if (restored !== undefined) return run(runId)
      if (await stored?.isKept(runId)) throw openElsewhere()
      try {
        return await run(runId)
      } catch (error) {
        // Another process may have stored the same call meanwhile. This one has not lost its session then.
        const isRefused = isLoss(error) && context.storedRun === undefined
        if (isRefused && (await stored?.isKept(runId))) throw openElsewhere()
        throw error
      }
    })
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

  /** Goes on with a call that has ended its request; a view also asks which call it shows. */
  async function goOn(inRounds: CallRounds, own: Continued | ShownCall, call: Call): Promise<Record<string, unknown>> {
    if (own.type === 'shown') {
      const binding = bindShown(toolSubject(own.tool), own.arguments, call.principal)
      return { ...toViewResult((await held.claim(call.server, binding)) ?? { version: 1, status: 'none' }) }
    }
    const result = await callInRounds(call, (request, channel) => inRounds.goOn(own, request, channel))
    const finished = finish(catalog.tools.get(own.tool), result, call)
    if (own.key === undefined) return finished
    held.tell(readHandle(own.state)!, result)
    return { ...toViewResult(toCallState(finished)) }
  }

  function finish(tool: McpTool | undefined, result: Partial<CallToolResult>, call: Call): Record<string, unknown> {
    if (result.structuredContent === undefined || isUnfinished(result)) return { ...result }
    // These revisions allow only objects: any other value is wrapped, as in the listing.
    const listed = catalog.listedTools.find(({ name }) => name === tool?.name)
    const projected = result as Parameters<Server['projectCallToolResult']>[0]
    return call.server.projectCallToolResult(projected, listed?.outputSchema)
  }

  async function getPrompt(params: Params, call: Call): Promise<Record<string, unknown>> {
    requireKnown(call.context.restored, catalog.prompts, 'prompt', params.name)
    const prompt = catalog.prompt(params.name)
    return toPromptResult(prompt, await runCall(parts, prompt.tool, params, call))
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
    ...createListings(catalog).map(([method, list]): [string, Method] => [
      method,
      (params, { server }) => list(params, capabilitiesOf(server)),
    ]),
    ['tools/call', (params, call) => traceCall(toTraced(params, call), () => callTool(params, call))],
    ['prompts/get', getPrompt],
    [
      'resources/read',
      async ({ uri }, { server }) => ({ contents: await readFor(capabilitiesOf(server), catalog, uri) }),
    ],
    ['resources/subscribe', watch],
    ['resources/unsubscribe', unwatch],
    ['completion/complete', async (params) => ({ completion: await catalog.complete(params) })],
    ['logging/setLevel', setLevel],
  ])
}

/** Throws if this server does not have what an earlier process ran, so that the call is paused. */
function requireKnown(
  restored: RestoredRun | undefined,
  known: ReadonlyMap<string, unknown>,
  what: string,
  name: unknown,
): void {
  if (restored === undefined || known.has(name as string)) return
  throw new DivergenceError(`run ${restored.id} is a run of the ${what} "${name}", which this server does not have`)
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

function watch(params: Params, { watched, watch }: Call): Record<string, unknown> {
  const uri = readUri(params)
  if (watched.has(uri)) return {}
  if (watched.size >= MAX_WATCHED) {
    throw invalidParams(`a session may watch ${MAX_WATCHED} resources; unsubscribe from one`)
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
    throw invalidParams(`logging/setLevel needs a level, one of ${LOG_LEVELS.join(', ')}`)
  }
  call.setLevel(known)
  return {}
}

function readUri({ uri }: Params): string {
  if (typeof uri === 'string') return uri
  throw invalidParams('this method needs a uri')
}
