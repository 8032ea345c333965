import type { ChatMessage, ChatState, ToolCallState } from '../chat/state.ts'
import { isAttachment } from '../chat/user-content.ts'
import type { Telling, ToldBlock } from './content.ts'

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
  /** The texts, and an empty one for each attachment. */
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

  *next(state: ChatState): Generator<Telling> {
    for (const message of state.messages) {
      yield* this.#tellBlocks(message)
      for (const call of Object.values(state.toolCalls)) {
        if (call.messageId === message.messageId && call.calledBy === undefined) yield* this.#tellCall(call)
      }
    }
  }

  *#tellBlocks({ messageId, role, content }: ChatMessage): Generator<Telling> {
    for (const [index, block] of content.entries()) {
      const key = `${messageId} ${index}`
      if (isAttachment(block) && !this.#texts.has(key)) {
        this.#texts.set(key, '')
        yield { sessionUpdate: KINDS[role], content: block, messageId }
      }
      if (block.type !== 'text' && block.type !== 'reasoning') continue
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

  *#tellCall(call: ToolCallState): Generator<Telling> {
    const { callId: toolCallId, toolName: title, arguments: rawInput, result } = call
    const known = this.#calls.get(toolCallId)
    if (known === undefined)
      yield { sessionUpdate: 'tool_call', toolCallId, title, kind: 'other', status: 'pending', rawInput }
    const said = wordsOf(call)
    const status = STATUS[call.status]
    const now = `${status} ${said}`
    this.#calls.set(toolCallId, now)
    if (now === known) return
    const text: ToldBlock[] = said ? [{ type: 'text', text: said }] : []
    const shown = [...text, ...(call.content ?? []).filter(isAttachment)]
    const content = shown.length > 0 && {
      content: shown.map((block) => ({ type: 'content' as const, content: block })),
    }
    const rawOutput = call.status === 'done' ? { rawOutput: result ?? null } : {}
    yield { sessionUpdate: 'tool_call_update', toolCallId, status, ...content, ...rawOutput }
  }
}

function wordsOf({ status, result, error, progress }: ToolCallState): string | undefined {
  if (status === 'done') return typeof result === 'string' ? result : JSON.stringify(result ?? null)
  return error?.message ?? (status === 'cancelled' ? 'cancelled' : progress?.message)
}
