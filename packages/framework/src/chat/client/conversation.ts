import type { ElicitAnswer } from '../../tools/elicit.ts'
import { isObject } from '../../tools/json.ts'
import type { Command } from '../command.ts'
import { parsePatch } from '../patch.ts'
import { reduce } from '../reduce.ts'
import { type ChatState, emptyState, type PendingElicitState, parseState } from '../state.ts'
import { RefusedError, UnreachableError } from './client-errors.ts'
import { CommandQueue } from './command-queue.ts'
import { Connection, type ConnectionStatus } from './connection.ts'
import { ElicitHandlers, type FindHandler } from './elicit-handlers.ts'
import type { Requests } from './requests.ts'

/** What became of a command. `late`: what it was about is over, as the state shows or soon will. */
export type CommandOutcome = { type: 'taken'; lsn: number } | { type: 'late'; code: string }

type Bare<T> = T extends unknown ? Omit<T, 'commandId'> : never
export type BareCommand = Bare<Command>

/** A message that was sent and is not in the log yet. */
export interface SendingMessage {
  /** That of the message which takes its place. */
  commandId: string
  content: string
  timestamp: number
  model?: string
  persona?: string
  /** Its place in the log, once the server has taken it. */
  lsn?: number
}

export interface ConversationOptions {
  requests: Requests
  random: () => number
  /** Without one, the first command that can makes one. */
  sessionId: string | undefined
  findHandler: FindHandler
  /** Whether nobody sees the page: what is known is kept, and followed again when somebody does. */
  isHidden: () => boolean
  onCreate: (sessionId: string) => void
  onChange: () => void
  onError: (error: unknown) => void
}

/** Refusals that say no more than that somebody was faster. */
const LATE = ['question_closed', 'question_not_found', 'approval_closed', 'call_not_found', 'nothing_running']

/** One session as a client has it: what is known of it, and what is on its way there. */
export class Conversation {
  sessionId: string | undefined
  state: ChatState = emptyState
  status: ConnectionStatus
  /** Why the server ended it. */
  refusal: RefusedError | undefined
  sending: readonly SendingMessage[] = []
  readonly #options: ConversationOptions
  /** So that a session whose answer was lost is not made twice. */
  readonly #newId = createId()
  readonly #queue: CommandQueue
  readonly #handlers: ElicitHandlers
  #connection: Connection<ChatState> | undefined
  #isFollowed = false

