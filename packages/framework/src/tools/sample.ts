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

/** What a sample offers to the model, and how it reads the reply. */
interface Form<R> {
  readonly tools?: readonly WireTool[]
  readonly toolChoice?: ToolChoice
  read(result: SampleResult, calls: ToolUseBlock[], branch: Branch): Reading<R>
}

interface Reading<R> {
  result: R
  /** Why the reply is not what was asked for, and the exchange that tells the model so. */
  problem?: string | undefined
  told?: readonly McpMessage[]
  /** A call without its result cannot be history yet; the author adds it with `withResults`. */
  history: readonly McpMessage[]
}

export const plainForm: Form<SampleResult> = {
  read: (result) => ({ result, history: result.exchange.messages }),
}

/**
 * Asks a model. With `retries`, a reply with a problem is sent back with what is wrong with it, and only the good exchange is
 * remembered; without, the author sees the problem.
 */
export function* sample<R>(branch: Branch, request: SampleRequest, form: Form<R>, retries?: number): Sampling<R> {
  let retry: McpMessage[] = []
  for (let attempt = 0; ; attempt++) {
    const { result: given, calls } = yield* ask(branch, request, form, retry)
    const { result, problem, told = [], history } = form.read(given, calls, branch)
    if (problem === undefined || retries === undefined) {
      if (request.prompt !== undefined) branch.conversation.push(history)
      return result
    }
    if (attempt === retries) throw new SampleValidationError(attempt + 1, problem)
    retry = [...retry, ...feedback(told, problem)]
  }
}

/** What went wrong, as the next messages: the tool results say it; where there was no call, a message does. */
function feedback(messages: readonly McpMessage[], problem: string): McpMessage[] {
  const [, ...rest] = messages
  return rest.length > 1 ? rest : [...rest, textMessage('user', problem)]
}

export function schemaForm<T>(schema: Schema<unknown, T>): Form<SampleSchemaResult<T>> {
  const tool: WireTool = {
    name: SCHEMA_TOOL,
    description: 'Respond with structured data matching this schema.',
    inputSchema: toJsonSchema(schema, 'input'),
  }
  return {
    tools: [tool],
    toolChoice: 'required',
    read(result, calls, branch) {
      const call = calls.find(({ name }) => name === SCHEMA_TOOL) ?? writtenCall(branch, result.text)
      const checked: Checked<T> =
        call === undefined
          ? { type: 'invalid', problem: 'Answer with data that matches the schema, not with text.' }
          : checkNow(schema, call.input, 'the schema of a sample')
      const { request, response } = result.exchange
      if (checked.type === 'invalid') {
        const { problem } = checked
        const exchange = createSchemaExchange<T>(request, response, checked)
        const refused = { ...result, exchange, parsed: null, parseError: problem }
        return { result: refused, problem, told: exchange.messages, history: exchange.messages }
      }
      const given: McpMessage = calls.length > 0 ? response : { role: 'assistant', content: [call!] }
      const exchange = createSchemaExchange(request, given, { parsed: checked.value })
      return { result: { ...result, exchange, parsed: checked.value }, history: exchange.messages }
    },
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

export function toolsForm(tools: readonly SampleTool[], toolChoice: ToolChoice): Form<SampleToolsResult> {
  const repeated = tools.find(({ name }, index) => tools.findIndex((other) => other.name === name) !== index)
  if (repeated !== undefined) throw new ToolUsageError(`a sample offers two tools that are named "${repeated.name}"`)
  const names = tools.map(({ name }) => name).join(', ')
  const toCall = ({ id, name, input }: ToolUseBlock): ToolCall => {
    const tool = tools.find((candidate) => candidate.name === name)
    if (tool === undefined) return { id, name, input, problem: `There is no tool ${name}; there is ${names}.` }
    const checked = checkNow(tool.inputSchema, input, `the input of ${name}`)
    return checked.type === 'valid' ? { id, name, input: checked.value } : { id, name, input, problem: checked.problem }
  }
  return {
    tools: tools.map(({ name, description, inputSchema }) => ({
      name,
      ...(description !== undefined && { description }),
      inputSchema: toJsonSchema(inputSchema, 'input'),
    })),
    toolChoice,
    read(plain, calls) {
      const { exchange } = plain
      const toolCalls = calls.map(toCall)
      const result = { ...plain, toolCalls }
      if (toolCalls.length === 0) {
        const { messages } = exchange
        const problem = toolChoice === 'required' ? `Call one of ${names}.` : undefined
        return { result, problem, told: messages, history: messages }
      }
      const problem = toolCalls.find((call) => call.problem)?.problem
      if (problem === undefined) return { result, history: [] }
      const results = toolCalls.map((call) => ({ id: call.id, content: call.problem ?? 'not run', isError: true }))
      return { result, problem, told: exchange.withResults(results), history: [] }
    },
  }
}

/** One model call: one effect, one entry. */
function* ask(
  branch: Branch,
  request: SampleRequest,
  form: Form<unknown>,
  retry: readonly McpMessage[],
): Sampling<{ result: SampleResult; calls: ToolUseBlock[] }> {
  const { tools, toolChoice = 'auto' } = form
  const effect = new Sample(branch, request, tools && { tools, toolChoice }, retry)
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
