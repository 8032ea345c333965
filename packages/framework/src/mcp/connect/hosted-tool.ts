import type { Tool } from '@modelcontextprotocol/client'
import { createMcpTool } from '../../tools/builder.ts'
import { LONGEST_TIMER } from '../../tools/clock.ts'
import type { ToolContext } from '../../tools/context.ts'
import { branchOf } from '../../tools/create-context.ts'
import type { Effect } from '../../tools/effect.ts'
import type { StepBody, StepContext } from '../../tools/effects/step.ts'
import { type Listen, waitFor } from '../../tools/effects/wait.ts'
import { EffectError, StepInterruptedError, SweatpantsError } from '../../tools/errors.ts'
import type { ViewSource } from '../../tools/hosted-app.ts'
import { digest } from '../../tools/json.ts'
import type { Operation } from '../../tools/operation.ts'
import type { JsonSchema } from '../../tools/schema.ts'
import { surveySchema } from '../../tools/survey-schema.ts'
import type { McpTool, ToolAnnotations } from '../../tools/tool.ts'
import { readParamHeaders, toParamHeaders } from '../core/param-headers.ts'
import { toApp } from './app.ts'
import type { Asked, Calls, HostedCall, Replies, Round } from './calls.ts'
import type { ConnectOptions } from './connect-mcp.ts'
import { type Errands, runErrand } from './errand.ts'
import {
  HostedCallError,
  HostedCallInterruptedError,
  HostedToolError,
  isInterrupted,
  SessionGoneError,
} from './errors.ts'
import { HostedContent, hostedOutput, hostedParameters } from './hosted-schemas.ts'
import { HeldData, setApart } from './large-result.ts'
import { toPlainText } from './limits.ts'
import { type Answering, askAll } from './question.ts'

/** How the tools of a server are called. */
export interface Connection extends Errands, Answering {
  /** The name of the server, as it calls itself or as the host names it. */
  readonly server: string
  /** The calls of the last session. */
  readonly calls: Calls
  /** Resolves to the calls of an open session; connects again if the last one was lost. */
  ready(): Promise<Calls>
  /** Says that the session of these calls is over. */
  lose(calls: Calls): void
  /** Where its views are read; `undefined` if the host shows none. */
  readonly views: ViewSource | undefined
  /** Runs each request of a call; see `ConnectOptions.inFlight`. */
  readonly inFlight: NonNullable<ConnectOptions['inFlight']>
}

/** Returns a tool of another server as one of ours. Throws if it is larger than the limits, before its schemas are used. */
export function toHostedTool(listed: Tool, connection: Connection): McpTool {
  const { limits, calls } = connection
  const inputSchema: JsonSchema = listed.inputSchema
  if ((listed.description?.length ?? 0) > limits.description) {
    throw new HostedToolError(`its description has more than ${limits.description} characters`)
  }
  const problem = calls.problemOf(listed)
  if (problem !== undefined) throw new HostedToolError(problem)
  surveySchema(inputSchema, limits.schema)
  if (listed.outputSchema !== undefined) surveySchema(listed.outputSchema, limits.schema)
  const { readOnlyHint, idempotentHint } = listed.annotations ?? {}
  const repeatable = (readOnlyHint || idempotentHint) ?? false
  const declared = readParamHeaders(listed.name, inputSchema)
  const tool = createMcpTool(toToolName(listed.name))
    .parameters(hostedParameters(inputSchema))
    .execute((params, ctx) => {
      const headers = toParamHeaders(declared, params)
      return callHosted(ctx, connection, { tool: listed.name, arguments: params, headers, can: ctx.can, repeatable })
    })
    .build()
  return Object.freeze({
    ...tool,
    origin: connection.origin,
    ...toApp(listed, connection.views),
    description: listed.description,
    annotations: toAnnotations(listed, tool.name),
    icons: listed.icons as McpTool['icons'],
    meta: listed._meta,
    output: listed.outputSchema === undefined ? undefined : hostedOutput(listed.outputSchema),
  })
}

