import type { Server } from '@modelcontextprotocol/server'
import { isLoss } from '../../log/machine.ts'
import { LOG_LEVELS } from '../../tools/effects/emit.ts'
import { DivergenceError } from '../../tools/errors.ts'
import type { MaybePromise } from '../../tools/maybe-promise.ts'
import type { McpTool } from '../../tools/tool.ts'
import type { CallRounds } from '../core/call-rounds.ts'
import { toCallState } from '../core/call-state.ts'
import { digestBinding, readHandle } from '../core/carrier.ts'
import { canElicit } from '../core/client-capabilities.ts'
import { invalidParams, missingTasks } from '../core/errors.ts'
import { IDEMPOTENCY_META, isKey, keyUsed, openElsewhere, toRunId } from '../core/idempotency.ts'
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
import { SESSION_VERSIONS } from '../core/revision.ts'
import type { ServerParts } from '../core/server-parts.ts'
import { toolSubject, toPromptResult } from '../core/subject.ts'
import { traceCall } from '../core/telemetry.ts'
import { callInRounds } from './call-in-rounds.ts'
import { HeldCalls } from './held-calls.ts'
import { KeyedCalls } from './keyed-calls.ts'
import type { RestoredCall } from './restore.ts'
import { runCall } from './run-call.ts'
import type { SessionCall } from './session-call.ts'

export type Params = Readonly<Record<string, unknown>>
export type Method = (params: Params, call: SessionCall) => MaybePromise<Record<string, unknown>>

export interface MethodParts extends ServerParts {
  /** The name of the server. */
  name: string
  /** Runs the calls of clients that cannot be asked. Without it their questions fail. */
  rounds?: CallRounds
  /** Aborts when the server shuts down. */
  closing?: AbortSignal
}

/** Resources that one session may watch. */
const MAX_WATCHED = 1_000

