import type { ChatMessage, ChatState, ToolCallState } from '../chat/state.ts'
import type { AcpUpdate } from './protocol.ts'

const KINDS = { user: 'user_message_chunk', assistant: 'agent_message_chunk', reasoning: 'agent_thought_chunk' }

const STATUS: Record<ToolCallState['status'], string> = {
  running: 'in_progress',
  waiting: 'in_progress',
  approval: 'pending',
  done: 'completed',
  failed: 'failed',
  cancelled: 'failed',
}

/** The updates that an editor has received of a session. It receives the difference to the newest state. */
export class Told {
  readonly #texts = new Map<string, string>()
  readonly #calls = new Map<string, string>()

  /** Marks the state as received. */
  skip(state: ChatState): void {
    for (const _ of this.next(state));
  }

  /** Marks a message that the editor sent as received. */
  skipMessage(messageId: string, texts: readonly string[]): void {
    for (const [index, text] of texts.entries()) this.#texts.set(`${messageId} ${index}`, text)
  }

  *next(state: ChatState): Generator<AcpUpdate> {
    for (const message of state.messages) {
      yield* this.#tellTexts(message)
      for (const call of Object.values(state.toolCalls)) {
        if (call.messageId === message.messageId && call.calledBy === undefined) yield* this.#tellCall(call)
      }
    }
  }

  *#tellTexts({ messageId, role, content }: ChatMessage): Generator<AcpUpdate> {
    for (const [index, block] of content.entries()) {
      if (block.type !== 'text' && block.type !== 'reasoning') continue
      const key = `${messageId} ${index}`
      const known = this.#texts.get(key) ?? ''
      const { text } = block
      // Another attempt starts over; text that the editor has already is not sent again.
      if (known.startsWith(text)) continue
      this.#texts.set(key, text)
      // ACP cannot delete text: an attempt with other words is appended below the last one.
      const delta = text.startsWith(known) ? text.slice(known.length) : `\n\n${text}`
      const sessionUpdate = KINDS[block.type === 'reasoning' ? 'reasoning' : role]
      yield { sessionUpdate, content: { type: 'text', text: delta }, messageId }
    }
  }

  *#tellCall(call: ToolCallState): Generator<AcpUpdate> {
    const { callId: toolCallId, toolName: title, arguments: rawInput, result } = call
    const known = this.#calls.get(toolCallId)
    if (known === undefined)
      yield { sessionUpdate: 'tool_call', toolCallId, title, kind: 'other', status: 'pending', rawInput }
    const said = wordsOf(call)
    const status = STATUS[call.status]
    const now = `${status} ${said}`
    this.#calls.set(toolCallId, now)
    if (now === known) return
    const content = said === undefined ? {} : { content: [{ type: 'content', content: { type: 'text', text: said } }] }
    const rawOutput = call.status === 'done' ? { rawOutput: result ?? null } : {}
    yield { sessionUpdate: 'tool_call_update', toolCallId, status, ...content, ...rawOutput }
  }
}

function wordsOf({ status, result, error, progress }: ToolCallState): string | undefined {
  if (status === 'done') return typeof result === 'string' ? result : JSON.stringify(result ?? null)
  return error?.message ?? (status === 'cancelled' ? 'cancelled' : progress?.message)
}