const UNUSABLE = /[^A-Za-z0-9_-]+/g
const MAX_NAME = 64

/** Returns the name of a tool here. A name that our tools cannot have is changed, always in the same way. */
function toToolName(listed: string): string {
  const name = listed.replace(UNUSABLE, '_').replace(/^__+/, '_')
  if (name === listed && name.length <= MAX_NAME) return name
  const suffix = `_${digest(listed)}`
  return `${name.slice(0, MAX_NAME - suffix.length)}${suffix}`
}

// The client's types allow a hint that is undefined; on the wire there is none.
function toAnnotations({ name, title, annotations }: Tool, here: string): McpTool['annotations'] {
  const shown = title ?? (name === here ? undefined : toPlainText(name, MAX_NAME))
  if (shown === undefined && annotations === undefined) return undefined
  return { ...(shown !== undefined && { title: shown }), ...annotations } as ToolAnnotations
}

type Hosting<T> = Generator<Effect, T, unknown>

const MAX_ROUNDS = 50

/** How often a person is sent away for one call. */
const MAX_ERRANDS = 5

/** Milliseconds before a server is called again that asked nothing. */
const PAUSE = 250

/**
 * Calls a tool of another server. Each request is a step whose start and outcome are recorded: the result, or questions and
 * the state to send back. An open round is therefore in our journal, and our run asks the questions as its own.
 *
 * A request that was in flight when our process ended has an unknown outcome, and the server may be the reason for the end.
 * It is sent again once, and only if the server says that a repeated call does no harm.
 *
 * A call that the server refuses until a person has signed in, or has opened another page, waits for that and is sent again.
 */
function* callHosted(ctx: ToolContext, connection: Connection, call: HostedCall): Hosting<HostedContent> {
  const { server } = connection
  const sending = new Sending(ctx, connection, call.repeatable)
  for (let errands = 0; ; ) {
    try {
      return yield* callOnce(ctx, connection, call, sending)
    } catch (error) {
      if (!(error instanceof EffectError)) throw error
      if (isInterrupted(error) && sending.takeRepeat()) continue
      if (errands++ < MAX_ERRANDS && (yield* runErrand(ctx, connection, error))) continue
      throw toHostedError(server, call.tool, error)
    }
  }
}

/** The requests of one call. */
class Sending {
  readonly #ctx: ToolContext
  readonly #connection: Connection
  /** Large data of results, where the run has no other place for it. */
  readonly held = new HeldData()
  #canRepeat: boolean

  constructor(ctx: ToolContext, connection: Connection, canRepeat: boolean) {
    this.#ctx = ctx
    this.#connection = connection
    this.#canRepeat = canRepeat
  }

  /** Returns whether the call may be repeated without asking a person; the second time it may not. */
  takeRepeat(): boolean {
    const can = this.#canRepeat
    this.#canRepeat = false
    return can
  }

  /** Requests about a task can always be sent again. */
  *ask(name: string, body: StepBody<Round>): Hosting<Round> {
    return yield* this.#ctx.step(name, async (step) =>
      this.#setApart(await this.#connection.inFlight(async () => body(step))),
    )
  }

  *send(name: string, body: StepBody<Round>): Hosting<Round> {
    const { calls, limits, inFlight } = this.#connection
    // The server can tell a repeated request by its key.
    const drawn = yield* this.#ctx.uuid()
    const { forkId } = branchOf(this.#ctx).run.recorder.header
    const idempotencyKey = forkId === undefined ? drawn : `${forkId}/${drawn}`
    const perform: StepBody<Round> = async (step) =>
      this.#setApart(await inFlight(() => inTime(step, idempotencyKey, limits.answerTime, body)))
    try {
      return yield* this.#ctx.step(name, perform, { once: true })
    } catch (error) {
      if (!(error instanceof StepInterruptedError && calls.resends && this.takeRepeat())) throw error
      return yield* this.#ctx.step(name, perform, { once: true })
    }
  }

  async #setApart(round: Round): Promise<Round> {
    const keep = branchOf(this.#ctx).run.options.attach ?? this.held.keep
    return round.type === 'ended' ? { ...round, result: await setApart(round.result, keep) } : round
  }
}

