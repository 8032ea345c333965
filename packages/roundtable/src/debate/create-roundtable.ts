/**
 * Debates over a store.
 *
 * - T1 A session is stored before the first model is asked.
 * - T2 One round of a session is played at a time, by one process.
 * - T3 While a required context request has no answer no model is asked, and the answers of a refused call are kept.
 * - T4 A round that was interrupted, or whose process died, continues where it was: seats that have answered are not asked again.
 * - T5 A round belongs to the debate: a caller that leaves does not end it, and `continue` joins a round that is played.
 * - T6 A command that is sent twice is performed once.
 */
import { createDemoModel } from '@sweatpants/demo-model'
import type { McpTool } from '@sweatpants/framework'
import { createAttachments, type Kind, Node } from '@sweatpants/framework/log'
import { resolveModel } from '@sweatpants/framework/models'
import { toDebateRecord } from '../consensus/track-record.ts'
import { debateVoice } from '../demo/debate-voice.ts'
import { RoundtableError } from '../errors.ts'
import { createPanel } from '../panel/create-panel.ts'
import type { Panel } from '../panel/panel.ts'
import { givenAnswer } from '../session/consensus.ts'
import type { DebateState } from '../session/debate-state.ts'
import type { Happening, RoundtableEvent } from '../session/event.ts'
import { reduce } from '../session/reduce.ts'
import { isInRound, openRound, type Session, type Verdict } from '../session/session.ts'
import { type ListOptions, SessionManager, type SessionSummary } from '../session/session-manager.ts'
import { playedRound } from '../session/session-state.ts'
import { refuseNames } from '../toolkit/outside-tools.ts'
import { createDebateMachine } from './debate-work.ts'
import { type ContinueInput, LIMITS, type StartInput } from './input.ts'
import { KnownDebates } from './known-debates.ts'
import { Listeners } from './listeners.ts'
import { Rounds, refuseClosed } from './rounds.ts'
import type {
  Begun,
  CallerOptions,
  ContextAnswered,
  DebateDefaults,
  FinishOptions,
  Heard,
  Roundtable,
  RoundtableOptions,
  StartOptions,
} from './roundtable.ts'
import { DEFAULT_SETTINGS } from './settings.ts'
import { TrackRecords } from './track-records.ts'
import { isCurrent, requestWriteUp } from './write-ups.ts'

/** Returns the debates of a store. Close it before the store. */
export const createRoundtable = (options: RoundtableOptions): Roundtable => new StoredRoundtable(options)

class StoredRoundtable implements Roundtable {
  readonly panel: Panel
  readonly defaults: DebateDefaults
  readonly report: (error: unknown) => void
  readonly sessions: SessionManager
  readonly patience: number
  readonly #debates: Kind<DebateState, RoundtableEvent>
  readonly #known = new KnownDebates()
  readonly #rounds: Rounds
  readonly #listeners: Listeners
  readonly #records: TrackRecords
  readonly #tools: () => readonly McpTool[]
  readonly #closing = new AbortController()
  /** Resolves when this process drives debates. Never rejects. */
  readonly #started: Promise<void>

  constructor({ store, panel = createPanel(), ...options }: RoundtableOptions) {
    const {
      resolve = resolveSeat,
      tools: given = [],
      defaults = {},
      takesOver = true,
      onError = console.error,
    } = options
    const { readResource = refuseResource } = options
    const tools = typeof given === 'function' ? given : () => given
    refuseNames(tools())
    const settings = { ...DEFAULT_SETTINGS, ...options.settings }
    const { leaseTtl } = settings
    this.panel = panel
    this.#tools = tools
    this.defaults = defaults
    this.report = onError
    this.sessions = new SessionManager({ log: store.log('debate'), limit: settings.sessions })
    const { sessions } = this
    const { states, now } = sessions
    const closing = this.#closing.signal
    this.#listeners = new Listeners({ sessions, closing })
    this.patience = settings.patience
    const wake = (id: string) => this.#wake(id)
    const accepts = ({ id }: { id: string }) => takesOver || this.#known.has(id)
    this.#records = new TrackRecords(store)
    const records = this.#records
    const machine = createDebateMachine({ states, resolve, settings, records, tools, accepts, now, onError })
    this.#debates = Node.register(store, machine, { leaseTtl })
    const debates = this.#debates
    const known = this.#known
    const keepImage = (id: string, data: string) => createAttachments(store, { kind: 'debate', id }).put(data)
    const reads = { readResource, keepImage }
    this.#rounds = new Rounds({ sessions, panel, settings, tools, defaults, ...reads, debates, wake, known, closing })
    this.#started = this.#debates.start().catch(onError)
  }

  get tools(): readonly McpTool[] {
    return this.#tools()
  }

  start(given: StartInput, options: StartOptions = {}): Promise<Begun> {
    return this.#rounds.start(given, options)
  }

  continue(sessionId: string, given: ContinueInput = {}, options: CallerOptions = {}): Promise<Begun> {
    return this.#rounds.continue(sessionId, given, options)
  }

  answerContext(
    sessionId: string,
    contextResults: NonNullable<ContinueInput['contextResults']>,
    options: CallerOptions = {},
  ): Promise<ContextAnswered> {
    return this.#rounds.answerContext(sessionId, contextResults, options)
  }

  attend(begun: Begun, signal: AbortSignal): Promise<Heard> {
    return this.#listeners.hear(begun, signal)
  }

  async interrupt(sessionId: string): Promise<void> {
    await this.sessions.command(sessionId, ({ session }) =>
      playedRound(session) ? [{ type: 'round_interrupt', round: session.currentRound, by: 'caller' }] : [],
    )
  }

