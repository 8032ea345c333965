import { isDeepStrictEqual } from 'node:util'
import { LimitError } from '../http/allowance.ts'
import { AttachmentError, type Attachments } from '../log/attachments.ts'
import { appendCommand } from '../log/commands.ts'
import { type Log, type Store, StreamExistsError, StreamGoneError, type StreamRecord } from '../log/log.ts'
import { createReportOnce } from '../log/report-once.ts'
import type { States } from '../log/states.ts'
import { keptMeta } from '../tools/attachment.ts'
import { Changes } from '../tools/changes.ts'
import { mintId } from '../tools/uuid.ts'
import { readAbout, toAbout } from './about.ts'
import { toQuestionChanges } from './chat-questions.ts'
import type { FoundMessage } from './client/search.ts'
import type { SessionSummary } from './client/session-list.ts'
import { type Command, CommandError } from './command.ts'
import { type DecideOptions, decide, stopAll } from './decide.ts'
import { findMessages } from './find-messages.ts'
import type { ChatCapabilities, Patch } from './patch.ts'
import { reduce } from './reduce.ts'
import { openViewCalls } from './reduce-calls.ts'
import type { ChatState } from './state.ts'
import { isAttachment, type UserBlock } from './user-content.ts'

export interface SessionsOptions extends Omit<DecideOptions, 'now'> {
  log: Log<Patch>
  /** Without an index of texts, a search reads all sessions of a principal. */
  texts?: Store['texts']
  states: States<ChatState, Patch>
  capabilities: () => ChatCapabilities
  /** Sessions that one principal may have. */
  sessionLimit: number
  /** Stores large data of a session, as base64, and resolves to its digest; without it, messages have all of their data. */
  keep?: (sessionId: string, data: string) => Promise<string>
  /** Called when a command was appended and a driver is needed. */
  onDue: (sessionId: string) => void
  /** Told once of each session that a search cannot read. */
  onError?: (error: unknown) => void
  now?: () => number
}

/** Safe in URLs and in the ids of runs, which are paths. */
const SESSION_ID = /^[\w-][\w.-]{0,127}$/

/** Milliseconds that what runs has to end before its session is deleted: as long as the `finally` blocks of a call have by default. */
const ABORTED_WITHIN = 30_000

/** Messages that a search returns. */
const MAX_FOUND = 50

/** The sessions of a chat server, as clients see them. Drivers act on what is appended here. */
export class Sessions {
  readonly #options: SessionsOptions
  readonly #now: () => number
  readonly #reportOnce: (error: Error) => void

  constructor(options: SessionsOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
    const reportOnce = createReportOnce((error) => options.onError?.(error))
    this.#reportOnce = (error) => reportOnce(error, String(error.cause))
  }

  /** Creates a session. With an id from the caller it is created once, however often it is called. */
  async create(principal: string | undefined, sessionId: string = crypto.randomUUID()): Promise<string> {
    const { log, capabilities, sessionLimit } = this.#options
    if (!SESSION_ID.test(sessionId)) {
      const characters = 'letters, digits, dots, hyphens or underscores, without a dot at its start'
      throw new CommandError('bad_command', `a sessionId has 1 to 128 ${characters}`)
    }
    const known = await log.get(sessionId)
    if (known !== undefined && known.principal === principal) return sessionId
    if ((await log.count(principal, sessionLimit)) >= sessionLimit) {
      throw new LimitError({ name: 'sessions', max: sessionLimit, per: 'caller' }, 'delete one first')
    }
    const events: Patch[] = [{ type: 'session_info', sessionId, capabilities: capabilities() }]
    const session = { ...(principal !== undefined && { principal }), about: { title: '' }, events }
    try {
      await log.create(sessionId, session)
    } catch (error) {
      if (!(error instanceof StreamExistsError)) throw error
      await this.refuseForeign(sessionId, principal)
    }
    return sessionId
  }