function* callOnce(
  ctx: ToolContext,
  connection: Connection,
  call: HostedCall,
  sending: Sending,
): Hosting<HostedContent> {
  const { server } = connection
  const { answerTime } = connection.limits
  let { calls } = connection
  let open: Asked | undefined
  let pauses = 0
  try {
    let round = yield* sending.send('call', async (step) => {
      const begin = async (): Promise<Round> => {
        calls = await connection.ready()
        // To connect again may have taken longer than the call has.
        step.signal.throwIfAborted()
        return calls.begin(call, step)
      }
      try {
        return await begin()
      } catch (error) {
        if (!(error instanceof SessionGoneError)) throw error
        // The server has not performed the request, because it does not know the session any more.
        connection.lose(calls)
        return await begin()
      }
    })
    for (let rounds = 1; round.type === 'asked'; rounds += open.questions.length > 0 ? 1 : 0) {
      const asked: Asked = round
      open = asked
      if (rounds > MAX_ROUNDS) {
        throw new HostedCallError(server, call.tool, `it asked ${rounds} times, and at most ${MAX_ROUNDS} are allowed`)
      }
      let replies: Replies = {}
      if (asked.questions.length > 0) {
        pauses = 0
        replies = yield* askUntil(ctx, calls.moved(asked), askAll(ctx, asked.questions, connection))
      } else {
        if (asked.task === undefined && pauses++ * PAUSE >= answerTime) {
          const problem = `it neither answered nor asked within ${answerTime / 1000} seconds`
          throw new HostedCallError(server, call.tool, problem)
        }
        yield* ctx.sleep(PAUSE)
      }
      const reply: StepBody<Round> = async (step) => {
        if (calls.resends) calls = await connection.ready()
        return calls.reply(call, asked, replies, step)
      }
      round = yield* asked.task === undefined ? sending.send('reply', reply) : sending.ask('task', reply)
    }
    // A task that has ended needs no cancel.
    if (open?.task !== undefined) open = undefined
    const isKept = branchOf(ctx).run.options.attach !== undefined
    return new HostedContent(isKept ? round.result : sending.held.restore(server, call.tool, round.result))
  } finally {
    if (open !== undefined) calls.abandon(open)
  }
}

/** Waits for the replies as long as the server does; returns none if the server has stopped waiting. */
function* askUntil(ctx: ToolContext, moved: Listen | undefined, replies: Operation<Replies>): Hosting<Replies> {
  if (moved === undefined) return yield* replies
  return (yield* ctx.race([waitFor<undefined>(ctx, 'moved', moved), replies])) ?? {}
}

/** Runs a request, and aborts it when the server has neither answered nor asked in time. */
async function inTime(
  step: StepContext,
  idempotencyKey: string,
  milliseconds: number,
  body: StepBody<Round>,
): Promise<Round> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), Math.min(LONGEST_TIMER, milliseconds))
  try {
    const { attempt, report, log } = step
    return await body({ idempotencyKey, attempt, report, log, signal: AbortSignal.any([step.signal, late.signal]) })
  } catch (error) {
    if (!late.signal.aborted || step.signal.aborted) throw error
    throw new SweatpantsError(`it did not answer within ${milliseconds / 1000} seconds`, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

function toHostedError(server: string, tool: string, error: EffectError): HostedCallError {
  const { failure } = error
  return isInterrupted(error)
    ? new HostedCallInterruptedError(server, tool, `${failure.message}. It is not sent again`, failure)
    : new HostedCallError(server, tool, failure.message, failure)
}
