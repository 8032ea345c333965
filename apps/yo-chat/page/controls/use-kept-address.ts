import { keptOf } from '@sweatpants/framework/chat'
import { useChat } from '../frame/chat.ts'

interface Block {
  mimeType: string
  name?: string | undefined
  _meta?: Record<string, unknown>
}

/** Returns a function that returns where the data of a block is, if the conversation keeps it beside its log. */
export function useKeptAddress(): (block: Block) => string | undefined {
  const sessionId = useChat((snapshot) => snapshot.sessionId)
  return (block) => {
    const kept = keptOf(block)
    if (kept === undefined || sessionId === undefined) return undefined
    const { mimeType: type, name = '' } = block
    const query = new URLSearchParams(name === '' ? { type } : { type, name })
    return `/api/chat/sessions/${encodeURIComponent(sessionId)}/attachments/${kept.digest}?${query}`
  }
}