/** Creates the methods of a session, except those that the SDK answers: `initialize` and `ping`. */
export function createMethods(parts: MethodParts): ReadonlyMap<string, Method> {
  const { name, catalog, rounds, closing } = parts
  const keyed = new KeyedCalls()
  const held = new HeldCalls()

  async function callTool(params: Params, call: SessionCall): Promise<Record<string, unknown>> {
    const { client } = call.session
    const inRounds = catalog.inWords && !canElicit(client) ? rounds : undefined
    if (inRounds !== undefined) {
      const own = readOwnCall(catalog.inWords, catalog.tierOf(client), params.name, readArguments(params))
      if (own !== undefined) return goOn(inRounds, own, call)
    }
    const { restored } = call
    requireKnown(restored, catalog.tools, 'tool', params.name)
    const tool = await catalog.toolFor(client, params.name)
    if (tool.task === 'required') throw missingTasks(`${tool.name} runs only as a task`)
    const key = call._meta?.[IDEMPOTENCY_META]
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
    const { principal, stored } = call.session
    const binding = { subject: toolSubject(tool.name), arguments: readArguments(params), principal, audience: name }
    const runId = restored?.runId ?? toRunId(name, binding, key)
    return keyed.run(runId, digestBinding(binding), call, async () => {
      if (restored !== undefined) return run(runId)
      const ended = await stored?.findEnded(runId)
      if (ended !== undefined) {
        const known = { ...binding, arguments: readArguments(ended.request.params ?? {}) }
        if (digestBinding(known) !== digestBinding(binding)) throw keyUsed()
        return ended.result
      }
      // After the call has ended: its process may have died before it deleted the run.
      if (await stored?.isKept(runId)) throw openElsewhere()
      try {
        return await run(runId)
      } catch (error) {
        // Another process may have stored the same call meanwhile. This one has not lost its session then.
        const isRefused = isLoss(error) && call.storedRun === undefined
        if (isRefused && (await stored?.isKept(runId))) throw openElsewhere()
        throw error
      }
    })
  }

  /** Whether calls wait for a view. The session is all that ties the two together, so the model must not see `continue_call`. */
  const canHold = ({ session: { server, client } }: SessionCall): boolean =>
    catalog.tierOf(client) === 'tool-view' && catalog.views!.hosts.has(server.getClientVersion()?.name ?? '')

  const bindShown = (subject: string, args: unknown, principal: string | undefined): string =>
    digestBinding({ subject, arguments: args, principal, audience: name })

  /** Runs a call that a view may claim. */
  async function holdCall(
    inRounds: CallRounds,
    called: { subject: string; arguments: Record<string, unknown> },
    play: () => Promise<Record<string, unknown>>,
    call: SessionCall,
  ): Promise<Record<string, unknown>> {
    const { server, principal } = call.session
    const until = performance.now() + catalog.inWords!.wait
    const waiting = held.hold(server, bindShown(called.subject, called.arguments, principal))
    try {
      const asking = await play()
      const id = readCallId(asking)
      if (id === undefined) return asking
      call.tellProgress().say({ message: 'waiting for the person' })
      const signal = closing === undefined ? call.signal : AbortSignal.any([call.signal, closing])
      const result = await waiting.wait(asking, { id, presence: catalog.views!.presence, until, signal })
      // A closed connection is not the wish of a person: the view may go on over the next one.
      if (call.cancelled && !call.isClosed) await inRounds.cancel(id)
      return result
    } finally {
      waiting.release()
    }
  }

  /** Goes on with a call that has ended its request; a view also asks which call it shows. */
  async function goOn(
    inRounds: CallRounds,
    own: Continued | ShownCall,
    call: SessionCall,
  ): Promise<Record<string, unknown>> {
    if (own.type === 'shown') {
      const binding = bindShown(toolSubject(own.tool), own.arguments, call.session.principal)
      return { ...toViewResult((await held.claim(call.session.server, binding)) ?? { version: 1, status: 'none' }) }
    }
    const result = await callInRounds(call, (request, channel) => inRounds.goOn(own, request, channel))
    const finished = finish(catalog.tools.get(own.tool), result, call)
    if (own.key === undefined) return finished
    held.tell(readHandle(own.state)!, result)
    return { ...toViewResult(toCallState(finished)) }
  }

  function finish(
    tool: McpTool | undefined,
    result: Partial<CallToolResult>,
    call: SessionCall,
  ): Record<string, unknown> {
    if (result.structuredContent === undefined || isUnfinished(result)) return { ...result }
    // These revisions allow only objects: any other value is wrapped, as in the listing.
    const listed = catalog.listedTools.find(({ name }) => name === tool?.name)
    const projected = result as Parameters<Server['projectCallToolResult']>[0]
    return call.session.server.projectCallToolResult(projected, listed?.outputSchema)
  }

  async function getPrompt(params: Params, call: SessionCall): Promise<Record<string, unknown>> {
    requireKnown(call.restored, catalog.prompts, 'prompt', params.name)
    const prompt = catalog.prompt(params.name)
    return toPromptResult(prompt, await runCall(parts, prompt.tool, params, call))
  }

  const toTraced = ({ name }: Params, call: SessionCall) => ({
    method: 'tools/call',
    tool: typeof name === 'string' && catalog.tools.has(name) ? name : undefined,
    revision: SESSION_VERSIONS[0]!,
    requestId: call.id,
    principal: call.session.principal,
    signal: call.signal,
    traceparent: textOf(call._meta?.traceparent),
    tracestate: textOf(call._meta?.tracestate),
  })

  return new Map<string, Method>([
    ...createListings(catalog).map(([method, list]): [string, Method] => [
      method,
      (params, { session }) => list(params, session.client),
    ]),
    ['tools/call', (params, call) => traceCall(toTraced(params, call), () => callTool(params, call))],
    ['prompts/get', getPrompt],
    ['resources/read', async ({ uri }, { session }) => ({ contents: await readFor(session.client, catalog, uri) })],
    ['resources/subscribe', watch],
    ['resources/unsubscribe', unwatch],
    ['completion/complete', async (params) => ({ completion: await catalog.complete(params) })],
    ['logging/setLevel', setLevel],
  ])
}

/** Throws if this server does not have what an earlier process ran, so that the call is paused. */
function requireKnown(
  restored: RestoredCall | undefined,
  known: ReadonlyMap<string, unknown>,
  what: string,
  name: unknown,
): void {
  if (restored === undefined || known.has(name as string)) return
  throw new DivergenceError(`run ${restored.runId} is a run of the ${what} "${name}", which this server does not have`)
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

function watch(params: Params, { session: { watched, parts } }: SessionCall): Record<string, unknown> {
  const uri = readUri(params)
  if (watched.has(uri)) return {}
  if (watched.size >= MAX_WATCHED) {
    throw invalidParams(`a session may watch ${MAX_WATCHED} resources; unsubscribe from one`)
  }
  watched.set(uri, parts.events.watch(uri))
  return {}
}

function unwatch(params: Params, { session: { watched } }: SessionCall): Record<string, unknown> {
  const uri = readUri(params)
  watched.get(uri)?.()
  watched.delete(uri)
  return {}
}

function setLevel({ level }: Params, call: SessionCall): Record<string, unknown> {
  const known = LOG_LEVELS.find((name) => name === level)
  if (known === undefined) {
    throw invalidParams(`logging/setLevel needs a level, one of ${LOG_LEVELS.join(', ')}`)
  }
  call.session.level = known
  return {}
}

function readUri({ uri }: Params): string {
  if (typeof uri === 'string') return uri
  throw invalidParams('this method needs a uri')
}
