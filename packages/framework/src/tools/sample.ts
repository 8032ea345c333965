import type { Branch } from './branch.ts'
import type { Effect } from './effect.ts'
import { Sample, type SampleReply, type WireTool } from './effects/sample.ts'
import { SampleValidationError, ToolUsageError } from './errors.ts'
import { createSampleExchange, createSchemaExchange } from './exchange.ts'
import {
  fromExtended,
  type McpMessage,
  sizeOf,
  type ToolUseBlock,
  textMessage,
  toBlocks,
  toText,
  withUniqueIds,
} from './message.ts'
import { repairJson } from './repair-json.ts'
import type {
  SampleRequest,
  SampleResult,
  SampleSchemaResult,
  SampleTool,
  SampleToolsResult,
  ToolCall,
  ToolChoice,
} from './sampling.ts'
import { type Checked, check, type Schema, toJsonSchema } from './schema.ts'
import type { Usage } from './usage.ts'

/** The reserved tool by which structured output is asked for. */
export const SCHEMA_TOOL = '__schema__'

type Sampling<T> = Generator<Effect, T, unknown>

const DEFAULT_RETRIES = 2

export function* samplePlain(branch: Branch, request: SampleRequest): Sampling<SampleResult> {
  const { result } = yield* ask(branch, request, undefined, [])
  remember(branch, request, result.exchange.messages)
  return result
}

export function* sampleSchema<T>(
  branch: Branch,
  request: SampleRequest,
  schema: Schema<unknown, T>,
): Sampling<SampleSchemaResult<T>> {
  const result = yield* askSchema(branch, request, schema, [])
  remember(branch, request, result.exchange.messages)
  return result
}

export function* sampleTools(
  branch: Branch,
  request: SampleRequest,
  tools: readonly SampleTool[],
  toolChoice: ToolChoice,
): Sampling<SampleToolsResult> {
  const result = yield* askTools(branch, request, tools, toolChoice, [])
  // A call without its result cannot be history yet; the author adds it with `withResults`.
  if (result.toolCalls.length === 0) remember(branch, request, result.exchange.messages)
  return result
}

/** `sampleSchema` until the answer is valid: each problem is fed back, and only the good exchange is remembered. */
export function* insistOnSchema<T>(
  branch: Branch,
  request: SampleRequest,
  schema: Schema<unknown, T>,
  retries = DEFAULT_RETRIES,
): Sampling<SampleResult<T> & { parsed: T }> {
  let retry: McpMessage[] = []
  for (let attempt = 0; ; attempt++) {
    const result = yield* askSchema(branch, request, schema, retry)
    if (result.parseError === undefined) {
      remember(branch, request, result.exchange.messages)
      return result
    }
    if (attempt === retries) throw new SampleValidationError(attempt + 1, result.parseError)
    retry = [...retry, ...feedback(result.exchange.messages, result.parseError)]
  }
}

/** `sampleTools` until every call is valid and, where a call is required, there is one. */
export function* insistOnTools(
  branch: Branch,
  request: SampleRequest,
  tools: readonly SampleTool[],
  toolChoice: ToolChoice,
  retries = DEFAULT_RETRIES,
): Sampling<SampleToolsResult> {
  let retry: McpMessage[] = []
  for (let attempt = 0; ; attempt++) {
    const result = yield* askTools(branch, request, tools, toolChoice, retry)
    const { exchange, toolCalls } = result
    const missing = toolCalls.length === 0 && toolChoice === 'required'
    const problem = missing
      ? `Call one of ${tools.map((tool) => tool.name).join(', ')}.`
      : toolCalls.find((call) => call.problem)?.problem
    if (problem === undefined) {
      if (toolCalls.length === 0) remember(branch, request, exchange.messages)
      return result
    }
    if (attempt === retries) throw new SampleValidationError(attempt + 1, problem)
    const results = toolCalls.map((call) => ({ id: call.id, content: call.problem ?? 'not run', isError: true }))
    retry = [...retry, ...feedback(exchange.withResults(results), problem)]
  }
}

/** What went wrong, as the next messages: the tool results say it; where there was no call, a message does. */
function feedback(messages: McpMessage[], problem: string): McpMessage[] {
  const [, ...rest] = messages
  return rest.length > 1 ? rest : [...rest, textMessage('user', problem)]
}

