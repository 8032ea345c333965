import type { NewCommand } from '../chat/command.ts'
import { type ChatState, findOpenApproval, type PendingElicitState, toApprovalId } from '../chat/state.ts'
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
      id: toInterruptId(question),
      reason: 'input_required',
      message: refusal === undefined ? message : `${message}\n\n(The last answer was refused: ${refusal})`,
      toolCallId: callId,
      ...(schema && { responseSchema: schema }),
      ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt).toISOString() }),
      metadata: { sweatpants: JSON.parse(JSON.stringify(details)) },
    }
  })
  const approvals = Object.values(state.pendingApprovals)
    .filter(({ status }) => status === 'pending')
    .map((asked): AgUiInterrupt => {
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
export function toCommand({ interruptId, status, payload, metadata }: AgUiResume, state: ChatState) {
  const question = openQuestions(state).find((open) => toInterruptId(open) === interruptId)
  if (question !== undefined) return toAnswer(question, toElicitAnswer(status, payload, metadata))
  const asked = findOpenApproval(state, interruptId)
  if (asked === undefined) return undefined
  const { callId, attempt = 1 } = asked
  const { approved, reason, editedArgs } = isObject(payload) ? payload : {}
  if (status !== 'resolved' || approved !== true) {
    const said = typeof reason === 'string' ? { reason } : {}
    return { type: 'deny', callId, ...said } satisfies NewCommand
  }
  // The tool checks its arguments.
  const edited = editedArgs === undefined ? {} : { arguments: editedArgs as Json }
  return { type: 'approve', callId, attempt, ...edited } satisfies NewCommand
}

const toAnswer = ({ callId, elicitId, attempt }: PendingElicitState, result: ElicitAnswer) =>
  ({ type: 'elicit_response', callId, elicitId, attempt, result }) satisfies NewCommand

function toElicitAnswer(
  status: AgUiResume['status'],
  content: unknown,
  metadata: AgUiResume['metadata'],
): ElicitAnswer {
  if (status === 'resolved') return { action: 'accept', content }
  return { action: metadata?.action === 'decline' ? 'decline' : 'cancel' }
}

const openQuestions = ({ pendingElicits }: ChatState): PendingElicitState[] =>
  Object.values(pendingElicits).filter(({ status }) => status === 'pending')

/** Another one when the question is asked again, so that a late answer to the last attempt does not count. */
const toInterruptId = ({ elicitId, attempt }: PendingElicitState): string =>
  attempt === 1 ? elicitId : `${elicitId}#${attempt}`
