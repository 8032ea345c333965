import { isDeepStrictEqual } from 'node:util'
import type { Json } from '../tools/json.ts'
import type { RunStore } from '../tools/run-store.ts'
import type { Command } from './command.ts'
import { CommandError } from './command-error.ts'
import { type DecideOptions, decide } from './decide.ts'
import { forgetTurn } from './forget.ts'
import { catchUp, loadState } from './load-state.ts'
import type { ChatCapabilities, Patch } from './patch.ts'
import { reduce } from './reduce.ts'
import {
  LogConflictError,
  SessionExistsError,
  SessionGoneError,
  type SessionLog,
  type SessionRecord,
} from './session-log.ts'
import type { ChatState } from './state.ts'

export interface SessionsOptions extends Omit<DecideOptions, 'now'> {
  log: SessionLog<Patch>
  runs: RunStore
  capabilities: () => ChatCapabilities
  /** Sessions that one principal may have. */
  sessionLimit: number
  /** Called when a session has something to be driven for. */
  onDue: (sessionId: string) => void
  now?: () => number
}

/** States that are kept in memory, so that a command need not read its session anew. */
const MAX_STATES = 1_000

/** The sessions of a node, as those see them who send commands. Driving them is somebody else's. */
export class Sessions {
  readonly #options: SessionsOptions
  readonly #now: () => number
  readonly #states = new Map<string, ChatState>()

  constructor(options: SessionsOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
  }

  /** With an id of the caller's own it is made once, however often it is asked for. */
  async create(principal: string | undefined, sessionId: string = crypto.randomUUID()): Promise<string> {
    const { log, capabilities, sessionLimit } = this.#options
    const known = await log.get(sessionId)
    if (known !== undefined && known.principal === principal) return sessionId
    if ((await log.count(principal)) >= sessionLimit) {
      throw new CommandError('too_many_sessions', `there are ${sessionLimit} sessions already; delete one first`)
    }
    const events: Patch[] = [{ type: 'session_info', sessionId, capabilities: capabilities() }]
    const session = { ...(principal !== undefined && { principal }), about: { title: '' }, events }
    try {
      await log.create(sessionId, session)
    } catch (error) {
      if (!(error instanceof SessionExistsError)) throw error
      await this.refuseForeign(sessionId, principal)
    }
    return sessionId
  }

  list(principal: string | undefined): Promise<SessionRecord[]> {
    return Promise.resolve(this.#options.log.list(principal))
  }

  /** Somebody else's session does not exist. */
  async refuseForeign(sessionId: string, principal: string | undefined): Promise<void> {
    const record = await this.#options.log.get(sessionId)
    if (record === undefined || record.principal !== principal) throw notFound(sessionId)
  }

  async read(sessionId: string): Promise<ChatState> {
    const { log } = this.#options
    const known = this.#states.get(sessionId)
    const state = known === undefined ? await loadState(log, sessionId) : await catchUp(log, sessionId, known)
    this.#keep(sessionId, state)
    return state
  }

  async delete(sessionId: string): Promise<void> {
    const { log, runs } = this.#options
    const state = await this.read(sessionId)
    this.#states.delete(sessionId)
    await log.delete(sessionId)
    if (state.turns > 0) await forgetTurn(runs, state, state.turns)
  }

  /** Comes to the place of the command's own patch once it is on disk; a repeated command comes to the same. */
  async command(sessionId: string, command: Command): Promise<number> {
    const { log, onDue, capabilities, ...options } = this.#options
    for (;;) {
      // Read first: a state that has the command already would refuse it.
      const state = await this.read(sessionId)
      const known = await log.find(sessionId, command.commandId)
      if (known !== undefined) return known
      const now = this.#now()
      const offered = whatIsNew(state.capabilities, capabilities())
      const decided = await decide(command, { ...state, ...offered }, { ...options, now })
      // The command's own patch is the last.
      const events: Patch[] = offered === undefined ? decided : [{ type: 'session_info', ...offered }, ...decided]
      try {
        const { lsn } = await log.append(sessionId, {
          events,
          head: state.lsn,
          commandId: command.commandId,
          dueAt: now,
          about: toAbout(state, events),
        })
        onDue(sessionId)
        return lsn
      } catch (error) {
        if (error instanceof SessionGoneError) throw notFound(sessionId)
        // Something was appended meanwhile, and may change what the command comes to.
        if (!(error instanceof LogConflictError)) throw error
      }
    }
  }

  #keep(sessionId: string, state: ChatState): void {
    this.#states.delete(sessionId)
    this.#states.set(sessionId, state)
    if (this.#states.size > MAX_STATES) this.#states.delete(this.#states.keys().next().value!)
  }
}

/** What is offered now, where it is not what the session was told last: servers come and go, and the next start may have other models. */
function whatIsNew(told: ChatCapabilities, offered: ChatCapabilities): { capabilities: ChatCapabilities } | undefined {
  // As a log would give it back.
  const capabilities: ChatCapabilities = JSON.parse(JSON.stringify(offered))
  return isDeepStrictEqual(told, capabilities) ? undefined : { capabilities }
}

/** What a list shows of the session after `events`. */
function toAbout(state: ChatState, events: readonly Patch[]): Json {
  const { title } = events.reduce((current, event) => reduce(current, event, current.lsn + 1), state)
  return { title }
}

const notFound = (sessionId: string): CommandError => new CommandError('not_found', `there is no session ${sessionId}`)
