import { RefusedError, UnreachableError } from '../../log/client/client-errors.ts'
import { Connection, type ConnectionStatus } from '../../log/client/connection.ts'
import type { Requests } from '../../log/client/requests.ts'
import type { ElicitAnswer } from '../../tools/elicit.ts'
import { isJson, isObject } from '../../tools/json.ts'
import { mintId } from '../../tools/uuid.ts'
import type { Command, NewCommand } from '../command.ts'
import { applyBroadcast, applyPatch } from '../reduce.ts'
import { codeOf, isLate } from '../refusal.ts'
import { type ChatState, emptyState, type PendingElicitState, parseState } from '../state.ts'
import { CommandQueue } from './command-queue.ts'
import { ElicitHandlers, type FindHandler } from './elicit-handlers.ts'
import { Sending, type SendingMessage } from './sending.ts'
import type { ToolEmissionTrackingState } from './tool-emission.ts'

/** The result of a command. `late`: what the command is about has ended, as the state shows or soon will. */
export type CommandOutcome = { type: 'taken'; lsn: number } | { type: 'late'; code: string }

export interface ConversationOptions {
  requests: Requests
  random: () => number
  /** Without it, the first message creates the session. */
  sessionId: string | undefined
  /** The session may not exist yet: the first command creates it, and following waits until then. */
  createIfMissing: boolean
  findHandler: FindHandler
  /** A hidden page keeps its state and connects again when it is visible. */
  isHidden: () => boolean
  onCreate: (sessionId: string) => void
  onChange: () => void
  onError: (error: unknown) => void
}

/** A session in a client: its state so far, and the commands that the client still delivers. */
export class Conversation {
  sessionId: string | undefined
  state: ChatState = emptyState
  status: ConnectionStatus
  /** Why the server refused the connection. */
  refusal: RefusedError | undefined
  readonly #options: ConversationOptions
  /** Chosen here, so that a repeated request does not create a second session. */
  readonly #newId = mintId()
  readonly #queue: CommandQueue
  readonly #handlers: ElicitHandlers
  readonly #sending = new Sending()
  #connection: Connection<ChatState> | undefined
  #isFollowed = false
  #mayBeMissing: boolean

  constructor(options: ConversationOptions) {
    const { requests, random, sessionId, findHandler, onChange } = options
    this.#options = options
    this.#mayBeMissing = sessionId === undefined || options.createIfMissing
    this.sessionId = sessionId
    this.status = sessionId === undefined ? 'closed' : 'connecting'
    this.#queue = new CommandQueue({
      clock: requests.clock,
      random,
      deliver: (body, signal) => this.#deliver(body, signal),
    })
    this.#handlers = new ElicitHandlers({
      find: findHandler,
      answer: (question, result) => this.#answerFor(question, result),
      onChange,
    })
  }

  get emissions(): readonly ToolEmissionTrackingState[] {
    return this.#handlers.emissions
  }

  get sending(): readonly SendingMessage[] {
    return this.#sending.messages
  }

  /** Whether every command has its reply. */
  get isIdle(): boolean {
    return this.#queue.isEmpty
  }

  follow(): void {
    if (this.#isFollowed) return
    this.#isFollowed = true
    this.#handlers.sync(this.state.pendingElicits)
    this.#connect()
  }

  /** Stops following. The commands are still delivered. */
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

  /** The plugins or the headers may have changed. */
  async refresh(): Promise<void> {
    if (this.#isFollowed) this.#handlers.sync(this.state.pendingElicits)
    const { refusal } = this
    if (refusal === undefined || (await this.#options.requests.wouldRepeat()) || refusal !== this.refusal) return
    this.refusal = undefined
    this.#connection = undefined
    if (this.#isFollowed) this.#connect()
  }

  /** Creates the session on the server, unless it exists. */
  async create(signal: AbortSignal): Promise<string> {
    if (this.sessionId !== undefined && !this.#mayBeMissing) return this.sessionId
    const { requests, onCreate } = this.#options
    const body = JSON.stringify({ sessionId: this.sessionId ?? this.#newId })
    const made = await requests.json('POST', '', signal, body)
    if (!isObject(made) || typeof made.sessionId !== 'string') {
      throw new UnreachableError('the reply to a new session has no sessionId')
    }
    this.sessionId = made.sessionId
    this.#mayBeMissing = false
    this.#connection?.hurry()
    if (this.#isFollowed) this.#connect()
    onCreate(made.sessionId)
    return made.sessionId
  }

  async command(bare: NewCommand): Promise<CommandOutcome> {
    if (this.sessionId === undefined && bare.type !== 'send' && bare.type !== 'configure' && this.isIdle) {
      throw new RefusedError(404, 'no_session', `${bare.type} needs a session: send a message first`)
    }
    if (bare.type === 'elicit_response') this.#checkAnswer(bare)
    const command = { ...bare, commandId: bare.commandId ?? mintId() } as Command
    if (command.type === 'send') {
      this.#sending.add(command, this.#options.requests.clock.now())
      this.#options.onChange()
    }
    try {
      const lsn = await this.#queue.push(command)
      this.#sending.accept(command.commandId, lsn)
      return { type: 'taken', lsn }
    } catch (error) {
      this.#sending.remove(command.commandId)
      if (!isLate(error)) throw error
      return { type: 'late', code: codeOf(error) }
    } finally {
      this.#sending.settle(this.state)
      this.#options.onChange()
    }
  }

  /** Refuses an answer that would arrive as something else. `toJson` names the place, and is too large for what a page loads first. */
  #checkAnswer({ elicitId, result }: Extract<NewCommand, { type: 'elicit_response' }>): void {
    if (isJson(result)) return
    const key = this.state.pendingElicits[elicitId]?.key ?? elicitId
    throw new RefusedError(400, 'not_json', `the answer to "${key}" holds what JSON cannot carry`)
  }

  /** Answers a question as it is shown now: the answer is refused if the question has changed on the server. */
  answer(callId: string, elicitId: string, result: ElicitAnswer): Promise<CommandOutcome> {
    const attempt = this.state.pendingElicits[elicitId]?.attempt
    return this.command({
      type: 'elicit_response',
      callId,
      elicitId,
      result,
      ...(attempt !== undefined && { attempt }),
    })
  }

  respond(callId: string, emissionId: string, response: unknown): void {
    this.#handlers.respond(callId, emissionId, response)
  }

  async #answerFor({ callId, elicitId, attempt }: PendingElicitState, result: ElicitAnswer): Promise<boolean> {
    const { type } = await this.command({ type: 'elicit_response', callId, elicitId, attempt, result })
    return type === 'taken'
  }

  async #deliver(body: string, signal: AbortSignal): Promise<number> {
    const path = `/${encodeURIComponent(await this.create(signal))}/commands`
    const taken = await this.#options.requests.json('POST', path, signal, body)
    if (isObject(taken) && typeof taken.lsn === 'number') return taken.lsn
    throw new UnreachableError('the reply to a command has no lsn')
  }

  #connect(): void {
    const { requests, random, isHidden, onChange, onError } = this.#options
    if (this.sessionId === undefined || this.#connection !== undefined) return
    const connection: Connection<ChatState> = new Connection({
      requests,
      random,
      path: `/${encodeURIComponent(this.sessionId)}`,
      state: this.state,
      isAwaited: () => this.#mayBeMissing,
      parseState,
      apply: applyPatch,
      applyBroadcast,
      onState: (state) => {
        this.state = state
        this.#mayBeMissing = false
        this.#sending.settle(state)
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
}