function* askSchema<T>(
  branch: Branch,
  request: SampleRequest,
  schema: Schema<unknown, T>,
  retry: McpMessage[],
): Sampling<SampleSchemaResult<T>> {
  const tool: WireTool = {
    name: SCHEMA_TOOL,
    description: 'Respond with structured data matching this schema.',
    inputSchema: toJsonSchema(schema, 'input'),
  }
  const { result, calls } = yield* ask(branch, request, { tools: [tool], toolChoice: 'required' }, retry)
  const call = calls.find(({ name }) => name === SCHEMA_TOOL) ?? writtenCall(branch, result.text)
  const checked: Checked<T> =
    call === undefined
      ? { type: 'invalid', problem: 'Answer with data that matches the schema, not with text.' }
      : checkNow(schema, call.input, 'the schema of a sample')
  const { request: asked, response } = result.exchange
  if (checked.type === 'invalid') {
    const exchange = createSchemaExchange<T>(asked, response, checked)
    return { ...result, exchange, parsed: null, parseError: checked.problem }
  }
  const given: McpMessage = calls.length > 0 ? response : { role: 'assistant', content: [call!] }
  return {
    ...result,
    exchange: createSchemaExchange(asked, given, { parsed: checked.value }),
    parsed: checked.value,
  }
}

/** The call that a model meant which wrote its data instead: fenced, after a sentence, or cut off at the end. */
function writtenCall({ run }: Branch, text: string): ToolUseBlock | undefined {
  const input = repairJson(text)
  if (typeof input !== 'object' || input === null) return undefined
  const id = `schema_${run.recorder.header.runId}_${run.written++}`
  // Data of any shape goes where a call has its arguments; its schema is the judge.
  return { type: 'tool_use', id, name: SCHEMA_TOOL, input: input as ToolUseBlock['input'] }
}

function* askTools(
  branch: Branch,
  request: SampleRequest,
  tools: readonly SampleTool[],
  toolChoice: ToolChoice,
  retry: McpMessage[],
): Sampling<SampleToolsResult> {
  const repeated = tools.find(({ name }, index) => tools.findIndex((other) => other.name === name) !== index)
  if (repeated !== undefined) throw new ToolUsageError(`a sample offers two tools that are named "${repeated.name}"`)
  const offered = tools.map(({ name, description, inputSchema }) => ({
    name,
    ...(description !== undefined && { description }),
    inputSchema: toJsonSchema(inputSchema, 'input'),
  }))
  const { result, calls } = yield* ask(branch, request, { tools: offered, toolChoice }, retry)
  const toolCalls = calls.map(({ id, name, input }): ToolCall => {
    const tool = tools.find((candidate) => candidate.name === name)
    if (tool === undefined)
      return { id, name, input, problem: `There is no tool ${name}; there is ${tools.map((t) => t.name).join(', ')}.` }
    const checked = checkNow(tool.inputSchema, input, `the input of ${name}`)
    return checked.type === 'valid' ? { id, name, input: checked.value } : { id, name, input, problem: checked.problem }
  })
  return { ...result, toolCalls }
}

/** One model call: one effect, one entry. */
function* ask(
  branch: Branch,
  request: SampleRequest,
  offer: { tools: readonly WireTool[]; toolChoice: ToolChoice } | undefined,
  retry: readonly McpMessage[],
): Sampling<{ result: SampleResult; calls: ToolUseBlock[] }> {
  const effect = new Sample(branch, request, offer, retry)
  // The runtime gives back what the effect decodes to.
  const reply = (yield effect) as SampleReply
  const response = toResponse(reply, effect)
  const blocks = toBlocks(response)
  const usage = reply.usage ?? estimate(effect, response)
  branch.spend(usage)
  const result: SampleResult = {
    text: toText(blocks),
    model: reply.model,
    stopReason: reply.stopReason ?? 'endTurn',
    usage,
    ...(reply.sources !== undefined && { sources: reply.sources }),
    exchange: createSampleExchange(question(request), response),
  }
  return { result, calls: blocks.filter((block) => block.type === 'tool_use') }
}

/** The reply as a message. In a history every id is unique, and some models number their calls anew in each reply. */
function toResponse({ content }: SampleReply, effect: Sample): McpMessage {
  const response: McpMessage = { role: 'assistant', content }
  if (!toBlocks(response).some(({ type }) => type === 'tool_use')) return response
  return withUniqueIds([...effect.settings.messages, response]).at(-1)!
}

const question = (request: SampleRequest): McpMessage =>
  request.prompt === undefined
    ? (fromExtended(request.messages).messages.at(-1) ?? textMessage('user', ''))
    : textMessage('user', request.prompt)

function remember(branch: Branch, request: SampleRequest, messages: readonly McpMessage[]): void {
  if (request.prompt !== undefined) branch.conversation.push(messages)
}

/** About four characters to a token, where the peer does not say. */
const estimate = (effect: Sample, response: McpMessage): Usage => ({
  inputTokens: Math.ceil(effect.size / 4),
  outputTokens: Math.ceil(sizeOf(response) / 4),
})

function checkNow<T>(schema: Schema<unknown, T>, value: unknown, what: string): Checked<T> {
  const checked = check(schema, value)
  if (checked instanceof Promise) throw new TypeError(`${what} must validate synchronously`)
  return checked
}
