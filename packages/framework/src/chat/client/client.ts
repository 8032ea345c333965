import { type Clock, systemClock } from '../../tools/clock.ts'
import type { ElicitAnswer } from '../../tools/elicit.ts'
import type { Json } from '../../tools/json.ts'
import type { ElicitHandler, PluginClient } from '../../tools/plugin.ts'
import type { PendingElicitState } from '../state.ts'
import { type ChatSnapshot, toSnapshot } from './client-snapshot.ts'
import { type BareCommand, type CommandOutcome, Conversation } from './conversation.ts'
import { type RequestOptions, Requests } from './requests.ts'
import { SessionList, type SessionSummary } from './session-list.ts'
import { type PageVisibility, Visibility } from './visibility.ts'

/** What may change while a client lives. */
export interface ChatClientSettings extends Pick<RequestOptions, 'fetch' | 'headers'> {
  /** What asks a tool's questions in this page. The first for a question counts. */
  plugins?: readonly PluginClient[] | undefined
  /** Tools that bring their own plugin, as those of `createTool` do. */
  tools?: readonly { readonly name: string; readonly plugin?: PluginClient }[] | undefined
  /**
   * Told of what goes wrong and is no command's: what the server sent cannot be read, or it ended the connection.
   * Default: the console.
   */
  onError?: ((error: unknown) => void) | undefined
}

export interface ChatClientOptions extends ChatClientSettings, Pick<RequestOptions, 'baseUrl'> {
  /** The conversation to open; without one, the first message begins one. */
  sessionId?: string | undefined
  /** Tells when the network is back, by `online`. Default: the page. */
  network?: EventTarget | undefined
  /** Tells when nobody sees the page, which then keeps no connection open. Default: the document, where there is one. */
  visibility?: PageVisibility | undefined
  clock?: Clock | undefined
  /** Keeps clients from coming back in step. From 0 to 1. */
  random?: (() => number) | undefined
}

/** A chat in a page, without the page. Commands reject with a `RefusedError` when the server does not take them. */
export interface ChatClient {
  getSnapshot(): ChatSnapshot
  /** Follows the conversation while anybody is subscribed. */
  subscribe(listener: () => void): () => void
  /** Replaces what is given. */
  update(settings: ChatClientSettings): void

  send(content: string, options?: { model?: string; persona?: string; interrupt?: boolean }): Promise<CommandOutcome>
  edit(messageId: string, content: string): Promise<CommandOutcome>
  retry(messageId: string): Promise<CommandOutcome>
  abort(): Promise<CommandOutcome>
  reset(): Promise<CommandOutcome>
  configure(change: { title?: string; model?: string; persona?: string }): Promise<CommandOutcome>
  approve(callId: string, args?: Json): Promise<CommandOutcome>
  deny(callId: string, reason?: string): Promise<CommandOutcome>
  respondToElicit(callId: string, elicitId: string, result: ElicitAnswer): Promise<CommandOutcome>
  /** The first response to an emission counts. */
  respondToEmission(callId: string, emissionId: string, response: unknown): void

  listSessions(): Promise<readonly SessionSummary[]>
  /** Makes one and opens it. */
  createSession(): Promise<string>
  /** Whether it is open or not. */
  renameSession(sessionId: string, title: string): Promise<CommandOutcome>
  deleteSession(sessionId: string): Promise<void>
  /** Another conversation; without an id a new one, which the first message begins. */
  open(sessionId?: string): void
  /** Stops following and gives up what has not been answered. Subscribing begins anew. */
  close(): void
}

/**
 * All that a chat page does, for any library that can follow a store.
 *
 * ```ts
 * const client = createChatClient({ plugins: [bookFlight.client] })
 * client.subscribe(() => draw(client.getSnapshot()))
 * await client.send('To Lisbon, please')
 * ```
 */
