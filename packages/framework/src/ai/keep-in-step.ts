import { waitsForOwner } from '../chat/asked.ts'
import type { ChatState } from '../chat/state.ts'
import { hasAnswers } from './answers.ts'
import type { ChatTransport } from './chat-transport.ts'
import type { AnyMessage } from './ui-message.ts'
import { toTurnId, toUIMessages } from './ui-messages.ts'

/** A `Chat` of AI SDK UI, as `useChat({ chat })` takes it. */
export interface UiChat<M extends AnyMessage> {
  readonly id: string
  readonly status: string
  messages: M[]
  resumeStream(): Promise<void>
}

/** Milliseconds between two looks at whether the page's own stream has ended. */
const LOOK = 100

/**
 * Shows in a page what happens without it: messages and answers of other tabs, questions that expire, turns that are stopped. Returns a
 * function that ends it.
 *
 * ```ts
 * const chat = new Chat({ id, messages: await transport.load(id), transport, sendAutomaticallyWhen: hasAnswers })
 * useEffect(() => keepInStep(chat, transport), [chat])
 * ```
 */
export function keepInStep<M extends AnyMessage>(
  chat: UiChat<M>,
  transport: Pick<ChatTransport, 'follow'>,
): () => void {
  const leaving = new AbortController()
  void follow(chat, transport, leaving.signal).catch((error) => leaving.signal.aborted || console.error(error))
  return () => leaving.abort()
}

async function follow<M extends AnyMessage>(
  chat: UiChat<M>,
  transport: Pick<ChatTransport, 'follow'>,
  signal: AbortSignal,
): Promise<void> {
  let newest: ChatState | undefined
  let shown: ChatState | undefined
  const look = () => {
    if (newest === undefined || newest === shown || isBusy(chat)) return
    shown = newest
    show(chat, newest)
  }
  const timer = setInterval(look, LOOK)
  try {
    for await (const state of transport.follow(chat.id, signal)) {
      newest = state
      look()
    }
  } finally {
    clearInterval(timer)
  }
}

function show<M extends AnyMessage>(chat: UiChat<M>, state: ChatState): void {
  const running = state.turn !== undefined && !waitsForOwner(state) ? toTurnId(state.turn.turn) : undefined
  chat.messages = toUIMessages<M>(state).filter(({ id }) => id !== running)
  if (running !== undefined) void chat.resumeStream()
}

/** What was answered here and is not sent yet is newer than what the server says. */
const isBusy = <M extends AnyMessage>({ status, messages }: UiChat<M>): boolean =>
  status === 'submitted' || status === 'streaming' || hasAnswers({ messages })
