import type { ChatSession } from '../chat/chat-session.ts'
import { type ChatState, toMessageId } from '../chat/state.ts'
import type { UserBlock } from '../chat/user-content.ts'
import { SweatpantsError } from '../tools/errors.ts'
import { Asking } from './ask.ts'
import type { AcpBlock, AcpEditor } from './protocol.ts'
import { Told } from './tell.ts'

export interface OpenSessionOptions {
  session: ChatSession
  editor: AcpEditor
  canElicit: boolean
  /** Aborts when the connection closes. */
  signal: AbortSignal
  onError: (error: unknown) => void
}

/** Why a prompt ended. */
export type StopReason = 'end_turn' | 'cancelled' | 'max_turn_requests'

/** A session that an editor has open. It is followed as long as the connection is, so what happens outside a prompt is told too. */
export class OpenSession {
  readonly #options: OpenSessionOptions
  readonly #told = new Told()
  readonly #asking: Asking
  readonly #waiting = new Set<(state: ChatState) => void>()
  readonly #closing = new AbortController()
  #state: ChatState | undefined

  constructor({ signal, ...options }: OpenSessionOptions) {
    this.#options = { ...options, signal: AbortSignal.any([signal, this.#closing.signal]) }
    this.#asking = new Asking({
      ...options,
      say: (text) => this.#update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }),
    })
  }

  /** Resolves once the editor has been told of everything up to now. With `isKnown` it has the history already. */
  async start(isKnown: boolean): Promise<void> {
    const { session } = this.#options
    const state = await session.state()
    if (isKnown) this.#told.skip(state)
    this.#look(state)
    this.#follow().catch(this.#options.onError)
  }

  /** Follows it no more; the session goes on. */
  close(): void {
    this.#closing.abort()
  }

  /** Sends a message and resolves to why its turn ended. Rejects if the turn failed. */
  async prompt(blocks: readonly AcpBlock[]): Promise<StopReason> {
    const { session } = this.#options
    const content = toContent(blocks)
    const commandId = crypto.randomUUID()
    // The editor shows what it has sent.
    const texts = content.map((block) => (block.type === 'text' ? block.text : ''))
    this.#told.skipMessage(toMessageId(commandId), texts)
    // A question that was asked before is withdrawn: the person says something else instead.
    const interrupt = this.#state?.turn?.waits === true
    const ended = Promise.withResolvers<ChatState>()
    const look = (state: ChatState) => {
      const turn = state.messages.find((message) => message.commandId === commandId)?.turn
      if (turn !== undefined && state.turn?.turn !== turn) ended.resolve(state)
    }
    this.#waiting.add(look)
    const leave = () => ended.reject(new SweatpantsError('the connection is closed'))
    this.#options.signal.addEventListener('abort', leave)
    try {
      await session.command({ type: 'send', content, commandId, ...(interrupt && { interrupt }) })
      return toStopReason(await ended.promise)
    } finally {
      this.#waiting.delete(look)
      this.#options.signal.removeEventListener('abort', leave)
    }
  }

  async #follow(): Promise<void> {
    const { session, signal } = this.#options
    try {
      for await (const state of session.follow(signal)) this.#look(state)
    } finally {
      this.#asking.close()
    }
  }

  #look(state: ChatState): void {
    if (state === this.#state) return
    this.#state = state
    for (const update of this.#told.next(state)) this.#update(update)
    this.#asking.look(state)
    for (const look of this.#waiting) look(state)
  }

  #update(update: object): void {
    const { editor, session, signal, onError } = this.#options
    editor.notify('session/update', { sessionId: session.sessionId, update }).catch((error) => {
      if (!signal.aborted) onError(error)
    })
  }
}

function toStopReason({ ended, error }: ChatState): StopReason {
  if (error !== undefined) throw new SweatpantsError(error.message)
  if (ended?.reason === 'aborted') return 'cancelled'
  return ended?.reason === 'step_limit' ? 'max_turn_requests' : 'end_turn'
}

/** Returns what the person sent. Files of the editor are named, not read: the model gets them as text if the editor embeds them. */
function toContent(blocks: readonly AcpBlock[]): UserBlock[] {
  return blocks.map((block): UserBlock => {
    if (block.type === 'image' || block.type === 'audio') {
      const { type, data, mimeType } = block
      return { type, data, mimeType }
    }
    if (block.type === 'text') return { type: 'text', text: block.text }
    const { uri, text } = block.type === 'resource' ? block.resource : { uri: block.uri, text: undefined }
    return { type: 'text', text: text === undefined ? uri : `${uri}:\n${text}` }
  })
}
