import { show } from './describe.ts'
import { ToolUsageError } from './errors.ts'
import { Data, isObject } from './json.ts'
import { type McpMessage, type ToolUseBlock, toBlocks } from './message.ts'
import { toJson } from './to-json.ts'

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

export const createElicitExchange = <TContext, TResponse>(
  id: string,
  key: string,
  context: TContext,
  text: string,
): ElicitExchange<TContext, TResponse> => new Elicited(context, { type: 'tool_use', id, name: key, input: {} }, text)

class Elicited<TContext, TResponse> extends Data implements ElicitExchange<TContext, TResponse> {
  readonly context: TContext
  readonly request: McpMessage
  readonly response: McpMessage
  readonly messages: [McpMessage, McpMessage]

  constructor(context: TContext, use: ToolUseBlock, text: string) {
    super()
    this.context = context
    this.request = { role: 'assistant', content: [use] }
    this.response = {
      role: 'user',
      content: [{ type: 'tool_result', toolUseId: use.id, content: [{ type: 'text', text }] }],
    }
    this.messages = [this.request, this.response]
  }

  withArguments(fn: (context: TContext) => Record<string, unknown>): [McpMessage, McpMessage] {
    const [use] = this.request.content as [ToolUseBlock]
    const input = toJson(fn(this.context), `the arguments of "${use.name}"`)
    if (!isObject(input))
      throw new ToolUsageError(`withArguments takes a function that returns an object of arguments, not ${show(input)}`)
    return [{ role: 'assistant', content: [{ ...use, input }] }, this.response]
  }
}

class Sampled<TParsed = undefined> extends Data implements SampleExchange<TParsed> {
  readonly request: McpMessage
  readonly response: McpMessage
  readonly messages: McpMessage[]
  declare readonly parsed?: TParsed

  constructor(request: McpMessage, response: McpMessage, messages: McpMessage[], given: { parsed?: TParsed } = {}) {
    super()
    this.request = request
    this.response = response
    this.messages = messages
    if ('parsed' in given) this.parsed = given.parsed!
  }

  withResults(results: readonly ToolCallResult[]): McpMessage[] {
    return withResults(this.request, this.response, results)
  }
}

export const createSampleExchange = (request: McpMessage, response: McpMessage): SampleExchange =>
  new Sampled(request, response, [request, response])

/** The reply to a `__schema__` call: acknowledged when its data was valid, told what was wrong when not. */
export function createSchemaExchange<TParsed>(
  request: McpMessage,
  response: McpMessage,
  verdict: { parsed: TParsed } | { problem: string },
): SampleExchange<TParsed> {
  const reply = 'parsed' in verdict ? { content: 'ok' } : { content: verdict.problem, isError: true }
  const results = toolUses(response).map(({ id }) => ({ id, ...reply }))
  return new Sampled(request, response, withResults(request, response, results), 'parsed' in verdict ? verdict : {})
}

function withResults(request: McpMessage, response: McpMessage, results: readonly ToolCallResult[]): McpMessage[] {
  if (!Array.isArray(results) || !results.every((result) => typeof result?.content === 'string'))
    throw new ToolUsageError(`withResults takes a list of { id, content }, each content a text, not ${show(results)}`)
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
