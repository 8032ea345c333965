import { waitsForOwner } from '../chat/asked.ts'
import type { ChatSession } from '../chat/chat-session.ts'
import { ifLate } from '../chat/refusal.ts'
import { type ChatState, endOf, everyMessage, toMessageId } from '../chat/state.ts'
import type { UserBlock } from '../chat/user-content.ts'
import { SweatpantsError } from '../tools/errors.ts'
import { Asking } from './ask.ts'
import { toUpdate } from './content.ts'
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

/** A prompt that waits for its end. */
interface Prompt {
  look(state: ChatState): void
  isCancelled: boolean
}

/** A session that an editor has open. It is followed as long as the connection is, so what happens outside a prompt is told too. */
export class OpenSession {
  readonly #options: OpenSessionOptions
  readonly #told = new Told()
  readonly #asking: Asking
  readonly #prompts = new Set<Prompt>()
  readonly #closing = new AbortController()
  #state: ChatState | undefined
  #ended: Promise<void> = Promise.resolve()

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
    await this.#look(state)
    this.#ended = this.#follow().catch(this.#options.onError)
  }

  /** Resolves once the session is followed no more. */
  get ended(): Promise<void> {
    return this.#ended
  }

  /** Follows it no more; the session goes on. */
  close(): void {
    this.#closing.abort()
  }

  /** Stops the running turn, and each prompt whose turn has not begun yet as soon as it does. */
  async cancel(): Promise<void> {
    for (const prompt of this.#prompts) prompt.isCancelled = true
    await this.#abort()
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
    const interrupt = this.#state !== undefined && waitsForOwner(this.#state)
    const ended = Promise.withResolvers<ReturnType<typeof endOf>>()
    let place = Number.POSITIVE_INFINITY
    let turn: number | undefined
    const prompt: Prompt = { look, isCancelled: false }
    const stop = () => this.#abort().catch(this.#options.onError)
    function look(state: ChatState) {
      const sent = everyMessage(state).find((message) => message.commandId === commandId)
      if (turn === undefined && sent?.turn !== undefined && prompt.isCancelled) void stop()
      turn ??= sent?.turn
      if (turn !== undefined && state.turn?.turn !== turn) ended.resolve(endOf(state, turn))
      // It was queued, and then replaced or reset by another client.
      if (turn === undefined && sent === undefined && state.lsn >= place) ended.resolve({ reason: 'aborted' })
    }
    this.#prompts.add(prompt)
    const leave = () => ended.reject(new SweatpantsError('the session is closed'))
    const { signal } = this.#options
    signal.addEventListener('abort', leave)
    // Nothing waits for it before the command is stored.
    ended.promise.catch(() => {})
    try {
      place = await session.command({ type: 'send', content, commandId, ...(interrupt && { interrupt }) })
      if (this.#state !== undefined) look(this.#state)
      return toStopReason(await ended.promise)
    } finally {
      this.#prompts.delete(prompt)
      signal.removeEventListener('abort', leave)
    }
  }

  async #abort(): Promise<void> {
    await this.#options.session.command({ type: 'abort' }).catch(ifLate)
  }

  async #follow(): Promise<void> {
    const { session, signal } = this.#options
    try {
      for await (const state of session.follow(signal)) await this.#look(state)
    } finally {
      this.#asking.close()
      // A prompt would wait for a state that is never read.
      this.#closing.abort()
    }
  }

  async #look(state: ChatState): Promise<void> {
    if (state === this.#state) return
    const read = this.#options.session.attachment
    for (const telling of this.#told.next(state)) this.#update(await toUpdate(telling, read))
    // A prompt does not end before the editor was told everything.
    this.#state = state
    this.#asking.look(state)
    for (const { look } of this.#prompts) look(state)
  }

  #update(update: object): void {
    const { editor, session, signal, onError } = this.#options
    editor.notify('session/update', { sessionId: session.sessionId, update }).catch((error) => {
      if (!signal.aborted) onError(error)
    })
  }
}

function toStopReason({ reason, problem }: ReturnType<typeof endOf>): StopReason {
  if (problem !== undefined) throw new SweatpantsError(problem.message)
  if (reason === 'aborted') return 'cancelled'
  return reason === 'step_limit' ? 'max_turn_requests' : 'end_turn'
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