export function createChatClient(options: ChatClientOptions = {}): ChatClient {
  const { baseUrl, sessionId, clock = systemClock, random = Math.random } = options
  const network = options.network ?? (typeof addEventListener === 'function' ? globalThis : undefined)
  let settings: ChatClientSettings = options
  let closing = new AbortController()
  const requests = new Requests('/api/chat/sessions', () => ({ ...settings, baseUrl }), clock)
  const sessions = new SessionList(requests)
  const visibility = new Visibility({
    page: options.visibility ?? (typeof document === 'object' ? document : undefined),
    clock,
    onHidden: () => current.pause(),
    onSeen: () => current.resume(),
  })
  const listeners = new Set<() => void>()
  /** What is open, and what still has something to send. */
  const conversations = new Set<Conversation>()
  let current = begin(sessionId)
  let snapshot = toSnapshot(undefined, current, sessions.current, isHandled)

  function onError(error: unknown): void {
    const { onError: tell = console.error } = settings
    tell(error)
  }

  function findHandler({ toolName, key }: PendingElicitState): ElicitHandler | undefined {
    const { plugins = [], tools = [] } = settings
    const ofTools = tools.flatMap(({ plugin }) => plugin ?? [])
    const found = [...plugins, ...ofTools].find(
      (plugin) => plugin.toolName === toolName && Object.hasOwn(plugin.handlers, key),
    )
    return found?.handlers[key]
  }

  function isHandled(question: PendingElicitState): boolean {
    return findHandler(question) !== undefined
  }

  function changed(): void {
    const next = toSnapshot(snapshot, current, sessions.current, isHandled)
    if (next === snapshot) return
    snapshot = next
    for (const listener of [...listeners]) {
      try {
        listener()
      } catch (error) {
        onError(error)
      }
    }
  }

  function begin(id: string | undefined): Conversation {
    let title = ''
    const conversation: Conversation = new Conversation({
      requests,
      random,
      sessionId: id,
      findHandler,
      isHidden: () => visibility.isHidden,
      onCreate(created) {
        sessions.add(created)
        changed()
      },
      onChange() {
        const { state } = conversation
        // Only a title that is new here: the list may know a newer one than a page that was hidden.
        if (state.title !== title) sessions.rename(state.sessionId, state.title)
        title = state.title
        changed()
      },
      onError,
    })
    conversations.add(conversation)
    return conversation
  }

  function forgetIdle(): void {
    for (const other of conversations) if (other !== current && other.isIdle) conversations.delete(other)
  }

  function show(conversation: Conversation): void {
    if (conversation === current) return
    current.leave()
    current = conversation
    conversations.add(current)
    forgetIdle()
    if (listeners.size > 0) current.follow()
    changed()
  }

  const find = (id: string | undefined) => [...conversations].find((conversation) => conversation.sessionId === id)

  function open(id?: string): void {
    const known = find(id)
    // A conversation that is about to get its id is not new any more.
    show(known !== undefined && (id !== undefined || known.isIdle) ? known : begin(id))
  }

  const hurry = () => {
    for (const conversation of conversations) conversation.hurry()
  }

  function stop(): void {
    if (listeners.size > 0) return
    network?.removeEventListener('online', hurry)
    visibility.stop()
    current.leave()
    changed()
  }

  const command = (bare: BareCommand): Promise<CommandOutcome> => current.command(bare)

  return {
    getSnapshot: () => snapshot,
    subscribe(listener) {
      // So that the same function can be subscribed twice, and each time leave by itself.
      const entry = () => listener()
      listeners.add(entry)
      network?.addEventListener('online', hurry)
      visibility.watch()
      current.follow()
      return () => {
        listeners.delete(entry)
        // A page that draws itself anew leaves and comes back at once.
        queueMicrotask(stop)
      }
    },
    update(given) {
      settings = { ...settings, ...given }
      void current.refresh()
      changed()
    },

    send: (content, given = {}) => command({ type: 'send', content, ...given }),
    edit: (messageId, content) => command({ type: 'edit', messageId, content }),
    retry: (messageId) => command({ type: 'retry', messageId }),
    abort: () => command({ type: 'abort' }),
    reset: () => command({ type: 'reset' }),
    configure: (change) => command({ type: 'configure', ...change }),
    approve: (callId, args) => command({ type: 'approve', callId, ...(args !== undefined && { arguments: args }) }),
    deny: (callId, reason) => command({ type: 'deny', callId, ...(reason !== undefined && { reason }) }),
    respondToElicit: (callId, elicitId, result) => command({ type: 'elicit_response', callId, elicitId, result }),
    respondToEmission: (callId, emissionId, response) => current.respond(callId, emissionId, response),

    async listSessions() {
      const listed = await sessions.load(closing.signal)
      changed()
      return listed
    },
    async createSession() {
      const conversation = begin(undefined)
      try {
        const created = await conversation.create(closing.signal)
        show(conversation)
        return created
      } catch (error) {
        conversations.delete(conversation)
        throw error
      }
    },
    async renameSession(id, title) {
      const conversation = find(id) ?? begin(id)
      try {
        const outcome = await conversation.command({ type: 'configure', title })
        sessions.rename(id, title)
        return outcome
      } finally {
        forgetIdle()
        changed()
      }
    },
    async deleteSession(id) {
      await requests.json('DELETE', `/${encodeURIComponent(id)}`, closing.signal)
      sessions.remove(id)
      if (current.sessionId === id) open()
      else changed()
    },
    open,
    close() {
      network?.removeEventListener('online', hurry)
      visibility.stop()
      closing.abort()
      closing = new AbortController()
      for (const conversation of conversations) conversation.close()
      changed()
      listeners.clear()
    },
  }
}
