import { type RequestOptions, Requests } from '../../log/client/requests.ts'
import { type PageVisibility, Visibility } from '../../log/client/visibility.ts'
import { type Clock, systemClock } from '../../tools/clock.ts'
import { type ElicitHandler, findHandler, type PluginClient } from '../../tools/plugin.ts'
import type { PendingElicitState } from '../state.ts'
import { type ChatSnapshot, toSnapshot } from './client-snapshot.ts'
import { Conversation } from './conversation.ts'
import { SessionList } from './session-list.ts'

/** The options that `update` can replace. */
export interface ChatClientSettings extends Pick<RequestOptions, 'fetch' | 'headers'> {
  /** Plugins ask a tool's questions in this page. The first plugin that handles a question is used. */
  plugins?: readonly PluginClient[] | undefined
  /** Tools that have their own plugin, as those of `createTool` do. */
  tools?: readonly { readonly name: string; readonly plugin?: PluginClient }[] | undefined
  /**
   * Called with errors that belong to no command: the server sent something that cannot be read, or refused the connection.
   * Default: `console.error`.
   */
  onError?: ((error: unknown) => void) | undefined
}

export interface ChatClientOptions extends ChatClientSettings, Pick<RequestOptions, 'baseUrl'> {
  /** The conversation to open. Without it, the first message starts a new one. */
  sessionId?: string | undefined
  /** The session may not exist yet: its first message creates it under `sessionId`, and until then it is waited for. */
  createIfMissing?: boolean | undefined
  /** Fires `online` when the network is back. Default: the page. */
  network?: EventTarget | undefined
  /** Tells whether the page is visible. A hidden page keeps no connection open. Default: the document, if there is one. */
  visibility?: PageVisibility | undefined
  clock?: Clock | undefined
  /** Returns a number from 0 to 1, which spreads the retries of many clients over time. */
  random?: (() => number) | undefined
}

/** The conversations of a client: the current one, which its subscribers see, and those that still deliver commands. */
export class Conversations {
  readonly requests: Requests
  readonly sessions: SessionList
  readonly searches: Requests
  current: Conversation
  snapshot: ChatSnapshot
  #settings: ChatClientSettings
  readonly #random: () => number
  readonly #createIfMissing: boolean
  readonly #network: EventTarget | undefined
  readonly #visibility: Visibility
  readonly #all = new Set<Conversation>()
  readonly #listeners = new Set<() => void>()

  constructor(options: ChatClientOptions) {
    const { baseUrl, sessionId, clock = systemClock, random = Math.random } = options
    this.#settings = options
    this.#random = random
    this.#createIfMissing = options.createIfMissing ?? false
    this.#network = options.network ?? (typeof addEventListener === 'function' ? globalThis : undefined)
    this.#visibility = new Visibility({
      page: options.visibility ?? (typeof document === 'object' ? document : undefined),
      clock,
      onHidden: () => this.current.pause(),
      onSeen: () => this.current.resume(),
    })
    const settings = () => ({ ...this.#settings, baseUrl })
    this.requests = new Requests('/api/chat/sessions', settings, clock)
    this.searches = new Requests('/api/chat/search', settings, clock)
    this.sessions = new SessionList(this.requests)
    this.current = this.start(sessionId)
    this.snapshot = this.#toSnapshot(undefined)
  }

  /** Follows the current conversation while there is a subscriber. */
  subscribe(listener: () => void): () => void {
    // A new function, so that the same listener can be subscribed twice.
    const entry = () => listener()
    this.#listeners.add(entry)
    this.#network?.addEventListener('online', this.#hurry)
    this.#visibility.watch()
    this.current.follow()
    return () => {
      this.#listeners.delete(entry)
      // A component that is mounted again unsubscribes and subscribes in one task: the connection stays open.
      queueMicrotask(() => this.#listeners.size === 0 && this.#leave())
    }
  }

  update(settings: ChatClientSettings): void {
    this.#settings = { ...this.#settings, ...settings }
    void this.current.refresh()
    this.changed()
  }

  find(sessionId: string | undefined): Conversation | undefined {
    return [...this.#all].find((conversation) => conversation.sessionId === sessionId)
  }

  start(sessionId: string | undefined): Conversation {
    let title = ''
    const conversation: Conversation = new Conversation({
      requests: this.requests,
      random: this.#random,
      sessionId,
      createIfMissing: this.#createIfMissing,
      findHandler: (question) => this.#findHandler(question),
      isHidden: () => this.#visibility.isHidden,
      onCreate: (created) => {
        this.sessions.add(created)
        this.changed()
      },
      onChange: () => {
        const { state } = conversation
        // Only if the title has changed here: the list may know a newer title than a page that was hidden.
        if (state.title !== title) this.sessions.change(state.sessionId, { title: state.title })
        title = state.title
        this.changed()
      },
      onError: (error) => this.#report(error),
    })
    this.#all.add(conversation)
    return conversation
  }

  /** Without an id: a new conversation, which its first message creates. */
  open(sessionId?: string): void {
    const known = this.find(sessionId)
    // A conversation without an id that has commands to deliver is about to get its id: it is not a new one.
    this.show(known !== undefined && (sessionId !== undefined || known.isIdle) ? known : this.start(sessionId))
  }

  show(conversation: Conversation): void {
    if (conversation === this.current) return
    this.current.leave()
    this.current = conversation
    this.#all.add(conversation)
    this.forgetIdle()
    if (this.#listeners.size > 0) conversation.follow()
    this.changed()
  }

  forget(conversation: Conversation): void {
    this.#all.delete(conversation)
  }

  forgetIdle(): void {
    for (const other of this.#all) if (other !== this.current && other.isIdle) this.#all.delete(other)
  }

  /** Tells the subscribers, if the snapshot has changed. */
  changed(): void {
    const next = this.#toSnapshot(this.snapshot)
    if (next === this.snapshot) return
    this.snapshot = next
    for (const listener of [...this.#listeners]) {
      try {
        listener()
      } catch (error) {
        this.#report(error)
      }
    }
  }

  close(): void {
    for (const conversation of this.#all) conversation.close()
    this.#leave()
    this.#listeners.clear()
  }

  #leave(): void {
    this.#network?.removeEventListener('online', this.#hurry)
    this.#visibility.stop()
    this.current.leave()
    this.changed()
  }

  readonly #hurry = (): void => {
    for (const conversation of this.#all) conversation.hurry()
  }

  #toSnapshot(last: ChatSnapshot | undefined): ChatSnapshot {
    const isHandled = (question: PendingElicitState) => this.#findHandler(question) !== undefined
    return toSnapshot(last, this.current, this.sessions.current, isHandled)
  }

  #findHandler(question: PendingElicitState): ElicitHandler | undefined {
    const { plugins = [], tools = [] } = this.#settings
    return findHandler([...plugins, ...tools.flatMap(({ plugin }) => plugin ?? [])], question)
  }

  #report(error: unknown): void {
    const { onError = console.error } = this.#settings
    onError(error)
  }
}
