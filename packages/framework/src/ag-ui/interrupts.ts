import {
  findOpenApproval,
  openApprovals,
  openQuestions,
  toAnswer,
  toApprovalId,
  toQuestionId,
  toVerdict,
} from '../chat/asked.ts'
import type { NewCommand } from '../chat/command.ts'
import type { ChatState } from '../chat/state.ts'
import type { ElicitAnswer } from '../tools/elicit.ts'
import { isObject, type Json } from '../tools/json.ts'

/** What a run waits for, in AG-UI: a question, or a call that needs approval. */
export interface AgUiInterrupt {
  id: string
  reason: 'input_required' | 'tool_call'
  message: string
  toolCallId: string
  /** The JSON Schema of the answer. */
  responseSchema?: Record<string, unknown>
  expiresAt?: string
  metadata?: Record<string, unknown>
}

/** An answer of the client to an interrupt. */
export interface AgUiResume {
  interruptId: string
  status: 'resolved' | 'cancelled'
  payload?: unknown
  /** AG-UI has no way to decline: `{ action: 'decline' }` says so. */
  metadata?: Record<string, unknown>
}

/** Returns the open questions and approvals of a chat as interrupts. */
export function toInterrupts(state: ChatState): AgUiInterrupt[] {
  const questions = openQuestions(state).map((question): AgUiInterrupt => {
    const { callId, message, schema, expiresAt, key, toolName, context, attempt, refusal, ui, url, origin } = question
    const details = { toolName, key, context, attempt, refusal, ui, url, origin }
    return {
      id: toQuestionId(question),
      reason: 'input_required',
      message: refusal === undefined ? message : `${message}\n\n(The last answer was refused: ${refusal})`,
      toolCallId: callId,
      ...(schema && { responseSchema: schema }),
      ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt).toISOString() }),
      metadata: { sweatpants: JSON.parse(JSON.stringify(details)) },
    }
  })
  const approvals = openApprovals(state).map((asked): AgUiInterrupt => {
    const { callId, toolName, arguments: args, preview, destructive } = asked
    const tool = state.capabilities.tools.find(({ name }) => name === toolName)
    const editedArgs = tool?.inputSchema ?? { type: 'object' }
    return {
      id: toApprovalId(asked),
      reason: 'tool_call',
      toolCallId: callId,
      message: preview === undefined ? `Allow ${toolName} to run?` : `${preview}\n\nAllow ${toolName} to run?`,
      responseSchema: {
        type: 'object',
        properties: { approved: { type: 'boolean' }, reason: { type: 'string' }, editedArgs },
        required: ['approved'],
      },
      metadata: {
        sweatpants: {
          toolName,
          arguments: args,
          ...(preview !== undefined && { preview }),
          ...(destructive && { destructive }),
        },
      },
    }
  })
  return [...questions, ...approvals]
}

/** Returns the command of an answer, or `undefined` if its question is not open any more. */
export function toCommand(
  { interruptId, status, payload, metadata }: AgUiResume,
  state: ChatState,
): NewCommand | undefined {
  const question = openQuestions(state).find((open) => toQuestionId(open) === interruptId)
  if (question !== undefined) return toAnswer(question, toElicitAnswer(status, payload, metadata))
  const asked = findOpenApproval(state, interruptId)
  if (asked === undefined) return undefined
  const { approved, reason, editedArgs } = isObject(payload) ? payload : {}
  const isAllowed = status === 'resolved' && approved === true
  // The tool checks its arguments.
  const edited = editedArgs as Json | undefined
  return toVerdict(asked, isAllowed, { edited, ...(typeof reason === 'string' && { reason }) })
}

function toElicitAnswer(
  status: AgUiResume['status'],
  content: unknown,
  metadata: AgUiResume['metadata'],
): ElicitAnswer {
  if (status === 'resolved') return { action: 'accept', content }
  return { action: metadata?.action === 'decline' ? 'decline' : 'cancel' }
}
