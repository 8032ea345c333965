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
import { formOf } from '../prompts/sections.ts'
import { addressKey } from '../session/address.ts'
import type { AgentResponse, Citation, ToolUse } from '../session/response.ts'
import type { Seat } from '../session/seat.ts'
import { heardBefore, responsesOf, seatOf } from '../session/session.ts'
import { callOutside, type OutsideTool, toSampleTool } from '../toolkit/outside-tools.ts'
import { refuse, type ToolResult } from '../toolkit/request-book.ts'
import { type AgentToolkit, createToolkit } from '../toolkit/toolkit.ts'
import { type Problem, sampleWhole, toFailure, toProblem, type Whole } from './ask-model.ts'
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
  const talk = new Talk(system, withImages(session, message))
  yield* table.record(ctx, { type: 'seat_ask', round: round.number, agentId: seat.agentId })
  try {
    const problem = yield* converse(ctx, table, seat, toolkit, talk)
    if (problem === undefined) return true
    yield* fail(ctx, table, seat, talk.usage, problem)
  } catch (error) {
    if (!(error instanceof EffectError)) throw error
    yield* fail(ctx, table, seat, talk.usage, toFailure(error))
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

  constructor(system: string, message: McpMessage) {
    this.system = system
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

/** Lets the seat use its toolkit until it answers. Returns the problem when it does not answer. */
function* converse(ctx: ToolContext, table: Table, seat: Seat, toolkit: AgentToolkit, talk: Talk) {
  const { toolRounds, answerTokens } = table.settings
  const tools = [...toolkit.tools, ...table.tools.map(toSampleTool)]
  for (let uses = 0; uses <= toolRounds; uses++) {
    const mayUseTools = uses < toolRounds
    const result = yield* sampleWhole(answerTokens, (most) => ask(ctx, seat, tools, talk, mayUseTools, most))
    talk.hear(result)
    if (result.toolCalls.length === 0) return yield* understand(ctx, table, seat, talk, result)
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

/** Asks the model, without tools if it does not support them. */
function* ask(
  ctx: ToolContext,
  seat: Seat,
  tools: readonly SampleTool[],
  talk: Talk,
  mayUseTools: boolean,
  maxTokens: number,
): Operation<SampleToolsResult> {
  const request = { key: seat.agentId, messages: talk.messages, systemPrompt: talk.system, maxTokens }
  try {
    return yield* ctx.sample({ ...request, tools, toolChoice: mayUseTools ? 'auto' : 'none' })
  } catch (error) {
    if (!(error instanceof EffectError) || error.failure.code !== 'unsupported') throw error
    const result = yield* ctx.sample(request)
    return { ...result, toolCalls: [] }
  }
}

/** Uses the toolkit, or a connected tool. */
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
  // The steps of the tool have the same idempotency keys when the call is sent again.
  const runId = yield* ctx.uuid()
  const result = yield* useOutside(ctx, table, outside, { input, runId }, outside.isRepeatable)
  return toToolResult(talk, id, name, input, result)
}

/**
 * Calls a connected tool. A call that was in flight when the process ended may have had its effect, and the server may
 * be the reason for the end: it is sent again at most once, and only if the server says that a repeated call does no harm.
 */
function* useOutside(
  ctx: ToolContext,
  table: Table,
  tool: OutsideTool,
  sent: { input: unknown; runId: string },
  canRepeat: boolean,
): Operation<ToolResult> {
  try {
    const { input, runId } = sent
    const call = ({ signal }: StepContext) => callOutside(table.connected(), tool, input, { runId, signal })
    // What a step returns is JSON, and has the same form.
    return (yield* ctx.step('use_tool', call, { once: true })) as ToolResult
  } catch (error) {
    if (!(error instanceof StepInterruptedError)) throw error
  }
  if (canRepeat) return yield* useOutside(ctx, table, tool, sent, false)
  return refuse(`the call of ${tool.name} was interrupted; its outcome is unknown, and it is not sent again`)
}

function toToolResult(talk: Talk, id: string, name: string, input: unknown, result: ToolResult) {
  const content = JSON.stringify(result)
  talk.uses.push({ name, input, result })
  for (const address of content.match(/https?:\/\/[^\s"'<>\\)\]]+/g) ?? []) talk.seen.add(addressKey(address) ?? '')
  return { id, content, isError: !result.success }
}

function* understand(ctx: ToolContext, table: Table, seat: Seat, talk: Talk, said: Whole<SampleToolsResult>) {
  const { text, model, cutAt } = said
  const { session, round, mode } = table
  const { agentId, role } = seat
  const toSpeakers = (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [table.nameOf(id), id]))
  const speakers = toSpeakers(session.agentIds)
  const last = responsesOf(session, heardBefore(session, round.number)).map((one) => one.agentId)
  const ranks = mode.ranks === true && last.length > 0 && { ranks: { own: agentId, speakers: toSpeakers(last) } }
  const { isGrouped } = formOf(session, seat)
  const parsed = parseStatement(text, { ...toAsked(session), speakers, isGrouped, ...ranks })
  if (parsed.type === 'malformed') return toProblem(said, parsed.problem)
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
      ...(cutAt !== undefined && { isCut: true as const }),
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

function* fail(ctx: ToolContext, table: Table, { agentId, model }: Seat, usage: Usage, problem: Problem) {
  const failure = { agentId, model, round: table.round.number, phase: 'response' as const, ...problem }
  yield* table.record(ctx, { type: 'seat_fail', failure, usage })
}
