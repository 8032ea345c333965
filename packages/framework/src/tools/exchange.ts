import { ToolUsageError } from './errors.ts'
import { type McpMessage, toBlocks } from './message.ts'

/** One question and its answer, as history. Arguments are empty unless `withArguments` puts some in: nothing leaks by default. */
// biome-ignore lint/correctness/noUnusedVariables: the answer is part of the exchange's name in every signature, as JSON in `response`
export interface ElicitExchange<TContext, TResponse> {
  /** What was passed to `elicit()`, without `message`. */
  readonly context: TContext
  readonly request: McpMessage
  readonly response: McpMessage
  readonly messages: [McpMessage, McpMessage]
  /** The pair with arguments derived from the captured context. */
  withArguments(fn: (context: TContext) => Record<string, unknown>): [McpMessage, McpMessage]
}

export interface SampleExchange<TParsed = undefined> {
  readonly request: McpMessage
  readonly response: McpMessage
  /** Request and response; with structured output the response is a `tool_use` and its acknowledging `tool_result`. */
  readonly messages: McpMessage[]
  readonly parsed?: TParsed
  /** After a sample with tools: the exchange with one result for each call the model made. */
  withResults(results: readonly ToolCallResult[]): McpMessage[]
}

export interface ToolCallResult {
  id: string
  content: string
  isError?: boolean
}

export function createElicitExchange<TContext, TResponse>(
  id: string,
  key: string,
  context: TContext,
  text: string,
): ElicitExchange<TContext, TResponse> {
  const toRequest = (input: Record<string, unknown>): McpMessage => ({
    role: 'assistant',
    content: [{ type: 'tool_use', id, name: key, input }],
  })
  const request = toRequest({})
  const response: McpMessage = {
    role: 'user',
    content: [{ type: 'tool_result', toolUseId: id, content: [{ type: 'text', text }] }],
  }
  return {
    context,
    request,
    response,
    messages: [request, response],
    withArguments: (fn) => [toRequest(fn(context)), response],
  }
}

export function createSampleExchange(request: McpMessage, response: McpMessage): SampleExchange {
  return {
    request,
    response,
    messages: [request, response],
    withResults: (results) => withResults(request, response, results),
  }
}

/** The reply to a `__schema__` call: acknowledged when its data was valid, told what was wrong when not. */
export function createSchemaExchange<TParsed>(
  request: McpMessage,
  response: McpMessage,
  verdict: { parsed: TParsed } | { problem: string },
): SampleExchange<TParsed> {
  const reply = 'parsed' in verdict ? { content: 'ok' } : { content: verdict.problem, isError: true }
  const results = toolUses(response).map(({ id }) => ({ id, ...reply }))
  return {
    request,
    response,
    messages: withResults(request, response, results),
    withResults: (given) => withResults(request, response, given),
    ...('parsed' in verdict ? { parsed: verdict.parsed } : {}),
  }
}

function withResults(request: McpMessage, response: McpMessage, results: readonly ToolCallResult[]): McpMessage[] {
  const calls = toolUses(response)
  const missing = calls.filter((call) => !results.some((result) => result.id === call.id))
  const unknown = results.filter((result) => !calls.some((call) => call.id === result.id))
  if (missing.length > 0)
    throw new ToolUsageError(`withResults needs a result for ${missing.map((call) => call.id).join(', ')}`)
  if (unknown.length > 0)
    throw new ToolUsageError(`the model made no call ${unknown.map((result) => result.id).join(', ')}`)
  if (results.length > calls.length)
    throw new ToolUsageError(`withResults takes one result for each of ${calls.map((call) => call.id).join(', ')}`)
  if (calls.length === 0) return [request, response]
  return [
    request,
    response,
    {
      role: 'user',
      content: results.map(({ id, content, isError }) => ({
        type: 'tool_result',
        toolUseId: id,
        content: [{ type: 'text', text: content }],
        ...(isError ? { isError } : {}),
      })),
    },
  ]
}

const toolUses = (message: McpMessage) => toBlocks(message).filter((block) => block.type === 'tool_use')
