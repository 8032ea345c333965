import type { ChatMessage, ChatState } from '../chat/state.ts'
import type { AgUiEvent } from './event.ts'
import { callsOf, resultOf, textsOf, toActivity, toMessages, toProgressId, toResultId } from './messages.ts'

interface Text {
  kind: 'text' | 'reasoning'
  text: string
  isOpen: boolean
}

/** The events that a client has received of a turn. It receives the difference to the newest state, so a repeated state sends none. */
export class Told {
  readonly #turn: number
  readonly #texts = new Map<string, Text>()
  readonly #done = new Set<string>()

  /** `known` is the state that the client has already, from a snapshot. */
  constructor(turn: number, known: ChatState | undefined) {
    this.#turn = turn
    if (known === undefined) return
    for (const message of answersOf(known, turn)) {
      for (const { id, kind, text } of textsOf(message)) this.#texts.set(id, { kind, text, isOpen: false })
    }
    for (const call of Object.values(known.toolCalls)) {
      this.#done.add(call.callId)
      if (resultOf(call) !== undefined) this.#done.add(toResultId(call.callId))
    }
  }

  *next(state: ChatState): Generator<AgUiEvent> {
    for (const message of answersOf(state, this.#turn)) {
      for (const { id, kind, text } of textsOf(message)) yield* this.#tellText(id, kind, text, state)
      if (message.status !== 'streaming') for (const { id } of textsOf(message)) yield* this.#close(id)
      yield* this.#tellCalls(message.messageId, state)
    }
  }

  /** Ends what is open: a run that finishes with an open text is refused by clients. */
  *close(): Generator<AgUiEvent> {
    for (const id of this.#texts.keys()) yield* this.#close(id)
  }

  *#tellText(messageId: string, kind: Text['kind'], text: string, state: ChatState): Generator<AgUiEvent> {
    let told = this.#texts.get(messageId)
    if (told !== undefined && !text.startsWith(told.text)) {
      // Another attempt: events cannot delete text, but a snapshot replaces the message.
      yield* this.#close(messageId)
      yield { type: 'MESSAGES_SNAPSHOT', messages: toMessages(state).filter(({ id }) => id !== messageId) }
      told = undefined
    }
    const delta = text.slice(told?.text.length ?? 0)
    if (delta === '') return
    if (told?.isOpen !== true) {
      if (kind === 'text') yield { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' }
      else {
        yield { type: 'REASONING_START', messageId }
        yield { type: 'REASONING_MESSAGE_START', messageId, role: 'reasoning' }
      }
    }
    this.#texts.set(messageId, { kind, text, isOpen: true })
    yield { type: kind === 'text' ? 'TEXT_MESSAGE_CONTENT' : 'REASONING_MESSAGE_CONTENT', messageId, delta }
  }

  *#close(messageId: string): Generator<AgUiEvent> {
    const told = this.#texts.get(messageId)
    if (told?.isOpen !== true) return
    told.isOpen = false
    if (told.kind === 'text') return yield { type: 'TEXT_MESSAGE_END', messageId }
    yield { type: 'REASONING_MESSAGE_END', messageId }
    yield { type: 'REASONING_END', messageId }
  }

  *#tellCalls(parentMessageId: string, state: ChatState): Generator<AgUiEvent> {
    for (const call of callsOf(state, parentMessageId)) {
      const { callId: toolCallId, toolName: toolCallName, arguments: args, progress } = call
      if (this.#isNew(toolCallId)) {
        yield { type: 'TOOL_CALL_START', toolCallId, toolCallName, parentMessageId }
        yield { type: 'TOOL_CALL_ARGS', toolCallId, delta: JSON.stringify(args) }
        yield { type: 'TOOL_CALL_END', toolCallId }
      }
      if (progress && this.#isNew(`${toolCallId} ${JSON.stringify(progress)}`))
        yield { type: 'ACTIVITY_SNAPSHOT', messageId: toProgressId(toolCallId), ...toActivity(progress) }
      const content = resultOf(call)
      if (content !== undefined && this.#isNew(toResultId(toolCallId)))
        yield { type: 'TOOL_CALL_RESULT', messageId: toResultId(toolCallId), toolCallId, content }
    }
  }

  #isNew(key: string): boolean {
    const isNew = !this.#done.has(key)
    this.#done.add(key)
    return isNew
  }
}

export const answersOf = ({ messages }: ChatState, turn: number): ChatMessage[] =>
  messages.filter((message) => message.turn === turn && message.role === 'assistant')