  async list(principal: string | undefined): Promise<SessionSummary[]> {
    return (await this.#options.log.list(principal)).map(toSummary)
  }

  /** Resolves to the messages that have all words of the query, the latest first. */
  search(principal: string | undefined, query: string): Promise<FoundMessage[]> {
    const { texts, log, states } = this.#options
    return findMessages(
      { store: { ...(texts && { texts }) }, log, states, onError: this.#reportOnce },
      principal,
      query,
      MAX_FOUND,
    )
  }

  /**
   * Resolves to when the session was created. Throws unless it is the principal's; the session of another principal looks as if it did not
   * exist. So does one that was not created at `createdAt`: it has the id of a session that was deleted.
   */
  async refuseForeign(sessionId: string, principal: string | undefined, createdAt?: number): Promise<number> {
    const record = await this.#options.log.get(sessionId)
    if (record === undefined || record.principal !== principal) throw notFound(sessionId)
    if (createdAt !== undefined && createdAt !== record.createdAt) throw notFound(sessionId)
    return record.createdAt
  }

  /** Resolves to the state now: `from` with what was appended since, or else from the start. */
  read(sessionId: string, from?: ChatState): Promise<ChatState> {
    const { states } = this.#options
    return from === undefined ? states.load(sessionId) : states.catchUp(sessionId, from)
  }

  /** Stops the turn and the calls of views, so that the `finally` blocks of all calls run, and deletes the session once they are over. */
  async delete(sessionId: string): Promise<void> {
    const { log, states } = this.#options
    try {
      const state = await this.read(sessionId)
      if (state.turn !== undefined || openViewCalls(state).length > 0) await this.#stop(sessionId)
    } catch (error) {
      // It was deleted meanwhile.
      if (!(error instanceof StreamGoneError)) throw error
    }
    states.forget(sessionId)
    await log.delete(sessionId, { withRuns: true })
  }

  async #stop(sessionId: string): Promise<void> {
    const { log, states, onDue } = this.#options
    const signal = AbortSignal.timeout(ABORTED_WITHIN)
    const changes = new Changes()
    const unwatch = log.watch(sessionId, changes.tell)
    try {
      await appendCommand({ log, states }, sessionId, mintId(), (state) => ({ events: stopAll(state) }))
      onDue(sessionId)
      while (isStoppingAny(await this.read(sessionId)) && !signal.aborted) await changes.next(signal)
    } finally {
      unwatch()
    }
  }

  /** Resolves to the place of the command's own patch once it is stored; a repeated command resolves to the same place. */
  async command(sessionId: string, command: Command): Promise<number> {
    const { log, states, onDue, capabilities, keep, ...options } = this.#options
    try {
      const lsn = await appendCommand({ log, states }, sessionId, command.commandId, async (state) => {
        const offered = toChange(state.capabilities, capabilities())
        const wanted = await decide(command, { ...state, ...offered }, { ...options, now: this.#now() })
        const decided = keep === undefined ? wanted : await keepAttachments(wanted, (data) => keep(sessionId, data))
        // The command's own patch is the last.
        const events: Patch[] = offered === undefined ? decided : [{ type: 'session_info', ...offered }, ...decided]
        const after = events.reduce((current, event) => reduce(current, event, current.lsn + 1), state)
        const questions = toQuestionChanges(state, after, events)
        return { events, about: toAbout(after), ...(questions && { questions }) }
      })
      onDue(sessionId)
      return lsn
    } catch (error) {
      throw error instanceof StreamGoneError ? notFound(sessionId) : error
    }
  }
}

/** Characters of base64 that a message has in the log, which every reader of the conversation reads. */
const MAX_INLINE = 16_000

/**
 * Keeps the images, sounds and files of new messages beside the log, and resolves to patches with references to them. They are stored
 * before the patches are, so a message in the log has its attachments.
 */
function keepAttachments(patches: readonly Patch[], keep: Attachments['put']): Promise<Patch[]> {
  const keepBlock = async (block: UserBlock): Promise<UserBlock> => {
    if (!isAttachment(block) || block.data.length <= MAX_INLINE) return block
    const size = Math.floor((block.data.length * 3) / 4)
    return { ...block, data: '', ...keptMeta({ digest: await keep(block.data).catch(refuse), size }) }
  }
  return Promise.all(
    patches.map(async (patch) =>
      patch.type === 'user_message' && typeof patch.content !== 'string'
        ? { ...patch, content: await Promise.all(patch.content.map(keepBlock)) }
        : patch,
    ),
  )
}

const isStoppingAny = (state: ChatState): boolean =>
  state.turn?.aborting === true || openViewCalls(state).some(({ cancelling }) => cancelling)

function refuse(error: unknown): never {
  throw error instanceof AttachmentError ? new CommandError('attachment_too_large', error.message) : error
}

/** Returns what is offered now where it differs from what the session has: hosted servers change, and a restart may bring other models. */
function toChange(told: ChatCapabilities, offered: ChatCapabilities): { capabilities: ChatCapabilities } | undefined {
  // Compared as the log returns it.
  const capabilities: ChatCapabilities = JSON.parse(JSON.stringify(offered))
  return isDeepStrictEqual(told, capabilities) ? undefined : { capabilities }
}

const toSummary = ({ id, about, createdAt, updatedAt }: StreamRecord): SessionSummary => ({
  sessionId: id,
  ...readAbout(about),
  createdAt,
  updatedAt,
})

const notFound = (sessionId: string): CommandError => new CommandError('not_found', `there is no session ${sessionId}`)
