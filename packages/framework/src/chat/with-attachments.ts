import { keptOf } from '../tools/attachment.ts'
import type { ChatMessage, ChatState } from './state.ts'
import { isAttachment } from './user-content.ts'

/**
 * Returns a function that puts the data which is kept beside the log into the messages of a state, for front ends that do not load it
 * by its digest. Each message is read once.
 */
export function createAttacher(
  read: (digest: string) => Promise<string | undefined>,
): (state: ChatState) => Promise<ChatState> {
  const known = new WeakMap<ChatMessage, Promise<ChatMessage>>()

  async function fill(message: ChatMessage): Promise<ChatMessage> {
    const content = message.content.map(async (block) => {
      const kept = isAttachment(block) ? keptOf(block) : undefined
      if (kept === undefined) return block
      const { _meta, ...shown } = block
      return { ...shown, data: (await read(kept.digest)) ?? '' } as typeof block
    })
    return { ...message, content: await Promise.all(content) }
  }

  /** A text must not be lost with its image. The data is read again for the next state. */
  function retryLater(message: ChatMessage): ChatMessage {
    known.delete(message)
    return message
  }

  return async (state) => {
    if (!state.messages.some(hasKept)) return state
    const messages = state.messages.map((message) => {
      if (!hasKept(message)) return message
      const filled = known.get(message) ?? fill(message).catch(() => retryLater(message))
      known.set(message, filled)
      return filled
    })
    return { ...state, messages: await Promise.all(messages) }
  }
}

const hasKept = ({ content }: ChatMessage): boolean =>
  content.some((block) => isAttachment(block) && keptOf(block) !== undefined)
