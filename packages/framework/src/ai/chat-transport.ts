import { waitsForOwner } from '../chat/asked.ts'
import { type ChatClient, createChatClient } from '../chat/client/client.ts'
import type { ChatClientOptions } from '../chat/client/conversations.ts'
import type { NewCommand } from '../chat/command.ts'
import { codeOf } from '../chat/refusal.ts'
import { type ChatState, everyMessage } from '../chat/state.ts'
import { createAttacher } from '../chat/with-attachments.ts'
import { orAborted } from '../tools/maybe-promise.ts'
import { mintId } from '../tools/uuid.ts'
import { toAnswers, toContent } from './answers.ts'
import { type ChatSource, fromClient } from './chat-source.ts'
import { fetchAttachment } from './fetch-attachment.ts'
import { streamTurn, type TurnStreamOptions } from './turn-stream.ts'
import { type AnyMessage, UiMessageError } from './ui-message.ts'
import { fromTurnId, toTurnId, toUIMessages, toUiId } from './ui-messages.ts'

export interface ChatTransportOptions extends Pick<ChatClientOptions, 'baseUrl' | 'headers' | 'fetch'> {
  /**
   * `'finish'`: the stream ends while the turn waits for answers, so that `addToolOutput` and `sendAutomaticallyWhen` work. `'hold'`: it
   * stays open, and the page answers with `command`. Default `'finish'`.
   */
  questions?: 'finish' | 'hold'
}

/** The options with which the AI SDK calls `sendMessages`. */
export interface SendMessagesOptions {
  trigger: 'submit-message' | 'regenerate-message'
  chatId: string
  messageId?: string | undefined
  messages: readonly AnyMessage[]
  abortSignal?: AbortSignal | undefined
}

/** The chunks are typed as `never`, which the chunk type of every version of the AI SDK accepts. */
type Chunks = ReadableStream<never>

/** The requests of the AI SDK that a page and an endpoint serve. */
export interface UiRequests {
  sendMessages(options: SendMessagesOptions): Promise<Chunks>
  reconnectToStream(options: { chatId: string; abortSignal?: AbortSignal | undefined }): Promise<Chunks | null>
  /** Resolves to the messages of a chat; none if it does not exist yet. A turn that runs is left out: `resume` brings it. */
  load<M = AnyMessage>(chatId: string): Promise<M[]>
}

/** A `ChatTransport` of AI SDK UI, with what its pages cannot express. */
export interface ChatTransport extends UiRequests {
  /** A resumed stream begins with its message, which replaces what the page has of it. */
  readonly resumeStreamIsReplay: true
  /** Sends any command of a chat: to approve with other arguments, to decline a question, to rename the chat. */
  command(chatId: string, command: NewCommand): Promise<void>
  /** Stops the turn. `stop` of `useChat` only stops showing it: leaving a page must not stop the work. */
  stop(chatId: string): Promise<void>
  /** Yields the state of a chat after each change, until `signal` aborts. */
  follow(chatId: string, signal: AbortSignal): AsyncGenerator<ChatState, void, void>
}

/**
 * Connects `useChat` of AI SDK UI 5, 6 and 7 to a Sweatpants chat. Questions of tools are parts that the page answers with
 * `addToolOutput`; a reload, a lost connection and a killed server go on where they were.
 *
 * ```ts
 * const transport = createChatTransport()
 * const { messages, addToolOutput } = useChat({ id, messages: await transport.load(id), transport, resume: true, sendAutomaticallyWhen: hasAnswers })
 * ```
 */
export function createChatTransport({ questions = 'finish', ...options }: ChatTransportOptions = {}): ChatTransport {
  const clients = new Map<string, ChatClient>()
  const open = (chatId: string): ChatSource => {
    const known = clients.get(chatId)
    const attachment = (digest: string) => fetchAttachment(options, chatId, digest)
    // A client that follows nothing may have an old state.
    if (known !== undefined && known.getSnapshot().connection !== 'closed') return fromClient(known, attachment)
    // A refusal of the server is thrown by `follow` and `state`.
    const client = createChatClient({ ...options, sessionId: chatId, createIfMissing: true, onError: () => {} })
    clients.set(chatId, client)
    return fromClient(client, attachment)
  }
  const requests = createRequests(open, questions === 'finish')
  return {
    resumeStreamIsReplay: true,
    ...requests,
    // The client waits for a server that cannot be reached; the person may stop waiting.
    sendMessages: (sent) => orAborted(requests.sendMessages(sent), sent.abortSignal),
    reconnectToStream: (resumed) => orAborted(requests.reconnectToStream(resumed), resumed.abortSignal),
    async command(chatId, command) {
      await open(chatId).command(command)
    },
    async stop(chatId) {
      await open(chatId).command({ type: 'abort' })
    },
    async *follow(chatId, signal) {
      const source = open(chatId)
      const attach = createAttacher(source.attachment)
      for await (const state of source.follow(signal)) yield await attach(state)
    },
  }
}

