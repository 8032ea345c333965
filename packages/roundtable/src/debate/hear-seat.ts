import {
  addUsage,
  EffectError,
  type ExtendedMessage,
  type McpMessage,
  noUsage,
  type Operation,
  type SampleTool,
  type SampleToolsResult,
  type StepContext,
  StepInterruptedError,
  type ToolCall,
  type ToolContext,
  type Usage,
} from '@sweatpants/framework'
import { toAsked } from '../answers/parse-ballot.ts'
import { parseStatement } from '../answers/parse-statement.ts'
import { seatPrompt } from '../prompts/seat-prompt.ts'
import { addressKey } from '../session/address.ts'
import type { AgentResponse, Citation, ToolUse } from '../session/response.ts'
import type { Seat } from '../session/seat.ts'
import { seatOf } from '../session/session.ts'
import { callOutside, type OutsideTool, toSampleTool } from '../toolkit/outside-tools.ts'
import { refuse, type ToolResult } from '../toolkit/request-book.ts'
import { type AgentToolkit, createToolkit } from '../toolkit/toolkit.ts'
import { withImages } from './images.ts'
import type { Table } from './table.ts'

/** Asks a seat for its statement. A substitute is asked instead if the seat fails and was never heard. */
export function* hearSeat(
  ctx: ToolContext,
  table: Table,
  seat: Seat,
  heard: readonly AgentResponse[],
): Operation<void> {
  if (yield* askSeat(ctx, table, seat, heard)) return
  const substitute = table.findSubstitute(seat)
  if (substitute === undefined) return
  yield* table.record(ctx, { type: 'seat_replace', round: table.round.number, agentId: seat.agentId, substitute })
  yield* hearSeat(ctx, table, seatOf(table.session, substitute.agentId), heard)
}

/** Asks a seat, and records a response, or a failure with its reason. Returns whether it answered. */
function* askSeat(ctx: ToolContext, table: Table, seat: Seat, heard: readonly AgentResponse[]) {
  const { session, mode, round, settings } = table
  const nonce = yield* ctx.uuid()
  const { canRequest } = table
  const { promptTokens } = settings
  const { system, message } = seatPrompt({ session, mode, seat, round, heard, nonce, promptTokens, canRequest })
  const toolkit = createToolkit({ session, round: round.number, nameOf: table.nameOf, canRequest })
  const talk = new Talk(system, withImages(session, message), settings.answerTokens)
  yield* table.record(ctx, { type: 'seat_ask', round: round.number, agentId: seat.agentId })
  try {
    const problem = yield* converse(ctx, table, seat, toolkit, talk)
    if (problem === undefined) return true
    yield* fail(ctx, table, seat, talk.usage, problem)
  } catch (error) {
    if (!(error instanceof EffectError)) throw error
    yield* fail(ctx, table, seat, talk.usage, toProblem(error))
  }
  return false
}

/** The conversation with a seat's model, and its cost. */
class Talk {
  readonly system: string
  messages: readonly ExtendedMessage[]
  usage: Usage = noUsage
  readonly uses: ToolUse[] = []
  thoughts = ''
  readonly sources: Citation[] = []
  /** Pages that the tools have named. */
  readonly seen = new Set<string>()

  maxTokens: number

  constructor(system: string, message: McpMessage, maxTokens: number) {
    this.system = system
    this.maxTokens = maxTokens
    this.messages = [message]
  }

  hear({ usage, exchange, sources = [] }: Omit<SampleToolsResult, 'toolCalls'>): void {
    this.usage = addUsage(this.usage, usage)
    const { content } = exchange.response
    for (const block of Array.isArray(content) ? content : [content])
      if (block.type === 'reasoning') this.thoughts += block.text
    for (const { url, title = url } of sources)
      if (title !== undefined) this.sources.push({ title, ...(url !== undefined && { url }) })
  }
}

interface Problem {
  code: string
  reason: string
}

/** Lets the seat use its toolkit until it answers. Returns the problem when it does not answer. */
function* converse(ctx: ToolContext, table: Table, seat: Seat, toolkit: AgentToolkit, talk: Talk) {
  const { toolRounds } = table.settings
  const tools = [...toolkit.tools, ...table.tools.map(toSampleTool)]
  for (let uses = 0; uses <= toolRounds; uses++) {
    const result = yield* ask(ctx, seat, tools, talk, uses < toolRounds)
    talk.hear(result)
    if (result.toolCalls.length === 0) {
      const problem = yield* understand(ctx, table, seat, talk, result)
      if (problem === undefined || result.stopReason !== 'maxTokens') return problem
      if (talk.maxTokens > table.settings.answerTokens) return toCut(talk)
      talk.maxTokens *= MORE_TOKENS
      continue
    }
    const known = toolkit.requests.length
    const results: ReturnType<typeof toToolResult>[] = []
    for (const call of result.toolCalls) results.push(yield* useTool(ctx, table, toolkit, call, seat, talk))
    for (const request of toolkit.requests.slice(known)) yield* table.request(ctx, request)
    const [, ...said] = result.exchange.withResults(results)
    talk.messages = [...talk.messages, ...said]
  }
  const reason = `it used its tools ${toolRounds} times and gave no answer`
  return { code: 'no_answer', reason } satisfies Problem
}

