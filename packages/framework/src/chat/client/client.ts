import { defined } from '../../tools/defined.ts'
import type { ElicitAnswer } from '../../tools/elicit.ts'
import type { Json } from '../../tools/json.ts'
import type { CommandOf, NewCommand } from '../command.ts'
import type { UserContent } from '../user-content.ts'
import type { ChatSnapshot } from './client-snapshot.ts'
import type { CommandOutcome } from './conversation.ts'
import { type ChatClientOptions, type ChatClientSettings, Conversations } from './conversations.ts'
import { type FoundMessage, searchMessages } from './search.ts'
import type { SessionChange, SessionSummary } from './session-list.ts'

/** The logic of a chat page, for any library that can follow a store. Commands reject with a `RefusedError` if the server refuses them. */
export interface ChatClient {
  getSnapshot(): ChatSnapshot
  /** Follows the conversation while there is a subscriber. */
  subscribe(listener: () => void): () => void
  /** Replaces the settings that are given. */
  update(settings: ChatClientSettings): void

  /** Sends any command. */
  command(command: NewCommand): Promise<CommandOutcome>
  /** The message's id is `toMessageId(commandId)`. A message that is sent again with the same `commandId` is there once. */
  send(
    content: UserContent,
    options?: Pick<CommandOf<'send'>, 'model' | 'persona' | 'interrupt'> & { commandId?: string },
  ): Promise<CommandOutcome>
  /** Says something else instead of a message, on a new branch; `switchTo` returns to the old one. */
  edit(messageId: string, content: UserContent): Promise<CommandOutcome>
  /** Asks for another answer, on a new branch. */
  retry(messageId: string): Promise<CommandOutcome>
  /** Lets the model go on with an answer that was stopped or cut off. */
  continueAnswer(messageId: string): Promise<CommandOutcome>
  /** Shows the branch that a message is on, in every page. Refused with `turn_running` while a turn runs. */
  switchTo(messageId: string): Promise<CommandOutcome>
  abort(): Promise<CommandOutcome>
  reset(): Promise<CommandOutcome>
  configure(change: Omit<CommandOf<'configure'>, 'type' | 'commandId'>): Promise<CommandOutcome>
  approve(callId: string, args?: Json): Promise<CommandOutcome>
  deny(callId: string, reason?: string): Promise<CommandOutcome>
  respondToElicit(callId: string, elicitId: string, result: ElicitAnswer): Promise<CommandOutcome>
  /** The first response to an emission counts. */
  respondToEmission(callId: string, emissionId: string, response: unknown): void

  /** Resolves to the messages of all sessions that have every word, the latest first. A word may be incomplete. */
  search(query: string, signal?: AbortSignal): Promise<readonly FoundMessage[]>
  listSessions(): Promise<readonly SessionSummary[]>
  /** Creates a session, opens it and resolves to its id. */
  createSession(): Promise<string>
  /** The session need not be open. */
  configureSession(sessionId: string, change: SessionChange): Promise<CommandOutcome>
  deleteSession(sessionId: string): Promise<void>
  /** Opens another conversation. Without an id: a new one, which its first message creates. */
  open(sessionId?: string): void
  /** Removes all subscribers and rejects the commands that have no reply yet. A new subscriber starts again. */
  close(): void
}

/**
 * Creates the client of a chat page.
 *
 * ```ts
 * const client = createChatClient({ plugins: [bookFlight] })
 * client.subscribe(() => draw(client.getSnapshot()))
 * await client.send('To Lisbon, please')
 * ```
 */
export function createChatClient(options: ChatClientOptions = {}): ChatClient {
  const conversations = new Conversations(options)
  let closing = new AbortController()
  const command = (given: NewCommand) => conversations.current.command(given)
  return {
    getSnapshot: () => conversations.snapshot,
    subscribe: (listener) => conversations.subscribe(listener),
    update: (settings) => conversations.update(settings),
    open: (sessionId) => conversations.open(sessionId),
    close() {
      closing.abort()
      closing = new AbortController()
      conversations.close()
    },
    command,
    send: (content, given = {}) => command({ type: 'send', content, ...given }),
    edit: (messageId, content) => command({ type: 'edit', messageId, content }),
    retry: (messageId) => command({ type: 'retry', messageId }),
    continueAnswer: (messageId) => command({ type: 'continue', messageId }),
    switchTo: (messageId) => command({ type: 'switch', messageId }),
    // It may arrive late, when the next turn runs.
    abort: () => command({ type: 'abort', ...defined({ turn: conversations.current.state.turn?.turn }) }),
    reset: () => command({ type: 'reset' }),
    configure: (change) => command({ type: 'configure', ...change }),
    approve(callId, args) {
      const { attempt = 1 } = conversations.current.state.pendingApprovals[callId] ?? {}
      return command({ type: 'approve', callId, attempt, ...(args !== undefined && { arguments: args }) })
    },
    deny: (callId, reason) => command({ type: 'deny', callId, ...(reason !== undefined && { reason }) }),
    respondToElicit: (callId, elicitId, result) => conversations.current.answer(callId, elicitId, result),
    respondToEmission: (callId, emissionId, response) => conversations.current.respond(callId, emissionId, response),
    search: (query, signal) =>
      searchMessages(
        conversations.searches,
        query,
        signal ? AbortSignal.any([signal, closing.signal]) : closing.signal,
      ),
    async listSessions() {
      const listed = await conversations.sessions.load(closing.signal)
      conversations.changed()
      return listed
    },
    async createSession() {
      const conversation = conversations.start(undefined)
      try {
        const created = await conversation.create(closing.signal)
        conversations.show(conversation)
        return created
      } catch (error) {
        conversations.forget(conversation)
        throw error
      }
    },
    async configureSession(sessionId, change) {
      const conversation = conversations.find(sessionId) ?? conversations.start(sessionId)
      try {
        const outcome = await conversation.command({ type: 'configure', ...change })
        conversations.sessions.change(sessionId, change)
        return outcome
      } finally {
        conversations.forgetIdle()
        conversations.changed()
      }
    },
    async deleteSession(sessionId) {
      await conversations.requests.json('DELETE', `/${encodeURIComponent(sessionId)}`, closing.signal)
      conversations.sessions.remove(sessionId)
      if (conversations.current.sessionId === sessionId) conversations.open()
      else conversations.changed()
    },
  }
}