/** Serves the requests of the AI SDK from sessions. */
export function createRequests(open: (chatId: string) => ChatSource, endsAtQuestions: boolean): UiRequests {
  // The chunks of every version are what `toChunks` gives.
  const stream = (options: Omit<TurnStreamOptions, 'endsAtQuestions'>) =>
    streamTurn({ ...options, endsAtQuestions }) as ReadableStream<unknown> as Chunks

  return {
    async load<M>(chatId: string) {
      const source = open(chatId)
      const state = await source.state()
      if (state === undefined) return []
      return withoutRunning<M & AnyMessage>(state, toUIMessages(await createAttacher(source.attachment)(state)))
    },
    async sendMessages({ trigger, chatId, messageId, messages, abortSignal: signal }) {
      const source = open(chatId)
      const state = await source.state()
      // Behind an answer that another one goes on with, what is regenerated is both.
      const isNewAnswer = trigger === 'regenerate-message'
      const last = isNewAnswer ? messages.findLast(({ role }) => role === 'user') : messages.at(-1)
      if (last?.role === 'assistant') {
        if (state === undefined) throw new UiMessageError('the chat of these answers does not exist; it may be deleted')
        const { from, refusals } = await sendAnswers(source, toAnswers(last, state))
        // Not the newest turn: another client may have begun one meanwhile.
        const turn = fromTurnId(last.id) ?? state.turn?.turn ?? state.turns
        return stream({ source, shown: last, from, turnOf: () => turn, refusals, signal })
      }
      if (last?.role !== 'user') throw new UiMessageError('the last message must be one of the user')
      const known = state && everyMessage(state).find((message) => toUiId(message) === last.id)
      const isAgain = known !== undefined && (isNewAnswer || messageId !== undefined)
      const command = isAgain ? toAgain(known.messageId, trigger, last) : toSend(last, state, endsAtQuestions)
      // A message that is sent again is the same command; one that is edited is not.
      const commandId = isAgain ? mintId() : last.id
      const from = await source.command({ ...command, commandId })
      const turnOf = (now: ChatState) => (command.type === 'retry' ? turnOfRetry(now) : turnOfMessage(now, commandId))
      return stream({ source, from, turnOf, signal })
    },
    async reconnectToStream({ chatId, abortSignal: signal }) {
      const source = open(chatId)
      const state = await source.state()
      if (state?.turn === undefined || (endsAtQuestions && waitsForOwner(state))) return null
      const { turn } = state.turn
      return stream({ source, from: state.lsn, turnOf: () => turn, signal })
    },
  }
}

const withoutRunning = <M extends AnyMessage>(state: ChatState, messages: M[]): M[] =>
  state.turn === undefined || waitsForOwner(state)
    ? messages
    : messages.filter(({ id }) => id !== toTurnId(state.turn!.turn))

/** A message that is gone was reset, or replaced while it was queued. */
function turnOfMessage(state: ChatState, commandId: string): number | null | undefined {
  const sent = everyMessage(state).find((message) => message.commandId === commandId)
  return sent === undefined ? null : sent.turn
}

/** Another answer to a message begins a turn that takes no message. */
const turnOfRetry = ({ requested, turns }: ChatState): number | undefined => (requested ? undefined : turns)

const toAgain = (messageId: string, trigger: SendMessagesOptions['trigger'], last: AnyMessage): NewCommand =>
  trigger === 'regenerate-message'
    ? { type: 'retry', messageId }
    : { type: 'edit', messageId, content: toContent(last) }

/** A message interrupts a turn that waits: behind it, the page would wait for an answer that it no longer sends. */
const toSend = (last: AnyMessage, state: ChatState | undefined, interrupts: boolean): NewCommand => ({
  type: 'send',
  content: toContent(last),
  ...(interrupts && state !== undefined && waitsForOwner(state) && { interrupt: true }),
})

/** An answer that does not fit its question is refused before it is stored; the question is still open. */
async function sendAnswers(
  source: ChatSource,
  answers: readonly NewCommand[],
): Promise<{ from: number; refusals: Map<string, string> }> {
  const refusals = new Map<string, string>()
  const places = answers.map((command) =>
    source.command(command).catch((error: unknown) => {
      if (command.type !== 'elicit_response' || codeOf(error) !== 'answer_invalid') throw error
      refusals.set(command.elicitId, (error as Error).message)
      return 0
    }),
  )
  return { from: Math.max(0, ...(await Promise.all(places))), refusals }
}