/** An answer that was cut is requested once more with so many times the tokens. */
const MORE_TOKENS = 4

const toCut = ({ maxTokens }: Talk): Problem => ({
  code: 'truncated',
  reason: `the answer was cut at ${maxTokens} tokens; raise settings.answerTokens`,
})

/** Asks the model, without tools if it does not support them. */
function* ask(ctx: ToolContext, seat: Seat, tools: readonly SampleTool[], talk: Talk, mayUseTools: boolean) {
  const request = {
    key: seat.agentId,
    messages: talk.messages,
    systemPrompt: talk.system,
    maxTokens: talk.maxTokens,
  }
  try {
    return yield* ctx.sample({ ...request, tools, toolChoice: mayUseTools ? 'auto' : 'none' })
  } catch (error) {
    if (!(error instanceof EffectError) || error.failure.code !== 'unsupported') throw error
    const result = yield* ctx.sample(request)
    return { ...result, toolCalls: [] }
  }
}

/** Uses the toolkit, or a tool of another server. */
function* useTool(
  ctx: ToolContext,
  table: Table,
  toolkit: AgentToolkit,
  { id, name, input, problem }: ToolCall,
  { agentId }: Seat,
  talk: Talk,
) {
  const outside = table.tools.find((tool) => tool.name === name)
  if (problem !== undefined) return toToolResult(talk, id, name, input, refuse(problem))
  if (outside === undefined) return toToolResult(talk, id, name, input, toolkit.executeTool(name, input, agentId))
  const result = yield* useOutside(ctx, table, outside, input, outside.isRepeatable)
  return toToolResult(talk, id, name, input, result)
}

/**
 * Calls a tool of another server. A call that was in flight when the process ended may have had its effect, and the server may
 * be the reason for the end: it is sent again at most once, and only if the server says that a repeated call does no harm.
 */
function* useOutside(
  ctx: ToolContext,
  table: Table,
  tool: OutsideTool,
  input: unknown,
  canRepeat: boolean,
): Operation<ToolResult> {
  try {
    const call = ({ signal }: StepContext) => callOutside(table.connected(), tool, input, signal)
    // What a step returns is JSON, and has the same form.
    return (yield* ctx.step('use_tool', call, { once: true })) as ToolResult
  } catch (error) {
    if (!(error instanceof StepInterruptedError)) throw error
  }
  if (canRepeat) return yield* useOutside(ctx, table, tool, input, false)
  return refuse(`the call of ${tool.name} was interrupted; its outcome is unknown, and it is not sent again`)
}

function toToolResult(talk: Talk, id: string, name: string, input: unknown, result: ToolResult) {
  const content = JSON.stringify(result)
  talk.uses.push({ name, input, result })
  for (const address of content.match(/https?:\/\/[^\s"'<>\\)\]]+/g) ?? []) talk.seen.add(addressKey(address) ?? '')
  return { id, content, isError: !result.success }
}

function* understand(ctx: ToolContext, table: Table, seat: Seat, talk: Talk, { text, model }: SampleToolsResult) {
  const { session, round, mode } = table
  const { agentId, role } = seat
  const ranks = mode.ranks === true && session.responses.some((one) => one.round < round.number)
  const speakers = Object.fromEntries(session.agentIds.map((id) => [table.nameOf(id), id]))
  const parsed = parseStatement(text, { ...toAsked(session), speakers, ...(ranks && { ranker: agentId }) })
  if (parsed.type === 'malformed') return { code: 'malformed_answer', reason: parsed.problem } satisfies Problem
  const statement = parsed.value
  const violation = role && mode.findViolation?.(statement, role)
  yield* table.record(ctx, {
    type: 'response_add',
    response: {
      ...statement,
      agentId,
      round: round.number,
      model,
      citations: withSources(statement.citations, talk),
      toolUses: talk.uses,
      usage: talk.usage,
      ...(talk.thoughts !== '' && { thoughts: talk.thoughts }),
      ...(violation !== undefined && { violation }),
    },
  })
  return undefined
}

/** Adds what searches have returned, each page once, and marks citations of it as checked. */
function withSources(citations: readonly Citation[], { sources, seen }: Talk): Citation[] {
  const found = new Set([...seen, ...sources.flatMap(({ url }) => addressKey(url) ?? [])])
  const marked = citations.map((citation): Citation => {
    const key = addressKey(citation.url)
    return key !== undefined && found.has(key) ? { ...citation, isChecked: true } : citation
  })
  const known = new Set(marked.flatMap(({ url }) => addressKey(url) ?? []))
  const added = sources.filter(({ url, title }) => {
    const key = addressKey(url) ?? title
    return !known.has(key) && known.add(key)
  })
  return [...marked, ...added.map((source): Citation => ({ ...source, isChecked: true }))]
}

const toProblem = ({ failure }: EffectError): Problem => ({
  code: String(failure.code ?? 'unavailable'),
  reason: failure.message,
})

function* fail(ctx: ToolContext, table: Table, { agentId, model }: Seat, usage: Usage, problem: Problem) {
  const failure = { agentId, model, round: table.round.number, phase: 'response' as const, ...problem }
  yield* table.record(ctx, { type: 'seat_fail', failure, usage })
}
