import { createMcpTool } from '../tools/builder.ts'
import type { ToolContext } from '../tools/context.ts'
import { defined } from '../tools/defined.ts'
import { withoutStop } from '../tools/describe.ts'
import type { Effect } from '../tools/effect.ts'
import type { WireTool } from '../tools/effects/sample.ts'
import { callHost } from '../tools/host.ts'
import { canonicalJson, type Json } from '../tools/json.ts'
import { type McpBlock, type McpMessage, type ToolResultBlock, type ToolUseBlock, toBlocks } from '../tools/message.ts'
import { foreignSchema } from '../tools/schema.ts'
import type { McpTool } from '../tools/tool.ts'
import type { Usage } from '../tools/usage.ts'
import type { CallOutcome } from './call-outcome.ts'
import type { CallRequest } from './call-work.ts'
import { valueBlocks } from './history.ts'
import type { Patch, ToolCallStartPatch } from './patch.ts'
import type { Plan, RunPlan } from './plan.ts'
import type { PendingApprovalState, ToolCallState } from './state.ts'

/** The log and the tools of the conversation that a turn works with. */
export interface TurnContext {
  /** Which turn of the conversation it is. */
  number: number
  /** The most samples of the turn. */
  stepLimit: number
  /** Appends a patch unless the log has it: a replay says everything again. */
  say(patch: Patch): void
  open(): Opening
  /** Returns the messages of the opening with their images, sounds and files, which are not recorded. */
  attach(messages: readonly McpMessage[]): McpMessage[]
  plan(toolName: string, input: Json): Promise<Plan>
  /** Resolves to what a call would do now, in the words of its tool, if it can say it. */
  preview(toolName: string, input: Json): Promise<string | undefined>
  /** Returns the server of a hosted tool, and the view that shows its calls. */
  hostOf(toolName: string): Pick<ToolCallStartPatch, 'origin' | 'view'>
  /** Called with the usage of a call, also in a replay. */
  spent(usage: Usage): void
  now(): number
}

/** The first prompt of the turn. It is recorded, so another process continues with it even if the history has changed since. */
export interface Opening {
  messages: McpMessage[]
  tools: WireTool[]
  systemPrompt?: string
  temperature?: number
  /** The answer that the model goes on with. */
  continues?: { messageId: string; text: string }
}

/** What a turn has its host do, and what it returns: run a tool, or wait for the person's approval. */
export interface HostRequests {
  /** Returns a `CallOutcome`. */
  call: CallRequest
  /** Returns an `Approval`. All that the person is shown is part of the request, and so of its digest in the journal. */
  approval: { callId: string } & Partial<Shown>
}

/** What a person consents to, beside the call as the model made it. */
interface Shown {
  arguments: Json
  preview: string
  attempt: number
}

type Approval = NonNullable<PendingApprovalState['response']>

/** Prefix of the step before a call. The runs of a turn's calls are found by it. */
export const PLAN = 'plan '

type Doing<T> = Generator<Effect, T, unknown>

/** One turn of a conversation: asks the model and makes the calls it wants, until it wants none. */
export const createTurn = (turn: TurnContext): McpTool =>
  createMcpTool('turn')
    .execute(function* (_params, ctx) {
      const opening = yield* ctx.step('open', () => turn.open())
      const messages = turn.attach(opening.messages)
      for (let step = 0; step < turn.stepLimit; step++) {
        const continued = step === 0 ? opening.continues?.messageId : undefined
        const messageId = continued ?? `m${turn.number}_${step}`
        const answer = yield* askModel(ctx, turn, { ...opening, messages }, messageId)
        messages.push({ role: 'assistant', content: answer.content })
        if (answer.calls.length === 0) return 'complete'
        const results = yield* ctx.all(answer.calls.map((call) => doCall(ctx, turn, call)))
        messages.push({ role: 'user', content: results })
      }
      return 'step_limit'
    })
    .build()

/** One call that a view makes: as the model's are made, and its result is for the view alone. */
export const createViewCall = (
  turn: TurnContext,
  { callId, messageId, toolName, arguments: input }: ToolCallState,
): McpTool =>
  createMcpTool('view_call')
    .execute(function* (_params, ctx) {
      yield* doCall(ctx, turn, {
        type: 'tool_use',
        id: callId,
        callId,
        messageId,
        name: toolName,
        input: input as never,
      })
    })
    .build()

/** A call of the model, with a name that is unique in the session. */
interface Call extends ToolUseBlock {
  callId: string
  messageId: string
}