  constructor(options: ConversationOptions) {
    const { requests, random, sessionId, findHandler, onChange } = options
    this.#options = options
    this.sessionId = sessionId
    this.status = sessionId === undefined ? 'closed' : 'connecting'
    this.#queue = new CommandQueue({
      clock: requests.clock,
      random,
      deliver: (body, signal) => this.#deliver(body, signal),
    })
    this.#handlers = new ElicitHandlers({
      find: findHandler,
      answer: (question, result) => this.#answer(question, result),
      onChange,
    })
  }

  get emissions() {
    return this.#handlers.emissions
  }

  /** Whether all that was sent has been answered. */
  get isIdle(): boolean {
    return this.#queue.isEmpty
  }

  follow(): void {
    if (this.#isFollowed) return
    this.#isFollowed = true
    this.#handlers.sync(this.state.pendingElicits)
    this.#connect()
  }

  /** What was sent still gets there. */
  leave(): void {
    if (!this.#isFollowed) return
    this.#isFollowed = false
    this.#connection?.close()
    this.#connection = undefined
    this.#handlers.haltAll()
    this.status = 'closed'
  }

  close(): void {
    this.leave()
    this.#queue.close()
  }

  pause(): void {
    this.#connection?.pause()
  }

  resume(): void {
    this.#connection?.resume()
  }

  hurry(): void {
    this.#queue.hurry()
    this.#connection?.hurry()
  }

  /** Plugins or headers may be others. */
  async refresh(): Promise<void> {
    if (this.#isFollowed) this.#handlers.sync(this.state.pendingElicits)
    const { refusal } = this
    if (refusal === undefined || (await this.#options.requests.wouldRepeat()) || refusal !== this.refusal) return
    this.refusal = undefined
    this.#connection = undefined
    if (this.#isFollowed) this.#connect()
  }

  /** Makes the session on the server, unless it is there. */
  async create(signal: AbortSignal): Promise<string> {
    if (this.sessionId !== undefined) return this.sessionId
    const { requests, onCreate } = this.#options
    const made = await requests.json('POST', '', signal, JSON.stringify({ sessionId: this.#newId }))
    if (!isObject(made) || typeof made.sessionId !== 'string') {
      throw new UnreachableError('expected { sessionId } of the chat server')
    }
    this.sessionId = made.sessionId
    if (this.#isFollowed) this.#connect()
    onCreate(made.sessionId)
    return made.sessionId
  }

  async command(bare: BareCommand): Promise<CommandOutcome> {
    if (this.sessionId === undefined && bare.type !== 'send' && bare.type !== 'configure' && this.isIdle) {
      throw new RefusedError(404, 'no_session', `there is nothing to ${bare.type} yet: no message has been sent`)
    }
    const command = { ...bare, commandId: createId() } as Command
    if (command.type === 'send') this.#show(command)
    try {
      const lsn = await this.#queue.push(command)
      this.sending = this.sending.map((sent) => (sent.commandId === command.commandId ? { ...sent, lsn } : sent))
      return { type: 'taken', lsn }
    } catch (error) {
      this.sending = this.sending.filter(({ commandId }) => commandId !== command.commandId)
      if (!(error instanceof RefusedError) || !LATE.includes(error.code)) throw error
      return { type: 'late', code: error.code }
    } finally {
      this.#settle()
      this.#options.onChange()
    }
  }

  respond(callId: string, emissionId: string, response: unknown): void {
    this.#handlers.respond(callId, emissionId, response)
  }

  async #answer({ callId, elicitId }: PendingElicitState, result: ElicitAnswer): Promise<boolean> {
    const { type } = await this.command({ type: 'elicit_response', callId, elicitId, result })
    return type === 'taken'
  }

  async #deliver(body: string, signal: AbortSignal): Promise<number> {
    const path = `/${encodeURIComponent(await this.create(signal))}/commands`
    const taken = await this.#options.requests.json('POST', path, signal, body)
    if (isObject(taken) && typeof taken.lsn === 'number') return taken.lsn
    throw new UnreachableError('expected { lsn } of the chat server')
  }

  #connect(): void {
    const { requests, random, isHidden, onChange, onError } = this.#options
    if (this.sessionId === undefined || this.#connection !== undefined) return
    const connection: Connection<ChatState> = new Connection({
      requests,
      random,
      path: `/${encodeURIComponent(this.sessionId)}`,
      state: this.state,
      parseState,
      apply: applyPatch,
      onState: (state) => {
        this.state = state
        this.#settle()
        this.#handlers.sync(state.pendingElicits)
        onChange()
      },
      onStatus: (status, refusal) => {
        if (status === this.status && refusal === this.refusal) return
        this.status = status
        this.refusal = refusal
        onChange()
        if (refusal !== undefined) onError(refusal)
      },
      onError,
    })
    this.#connection = connection
    if (isHidden()) connection.pause()
  }

  #show({ commandId, content, model, persona }: Command & { type: 'send' }): void {
    const message: SendingMessage = {
      commandId,
      content,
      timestamp: this.#options.requests.clock.now(),
      ...(model !== undefined && { model }),
      ...(persona !== undefined && { persona }),
    }
    this.sending = [...this.sending, message]
    this.#options.onChange()
  }

  /** A sent message gives way to the one in the log. */
  #settle(): void {
    if (this.sending.length === 0) return
    const { lsn, messages } = this.state
    const isThere = (sent: SendingMessage) =>
      (sent.lsn ?? Number.POSITIVE_INFINITY) <= lsn || messages.some(({ commandId }) => commandId === sent.commandId)
    const left = this.sending.filter((sent) => !isThere(sent))
    if (left.length < this.sending.length) this.sending = left
  }
}

/** A patch that only newer clients know changes nothing but the place in the log. Throws a `PatchError`. */
function applyPatch(state: ChatState, lsn: number, event: unknown): ChatState {
  const patch = parsePatch(event)
  return patch === undefined ? { ...state, lsn } : reduce(state, patch, lsn)
}

/** A page that was not loaded securely has no `randomUUID`. */
function createId(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID()
  const bytes = (crypto as Crypto).getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