  async finish(begun: Begun, { signal, onHeard, onDrafts }: FinishOptions): Promise<Session> {
    for (let { after } = begun; ; ) {
      const heard = await this.#listeners.hear({ ...begun, after }, signal, onDrafts)
      onHeard?.(heard)
      if (heard.isOver) return (await this.sessions.read(begun.sessionId)).session
      after = heard.after
    }
  }

  async isPlaying(sessionId: string, { principal }: CallerOptions = {}): Promise<boolean> {
    const { session } = await this.sessions.load(sessionId, principal)
    return playedRound(session) !== undefined && (await this.sessions.log.get(sessionId))?.isDriven === true
  }

  async control(
    sessionId: string,
    action: 'pause' | 'resume' | 'stop',
    { principal, commandId }: CallerOptions = {},
  ): Promise<Session> {
    await this.get(sessionId, { principal })
    const decide = ({ session, synthesis }: DebateState & { session: Session }): Happening[] => {
      if (session.status !== 'completed')
        return [{ type: `session_${action}` }, ...(action === 'resume' ? [] : abortWriteUp(synthesis, ENDED[action]))]
      throw new RoundtableError('completed', `The debate is over, so it cannot be changed by ${action}.`, {
        said: 'The debate is over already.',
      })
    }
    await this.sessions.command(sessionId, decide, commandId)
    return (await this.sessions.read(sessionId)).session
  }

  async synthesize(
    sessionId: string,
    { principal, signal = new AbortController().signal }: CallerOptions & { signal?: AbortSignal } = {},
  ): Promise<Session> {
    const session = await this.get(sessionId, { principal })
    if (isCurrent(session)) return session
    const { signal: closing } = this.#closing
    refuseClosed(closing)
    this.#known.note(sessionId)
    const wake = (id: string) => this.#wake(id)
    return requestWriteUp(sessionId, { sessions: this.sessions, signal, closing, wake })
  }

  async recordOutcome(
    sessionId: string,
    verdict: Verdict,
    { note, principal, commandId }: CallerOptions & { note?: string | undefined } = {},
  ): Promise<Session> {
    const before = await this.get(sessionId, { principal })
    const outcome = { type: 'outcome_record' as const, verdict, ...(note !== undefined && { note }) }
    const decide = ({ session }: { session: Session }): Happening[] => {
      refuseOutcome(session)
      return [outcome]
    }
    const isRepeated = commandId !== undefined && (await this.sessions.log.find(sessionId, commandId)) !== undefined
    if (!isRepeated) {
      decide({ session: before })
      // First: the debate must not show an outcome that counts nowhere because the process ended in between.
      await this.#count(reduce(before, { ...outcome, timestamp: before.updatedAt }))
    }
    await this.sessions.command(sessionId, decide, commandId)
    const { session } = await this.sessions.read(sessionId)
    // Another outcome may have been recorded at the same time.
    await this.#count(session)
    return session
  }

  async #count(session: Session): Promise<void> {
    const record = toDebateRecord(session)
    if (record !== undefined) await this.#records.put(session.principal, record)
  }

  async rename(sessionId: string, given: string, { principal, commandId }: CallerOptions = {}): Promise<Session> {
    const title = given.trim()
    if (title.length > LIMITS.title) {
      throw new RoundtableError('invalid', `a title has at most ${LIMITS.title} characters; this has ${title.length}`)
    }
    await this.get(sessionId, { principal })
    await this.sessions.command(sessionId, () => [{ type: 'session_rename', title }], commandId)
    return (await this.sessions.read(sessionId)).session
  }

  async delete(sessionId: string, { principal }: CallerOptions = {}): Promise<void> {
    await this.get(sessionId, { principal })
    await this.sessions.delete(sessionId)
  }

  async get(sessionId: string, { principal }: CallerOptions = {}): Promise<Session> {
    return (await this.sessions.load(sessionId, principal)).session
  }

  list({ principal, ...wanted }: CallerOptions & ListOptions = {}): Promise<SessionSummary[]> {
    return this.sessions.list(principal, wanted)
  }

  async import(
    { principal: _, asksThroughCaller: __, ...exported }: Session,
    { principal }: CallerOptions = {},
  ): Promise<Session> {
    await this.sessions.requireRoom(principal)
    const session = { ...exported, ...(principal !== undefined && { principal }) }
    const round = openRound(session)?.number
    return this.sessions.create([
      { type: 'session_import', session },
      ...(round === undefined ? [] : [{ type: 'round_interrupt' as const, round, by: 'caller' as const }]),
    ])
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#started
    await this.#debates.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  async #wake(sessionId: string): Promise<void> {
    await this.#debates.start()
    this.#debates.wake(sessionId)
  }
}

const ENDED = { pause: 'paused', stop: 'stopped' } as const

/** Returns what ends a write-up that is requested: its model call is outstanding as well. */
const abortWriteUp = (synthesis: DebateState['synthesis'], how: string): Happening[] =>
  synthesis === undefined ? [] : [{ type: 'synthesis_fail', round: synthesis.round, reason: `it was ${how}` }]

/** Throws if the debate has no decision that could turn out right or wrong, or may still change it. */
function refuseOutcome(session: Session): void {
  if (session.consensus === undefined || givenAnswer(session.consensus) === undefined)
    throw new RoundtableError('invalid', 'The debate has no decision, so there is no outcome to record.')
  if (isInRound(session))
    throw new RoundtableError(
      'round_in_progress',
      'A round is in progress and may change the decision; wait for its end.',
    )
}

const refuseResource = async (): Promise<never> => {
  throw new Error('no MCP server is connected; give the document as text or data')
}

/** Resolves the model of a seat. `demo` can debate. */
const resolveSeat = (model: string) =>
  resolveModel(model, { demo: createDemoModel({ pace: 'instant', voices: [debateVoice] }) })
