import type { Said } from '../providers/wire.ts'

/** The part of a request that the clerk looks at. */
export interface ChatRequest {
  messages: { role: string; content?: string | { text?: string }[] | null }[]
}

/**
 * Does as it is told, and as nothing else but the conversation says: of `order a note b` it calls both tools at once, and then
 * tells of it; of `tell 100` it says so many words.
 */
export function answerChat({ messages }: ChatRequest): Said {
  const asked = messages.findLastIndex(({ role }) => role === 'user')
  const text = textOf(messages[asked])
  const isDone = messages.slice(asked).some(({ role }) => role === 'tool')
  const wanted = isDone ? [] : [...text.matchAll(/(order|pay|note) (\w+)/g)]
  if (wanted.length > 0) {
    const calls = wanted.map(([, name, run], index) => ({ id: `call_${index}`, name: name!, input: { run } }))
    return { text: 'Let me see to it.', calls }
  }
  const length = Number(/tell (\d+)/.exec(text)?.[1] ?? 20)
  return { text: Array.from({ length }, (_, index) => `word${index}`).join(' ') }
}

function textOf(message: ChatRequest['messages'][number] | undefined): string {
  const { content } = message ?? {}
  return typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join(' ')
}
