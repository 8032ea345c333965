import type { Tool } from '@modelcontextprotocol/client'
import type { Model } from '../../models/model.ts'
import { createMcpTool } from '../../tools/builder.ts'
import type { ToolContext } from '../../tools/context.ts'
import type { Effect } from '../../tools/effect.ts'
import type { StepBody, StepContext } from '../../tools/effects/step.ts'
import { EffectError, SweatpantsError } from '../../tools/errors.ts'
import { foreignSchema } from '../../tools/foreign-schema.ts'
import type { JsonSchema } from '../../tools/schema.ts'
import { surveySchema } from '../../tools/survey-schema.ts'
import type { McpTool, ToolAnnotations } from '../../tools/tool.ts'
import { readParamHeaders, toParamHeaders } from '../core/param-headers.ts'
import type { Asked, Calls, HostedCall, Replies, Round } from './calls.ts'
import { HostedCallError, HostedCallInterruptedError, HostedToolError, isInterrupted } from './errors.ts'
import { HostedContent, hostedOutput } from './hosted-result.ts'
import type { HostedLimits } from './limits.ts'
import { askAll } from './question.ts'
import { Relay } from './relay.ts'

/** How the tools of a server are called. */
export interface Connection {
  /** The name of the server, as it calls itself or as the host names it. */
  readonly server: string
  /** The name that the host gave, or where the server is: what the server cannot choose. */
  readonly origin: string
  readonly limits: Required<HostedLimits>
  readonly calls: Calls
  readonly model: Model | undefined
}

/** Returns a tool of another server as one of ours. Throws if it is larger than the limits, before its schemas are used. */
export function toHostedTool(listed: Tool, connection: Connection): McpTool {
  const { limits } = connection
  const inputSchema: JsonSchema = listed.inputSchema
  if ((listed.description?.length ?? 0) > limits.description) {
    throw new HostedToolError(`its description has more than ${limits.description} characters`)
  }
  surveySchema(inputSchema, limits.schema)
  if (listed.outputSchema !== undefined) surveySchema(listed.outputSchema, limits.schema)
  const { readOnlyHint, idempotentHint } = listed.annotations ?? {}
  const repeatable = (readOnlyHint || idempotentHint) ?? false
  const declared = readParamHeaders(listed.name, inputSchema)
  const tool = createMcpTool(listed.name)
    .parameters(foreignSchema<Record<string, unknown>>(inputSchema))
    .execute((params, ctx) => {
      const headers = toParamHeaders(declared, params)
      return callHosted(ctx, connection, { tool: listed.name, arguments: params, headers, can: ctx.can, repeatable })
    })
    .build()
  return Object.freeze({
    ...tool,
    origin: connection.origin,
    description: listed.description,
    annotations: toAnnotations(listed),
    output: listed.outputSchema === undefined ? undefined : hostedOutput(listed.outputSchema),
  })
}

// The client's types allow a hint that is undefined; on the wire there is none.
const toAnnotations = ({ title, annotations }: Tool): McpTool['annotations'] =>
  title === undefined && annotations === undefined
    ? undefined
    : ({ ...(title !== undefined && { title }), ...annotations } as ToolAnnotations)

const MAX_ROUNDS = 50

/** Milliseconds before a server is called again that asked nothing. */
const PAUSE = 250

/**
 * Calls a tool of another server. Each request is a step whose outcome is recorded: the result, or questions and the state
 * to send back. An open round is therefore in our journal, and our run asks the questions as its own.
 */
function* callHosted(
  ctx: ToolContext,
  { server, origin, calls, model, limits }: Connection,
  call: HostedCall,
): Generator<Effect, HostedContent, unknown> {
  const relay = new Relay(ctx)
  const request = (name: string, body: StepBody<Round>) =>
    ctx.step(name, (step) => inTime(step, limits.answerTime, body), { once: calls.once(call) })
  let open: Asked | undefined
  try {
    let round = yield* request('call', (step) => calls.begin(call, step, relay))
    for (let rounds = 1; round.type === 'asked'; rounds++) {
      const asked: Asked = round
      open = asked
      if (rounds > MAX_ROUNDS) {
        throw new HostedCallError(server, call.tool, `it asked ${rounds} times, and at most ${MAX_ROUNDS} are allowed`)
      }
      let replies: Replies = {}
      if (asked.questions.length === 0) yield* ctx.sleep(PAUSE)
      else
        replies = yield* calls.wait(ctx, asked, askAll(ctx, asked.questions, { model, origin, limits: limits.schema }))
      round = yield* request('reply', (step) => calls.reply(call, asked, replies, step, relay))
    }
    return new HostedContent(round.result)
  } catch (error) {
    throw error instanceof EffectError ? toHostedError(server, call.tool, error) : error
  } finally {
    if (open !== undefined) calls.abandon(open)
  }
}

/** Runs a request, and aborts it when the server has neither answered nor asked in time. */
async function inTime(step: StepContext, milliseconds: number, body: StepBody<Round>): Promise<Round> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), milliseconds)
  try {
    const { idempotencyKey, attempt, report, log } = step
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
