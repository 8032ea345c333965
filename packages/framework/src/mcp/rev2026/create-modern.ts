import { setTimeout as wait } from 'node:timers/promises'
import type { Drain } from '../../tools/drain.ts'
import { ElicitError, ToolInputError } from '../../tools/errors.ts'
import type { McpTool } from '../../tools/tool.ts'
import { toToolResult, toValue } from '../call-outcome.ts'
import type { Catalog } from '../catalog.ts'
import type { Channel } from '../channel.ts'
import { canRunTasks, TASKS_EXTENSION } from '../client-capabilities.ts'
import { ErrorCode, missingCapability, ProtocolError } from '../protocol-error.ts'
import { traceCall } from '../telemetry.ts'
import { isObject, META, readEnvelope } from './envelope.ts'
import type { Subscriptions } from './listen.ts'
import { MODERN_VERSION, type Modern, type ModernRequest } from './modern.ts'
import { type Rounds, toAnswers } from './rounds.ts'
import type { Tasks } from './tasks.ts'

type Result = Record<string, unknown>
type Handler = (request: ModernRequest, channel: Channel) => Result | Promise<Result>

export interface ModernParts {
  info: { name: string; version: string; instructions?: string }
  catalog: Catalog
  rounds: Rounds
  tasks: Tasks
  subscriptions: Subscriptions
  drain: Drain
  /** Whether what one caller is shown may be shown to another. */
  cacheScope: 'public' | 'private'
}

/** How long a server that goes down waits for calls to come to the end of a step. */
const DRAIN_PATIENCE = 10_000

/** How long a listing is good for; a change is told to who subscribes. */
const LIST_TTL = 60_000

export function createModern({ info, catalog, rounds, tasks, subscriptions, drain, cacheScope }: ModernParts): Modern {
  const serverInfo = { name: info.name, version: info.version }
  const listing = { ttlMs: LIST_TTL, cacheScope }

  async function callTool({ params, envelope }: ModernRequest, channel: Channel): Promise<Result> {
    const tool = catalog.tool(params.name)
    const args = readArguments(params)
    const { capabilities } = envelope
    const asTask = tool.task !== 'never' && canRunTasks(capabilities)
    if (tool.task === 'required' && !asTask) throw needsTasks(`${tool.name} runs only as a task`)
    if (asTask && params.requestState === undefined) {
      return tasks.create({ tool, arguments: args, principal: channel.principal, capabilities })
    }
    const round = await runRound(`tools/call ${tool.name}`, tool, args, { params, envelope }, channel)
    if (round.type === 'input_required' || round.type === 'told') return round.result
    if (round.type === 'ended') return { ...toToolResult(tool, round.result) }
    return tasks.create({ tool, arguments: args, principal: channel.principal, capabilities, begun: round.recording })
  }

  async function getPrompt({ params, envelope }: ModernRequest, channel: Channel): Promise<Result> {
    const { name, description, tool } = catalog.prompt(params.name)
    const round = await runRound(`prompts/get ${name}`, tool, readArguments(params), { params, envelope }, channel)
    if (round.type === 'input_required') return round.result
    if (round.type === 'told') return round.result
    if (round.type === 'detached') throw new ProtocolError(ErrorCode.internal, 'a prompt cannot go on as a task')
    const { result } = round
    // A prompt has no result that says so: what the client gave was wrong.
    if (result.type === 'failed' && (result.error instanceof ToolInputError || result.error instanceof ElicitError)) {
      throw new ProtocolError(ErrorCode.invalidParams, result.error.message)
    }
    return { messages: toValue(result), ...(description !== undefined && { description }) }
  }

  const runRound = (
    subject: string,
    tool: McpTool,
    args: unknown,
    request: Pick<ModernRequest, 'params' | 'envelope'>,
    channel: Channel,
  ) => {
    const { inputResponses, requestState } = request.params
    return rounds.run(
      { subject, tool, arguments: args, inputResponses, requestState, envelope: request.envelope },
      channel,
    )
  }

  const taskHandler =
    (act: (taskId: string, request: ModernRequest, channel: Channel) => Promise<Result | void>): Handler =>
    async (request, channel) => {
      if (!canRunTasks(request.envelope.capabilities)) throw needsTasks(request.method)
      const { taskId } = request.params
      if (typeof taskId !== 'string')
        throw new ProtocolError(ErrorCode.invalidParams, `${request.method} needs a taskId`)
      return (await act(taskId, request, channel)) ?? {}
    }

  const handlers: Readonly<Record<string, Handler>> = {
    'server/discover': () => ({
      supportedVersions: [MODERN_VERSION],
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { listChanged: true, subscribe: true },
        completions: {},
        logging: {},
        extensions: { [TASKS_EXTENSION]: {} },
      },
      ...(info.instructions !== undefined && { instructions: info.instructions }),
      ...listing,
    }),
    'tools/list': () => ({ tools: catalog.listedTools, ...listing }),
    'tools/call': callTool,
    'prompts/list': () => ({ prompts: catalog.listedPrompts, ...listing }),
    'prompts/get': getPrompt,
    'resources/list': () => ({ resources: catalog.listedResources, ...listing }),
    'resources/templates/list': () => ({ resourceTemplates: catalog.listedTemplates, ...listing }),
    'resources/read': async ({ params }) => ({
      contents: await catalog.read(params.uri),
      ttlMs: 0,
      cacheScope: 'private',
    }),
    'completion/complete': async ({ params }) => ({ completion: await catalog.complete(params) }),
    'subscriptions/listen': ({ id, params }, channel) => subscriptions.listen(id, params.notifications, channel),
    'tasks/get': taskHandler((taskId, _, { principal }) => tasks.get(taskId, principal)),
    'tasks/update': taskHandler((taskId, { params }, { principal }) =>
      tasks.update(taskId, principal, toAnswers(params.inputResponses)),
    ),
    'tasks/cancel': taskHandler((taskId, _, { principal }) => tasks.cancel(taskId, principal)),
  }

  /** Requests that are being answered. */
  const running = new Set<Promise<unknown>>()

  const toTraced = ({ id, method, params, envelope }: ModernRequest, { principal, signal }: Channel) => ({
    method,
    tool: method === 'tools/call' ? catalog.tools.get(params.name as string)?.name : undefined,
    revision: MODERN_VERSION,
    requestId: id,
    principal,
    signal,
    traceparent: envelope.traceparent,
    tracestate: envelope.tracestate,
    arguments: params.arguments,
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
      } finally {
        running.delete(answering)
      }
    },
    async close() {
      drain.begin()
      const patience = new AbortController()
      await Promise.race([
        Promise.allSettled([...running, tasks.drained()]),
        wait(DRAIN_PATIENCE, undefined, { signal: patience.signal, ref: false }),
      ])
      patience.abort()
      tasks.close()
    },
  }
}

const noMethod: Handler = ({ method }) => {
  throw new ProtocolError(ErrorCode.methodNotFound, `there is no method ${method} in ${MODERN_VERSION}`)
}

const needsTasks = (what: string): ProtocolError =>
  missingCapability(`the tasks extension (${what})`, { extensions: { [TASKS_EXTENSION]: {} } })

function readArguments({ arguments: args = {} }: Record<string, unknown>): Record<string, unknown> {
  if (isObject(args)) return args
  throw new ProtocolError(ErrorCode.invalidParams, 'arguments must be an object')
}
