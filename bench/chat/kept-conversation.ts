import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type UIMessage, validateUIMessages } from 'ai'
import { sayTurns, TURN_LENGTH } from './long-log.ts'
import { SessionFile } from './session-file.ts'

/** A conversation that is kept, and opened again by a page. */
export interface KeptConversation extends Disposable {
  name: string
  /** A server for it, which is not measured. */
  open(): Promise<Reloading>
  /** Bytes that a page sends to say one thing more. */
  sent: number
}

export interface Reloading extends AsyncDisposable {
  /** Reads the conversation as a server does, and parses it as a page does. Resolves to its number of messages. */
  reload(): Promise<number>
}

const TEXT = 'Tell me a story.'

/** A log of patches, by a server that has just started, or one that was asked before. */
export async function keepOurs(messages: number, isKnown: boolean): Promise<KeptConversation> {
  const file = new SessionFile()
  await file.create()
  const patches = sayTurns(messages / 2, Number.POSITIVE_INFINITY)
  await file.append(patches.slice(0, -TURN_LENGTH))
  const open = async (): Promise<Reloading> => {
    const session = await file.open()
    if (isKnown) await session.reload()
    return {
      async reload() {
        const { state } = JSON.parse(await session.reload()) as { state: { messages: unknown[] } }
        return state.messages.length
      },
      [Symbol.asyncDispose]: () => session[Symbol.asyncDispose](),
    }
  }
  // The first read of the whole log stores a snapshot, as every server does now and then.
  await using first = await open()
  await first.reload()
  await file.append(patches.slice(-TURN_LENGTH))
  const command = { type: 'send', commandId: crypto.randomUUID(), content: TEXT, model: 'demo' }
  return {
    name: isKnown ? 'ours' : 'ours, just started',
    open,
    sent: JSON.stringify(command).length,
    [Symbol.dispose]: () => file[Symbol.dispose](),
  }
}

/** A file of messages, which is how the documentation of the AI SDK keeps a chat. */
export function keepUiMessages(messages: number, isChecked: boolean): KeptConversation {
  const directory = mkdtempSync(join(tmpdir(), 'chat-bench-'))
  const path = join(directory, 'chat.json')
  writeFileSync(path, JSON.stringify(toUiMessages(messages)))
  return {
    name: isChecked ? 'ai, a file of messages, checked' : 'ai, a file of messages, unchecked',
    open: async () => ({
      async reload() {
        const read: UIMessage[] = JSON.parse(readFileSync(path, 'utf8'))
        const kept = isChecked ? await validateUIMessages({ messages: read }) : read
        return (JSON.parse(JSON.stringify(kept)) as unknown[]).length
      },
      async [Symbol.asyncDispose]() {},
    }),
    // `DefaultChatTransport` sends all of them with every message.
    sent: statSync(path).size + JSON.stringify({ id: '1', role: 'user', parts: [{ type: 'text', text: TEXT }] }).length,
    [Symbol.dispose]: () => rmSync(directory, { recursive: true }),
  }
}

/** The state after the patches of our log. */
const toUiMessages = (messages: number): UIMessage[] =>
  sayTurns(messages / 2, Number.POSITIVE_INFINITY).flatMap((patch): UIMessage[] => {
    if (patch.type === 'user_message') {
      return [{ id: patch.messageId, role: 'user', parts: [{ type: 'text', text: String(patch.content) }] }]
    }
    if (patch.type !== 'assistant_message') return []
    const parts = patch.content.flatMap((block) =>
      block.type === 'text' ? [{ type: 'text' as const, text: block.text }] : [],
    )
    return [{ id: patch.messageId, role: 'assistant', parts }]
  })
