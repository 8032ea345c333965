import { createMcpTool } from '../tools/builder.ts'
import type { ToolContext } from '../tools/context.ts'
import type { Effect } from '../tools/effect.ts'
import type { WireTool } from '../tools/effects/sample.ts'
import { foreignSchema } from '../tools/foreign-schema.ts'
import { callHost } from '../tools/host.ts'
import type { Json } from '../tools/json.ts'
import { type McpMessage, type ToolResultBlock, type ToolUseBlock, toBlocks } from '../tools/message.ts'
import type { McpTool } from '../tools/tool.ts'
import type { Usage } from '../tools/usage.ts'
import type { CallOutcome } from './call-outcome.ts'
import type { CallRequest } from './call-work.ts'
import { valueBlocks } from './history.ts'
import type { Patch } from './patch.ts'
import type { Plan } from './plan.ts'
import type { PendingApprovalState } from './state.ts'

/** Who a turn works for: it says what happens, and knows the tools. */
export interface TurnHost {
  turn: number
  /** How often the model may be asked. */
  stepLimit: number
  /** Adds to the log what is not in it yet: a replay says everything again. */
  say(patch: Patch): void
  open(): Opening
  plan(toolName: string, input: Json): Promise<Plan>
  /** Told of what a call has used, each time that it is heard of. */
  spent(usage: Usage): void
  now(): number
}

/** What the model has to begin with. Recorded: whoever takes over goes on with it, whatever has been changed or taken back since. */
export interface Opening {
  messages: McpMessage[]
  tools: WireTool[]
  systemPrompt?: string
}

/** What a turn has its host do, and what it returns: run a tool, or wait for the person's approval. */
export interface HostRequests {
  /** Returns a `CallOutcome`. */
  call: CallRequest
  /** Returns an `Approval`. */
  approval: { callId: string }
}

type Approval = NonNullable<PendingApprovalState['response']>

/** The step that comes before a call. Its name is how the runs of a turn's calls are found again. */
export const PLAN = 'plan '

type Doing<T> = Generator<Effect, T, unknown>

/** One turn of a conversation: ask the model, do what it calls for, and go on until it has nothing left to call. */
export const createTurn = (host: TurnHost): McpTool =>
  createMcpTool('turn')
    .execute(function* (_params, ctx) {
      const opening = yield* ctx.step('open', () => host.open())
      const messages = [...opening.messages]
      for (let step = 0; step < host.stepLimit; step++) {
        const answer = yield* askModel(ctx, host, { ...opening, messages }, `m${host.turn}_${step}`)
        messages.push({ role: 'assistant', content: answer.content })
        if (answer.calls.length === 0) return 'complete'
        const results = yield* ctx.all(answer.calls.map((call) => doCall(ctx, host, call)))
        messages.push({ role: 'user', content: results })
      }
      return 'step_limit'
    })
    .build()

/** A call of the model, with a name that is unique in the session. */
interface Call extends ToolUseBlock {
  callId: string
  messageId: string
}

function* askModel(ctx: ToolContext, host: TurnHost, { tools, ...told }: Opening, messageId: string) {
  const request = { key: messageId, ...told }
  // Some are of hosted servers. The tool that is called checks its arguments itself.
  const offered = tools.map((tool) => ({ ...tool, inputSchema: foreignSchema(tool.inputSchema) }))
  const reply = yield* offered.length === 0 ? ctx.sample(request) : ctx.sample({ ...request, tools: offered })
  const content = toBlocks(reply.exchange.response)
  const { model, stopReason, usage, sources } = reply
  host.say({
    type: 'assistant_message',
    messageId,
    turn: host.turn,
    content,
    model,
    stopReason,
    usage,
    timestamp: host.now(),
    ...(sources !== undefined && { sources }),
  })
  const uses = content.filter((block) => block.type === 'tool_use')
  const calls = uses.map((use, index): Call => ({ ...use, messageId, callId: `c${messageId.slice(1)}_${index}` }))
  return { content, calls }
}

/** A call, from the model's wish to the result that it is shown. */
function* doCall(ctx: ToolContext, host: TurnHost, call: Call): Doing<ToolResultBlock> {
  const { callId, messageId, id: toolUseId, name: toolName, input } = call
  const args = input as Json
  host.say({ type: 'tool_call_start', callId, toolUseId, messageId, toolName, arguments: args, timestamp: host.now() })

  const plan = yield* ctx.step(`${PLAN}${callId}`, () => host.plan(toolName, args))
  if (plan.type === 'refuse') return refuse(host, call, plan.code, plan.problem)

  const consent = plan.approval ? yield* askConsent(ctx, host, call) : undefined
  if (consent?.approved === false) {
    const reason = consent.reason === undefined ? '' : `: ${consent.reason.replace(/[.\s]+$/, '')}`
    return refuse(host, call, 'denied', `The person did not allow this call${reason}.`)
  }

  const outcome = yield* callHost<CallOutcome>(ctx, 'call', {
    callId,
    toolName,
    arguments: consent?.arguments ?? args,
  } satisfies HostRequests['call'])
  host.spent(outcome.usage)
  host.say({ type: 'elicit_complete', callId })
  if (outcome.type === 'failed') return refuse(host, call, outcome.code, outcome.problem)
  const { value, blocks } = outcome
  host.say({ type: 'tool_call_result', callId, result: value, ...(blocks !== undefined && { content: blocks }) })
  return { type: 'tool_result', toolUseId, content: blocks ?? valueBlocks(value) }
}

function* askConsent(ctx: ToolContext, host: TurnHost, { callId, name, input }: Call) {
  const args = input as Json
  host.say({ type: 'approval_request', callId, toolName: name, arguments: args, timestamp: host.now() })
  return yield* callHost<Approval>(ctx, 'approval', { callId } satisfies HostRequests['approval'])
}

function refuse(host: TurnHost, { callId, id }: Call, code: string, problem: string): ToolResultBlock {
  host.say({ type: 'tool_call_error', callId, code, message: problem })
  return { type: 'tool_result', toolUseId: id, content: [{ type: 'text', text: problem }], isError: true }
}