function* askModel(ctx: ToolContext, turn: TurnContext, { tools, continues, ...told }: Opening, messageId: string) {
  const request = { key: messageId, ...told }
  // Some schemas come from hosted servers. The called tool checks its arguments itself.
  const offered = tools.map((tool) => ({ ...tool, inputSchema: foreignSchema(tool.inputSchema) }))
  const reply = yield* offered.length === 0 ? ctx.sample(request) : ctx.sample({ ...request, tools: offered })
  const content = toBlocks(reply.exchange.response)
  const { model, stopReason, usage, sources } = reply
  turn.say({
    type: 'assistant_message',
    messageId,
    turn: turn.number,
    content: continues?.messageId === messageId ? toWhole(continues.text, content) : content,
    model,
    stopReason,
    usage,
    timestamp: turn.now(),
    ...(sources !== undefined && { sources }),
  })
  const uses = content.filter((block) => block.type === 'tool_use')
  const calls = uses.map((use, index): Call => ({ ...use, messageId, callId: `c${messageId.slice(1)}_${index}` }))
  return { content, calls }
}

/** Returns an answer from the text that was there, and what the model has added to it. */
function toWhole(text: string, added: readonly McpBlock[]): McpBlock[] {
  const [first, ...rest] = added
  return first?.type === 'text' ? [{ ...first, text: text + first.text }, ...rest] : [{ type: 'text', text }, ...added]
}

/** Makes one call of the model and returns the result block for it. */
function* doCall(ctx: ToolContext, turn: TurnContext, call: Call): Doing<ToolResultBlock> {
  const { callId, messageId, id: toolUseId, name: toolName, input } = call
  const args = input as Json
  turn.say({
    type: 'tool_call_start',
    callId,
    toolUseId,
    messageId,
    toolName,
    arguments: args,
    timestamp: turn.now(),
    ...turn.hostOf(toolName),
  })

  const plan = yield* ctx.step(`${PLAN}${callId}`, () => turn.plan(toolName, args))
  if (plan.type === 'refuse') return refuse(turn, call, plan.code, plan.problem)

  const consent = plan.approval ? yield* askConsent(ctx, turn, call, plan) : undefined
  if (consent?.approved === false) {
    const reason = consent.reason === undefined ? '' : `: ${withoutStop(consent.reason)}`
    return refuse(turn, call, 'denied', `The person did not allow this call${reason}.`)
  }

  const outcome = yield* callHost<CallOutcome>(ctx, 'call', {
    callId,
    toolName,
    arguments: consent?.arguments ?? args,
  } satisfies HostRequests['call'])
  turn.spent(outcome.usage)
  turn.say({ type: 'elicit_complete', callId })
  if (outcome.type === 'failed') return refuse(turn, call, outcome.code, outcome.problem)
  const { value, blocks, meta } = outcome
  turn.say({
    type: 'tool_call_result',
    callId,
    result: value,
    ...defined({ content: blocks, meta }),
  })
  return { type: 'tool_result', toolUseId, content: blocks ?? valueBlocks(value) }
}

/** How often a preview may have changed when the person consents. It is left out then. */
const MAX_CHANGES = 3

/**
 * Asks the person until the call would do what the person was shown. The preview is made again after each consent; arguments that the
 * person has edited are shown with theirs before they are used.
 */
function* askConsent(ctx: ToolContext, turn: TurnContext, call: Call, plan: RunPlan): Doing<Approval> {
  const { callId, name: toolName } = call
  let args = call.input as Json
  let { preview } = plan
  let changes = 0
  for (let attempt = 1; ; attempt++) {
    const shown = {
      ...(preview !== undefined && { preview }),
      ...(attempt > 1 && { attempt }),
    }
    const { destructive } = plan
    turn.say({
      type: 'approval_request',
      callId,
      toolName,
      arguments: args,
      timestamp: turn.now(),
      ...shown,
      ...(destructive && { destructive }),
    })
    const request: HostRequests['approval'] = { callId, ...shown, ...(preview !== undefined && { arguments: args }) }
    const approval = yield* callHost<Approval>(ctx, 'approval', { ...request })
    const isEdited = approval.arguments !== undefined && canonicalJson(approval.arguments) !== canonicalJson(args)
    args = approval.arguments ?? args
    const consent = attempt === 1 ? approval : { ...approval, arguments: args }
    if (!approval.approved || preview === undefined) return consent
    const now = yield* ctx.step(`preview ${callId} ${attempt}`, () => turn.preview(toolName, args))
    if (now === preview && !isEdited) return consent
    if (!isEdited) changes++
    preview = changes < MAX_CHANGES ? now : undefined
  }
}

function refuse(turn: TurnContext, { callId, id }: Call, code: string, problem: string): ToolResultBlock {
  turn.say({ type: 'tool_call_error', callId, code, message: problem })
  return { type: 'tool_result', toolUseId: id, content: [{ type: 'text', text: problem }], isError: true }
}
