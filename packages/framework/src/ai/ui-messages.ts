import { toApprovalId } from '../chat/asked.ts'
import type { AskedState, ChatMessage, ChatState, PendingElicitState, ToolCallState } from '../chat/state.ts'
import type { UiMessage, UiPart } from './ui-message.ts'

/** The message of the assistant that shows a turn. */
export const toTurnId = (turn: number): string => `turn-${turn}`

/** Returns the turn that a message of the assistant shows. */
export function fromTurnId(id: string): number | undefined {
  const [, turn] = /^turn-(\d+)$/.exec(id) ?? []
  return turn === undefined ? undefined : Number(turn)
}

/** The page chose the id of a message of its own; a message that is edited keeps it there. */
export const toUiId = ({ messageId, edits = messageId }: ChatMessage): string => edits.replace(/^u-/, '')

/**
 * Returns a conversation as AI SDK UI shows it: one message of the assistant per turn, with one step per answer of the model. A question
 * of a tool is a part `tool-<tool>.<key>`; the page answers it with `addToolOutput`.
 *
 * `M` is the `UIMessage` of the page's version.
 */
export function toUIMessages<M = UiMessage>(state: ChatState): M[] {
  const shown: UiMessage[] = []
  for (const message of state.messages) {
    const { role, turn, model, usage } = message
    if (role === 'user') {
      shown.push({ id: toUiId(message), role, parts: message.content.flatMap(toUserPart) })
      continue
    }
    const id = toTurnId(turn ?? 0)
    if (shown.at(-1)?.id !== id) shown.push({ id, role, parts: [] })
    const last = shown.at(-1)!
    last.parts.push({ type: 'step-start' }, ...toStep(message, state))
    last.metadata = { turn, ...(model !== undefined && { model }), ...(usage !== undefined && { usage }) }
  }
  // The page's version declares the same messages with other types.
  return shown as unknown[] as M[]
}

function toUserPart(block: ChatMessage['content'][number]): UiPart[] {
  if (block.type === 'text') return [{ type: 'text', text: block.text }]
  if (block.type !== 'image' && block.type !== 'audio' && block.type !== 'file') return []
  const { mimeType: mediaType, data } = block
  const named = block.type === 'file' && block.name !== undefined ? { filename: block.name } : {}
  return [{ type: 'file', mediaType, url: `data:${mediaType};base64,${data}`, ...named }]
}

function toStep(message: ChatMessage, state: ChatState): UiPart[] {
  const calls = Object.values(state.toolCalls).filter(({ messageId }) => messageId === message.messageId)
  const written = message.status === 'streaming' ? 'streaming' : 'done'
  const said = message.content.flatMap((block): UiPart[] => {
    if (block.type === 'text' || block.type === 'reasoning')
      return [{ type: block.type, text: block.text, state: written }]
    const call = block.type === 'tool_use' ? calls.find(({ toolUseId }) => toolUseId === block.id) : undefined
    return call === undefined ? [] : [toCallPart(call, state)]
  })
  const questions = calls.flatMap((call) => toQuestions(call, state))
  const progress = calls.flatMap(({ callId: id, progress }): UiPart[] =>
    progress === undefined ? [] : [{ type: 'data-progress', id, data: progress }],
  )
  return [...said, ...questions, ...progress]
}

/** `providerExecuted`: the server runs it. Otherwise the page would be expected to give its output. */
function toCallPart(call: ToolCallState, { pendingApprovals }: ChatState): UiPart {
  const { callId, toolName, arguments: input, status, result, error } = call
  const part = { type: `tool-${toolName}`, toolCallId: callId, input, providerExecuted: true }
  const approval = { id: toApprovalId(pendingApprovals[callId] ?? call) }
  switch (status) {
    case 'approval':
      return { ...part, state: 'approval-requested', approval }
    case 'done':
      return { ...part, state: 'output-available', output: result }
    case 'failed': {
      const { code, message } = error!
      return code === 'denied'
        ? { ...part, state: 'output-denied', approval: { ...approval, approved: false, reason: message } }
        : { ...part, state: 'output-error', errorText: message }
    }
    case 'cancelled':
      return { ...part, state: 'output-error', errorText: 'stopped' }
    default:
      return { ...part, state: 'input-available' }
  }
}

type Question = AskedState & Partial<Pick<PendingElicitState, 'status'>>

function toQuestions(call: ToolCallState, { pendingElicits }: ChatState): UiPart[] {
  const open = Object.values(pendingElicits).filter(({ callId }) => callId === call.callId)
  return [...(call.asked ?? []), ...open].toSorted((a, b) => a.timestamp - b.timestamp).map(toQuestion)
}

/** A question whose answer the server has taken is `providerExecuted`, so that the page does not send it again. */
function toQuestion({ toolName, key, elicitId, status, response, timestamp, ...input }: Question): UiPart {
  const part = { type: `tool-${toolName}.${key}`, toolCallId: elicitId, input }
  if (status === 'pending') return { ...part, state: 'input-available' }
  return response === undefined
    ? { ...part, state: 'output-error', errorText: 'withdrawn', providerExecuted: true }
    : { ...part, state: 'output-available', output: response.result, providerExecuted: true }
}
