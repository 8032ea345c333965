/**
 * Debates over a store.
 *
 * - T1 A session is stored before the first model is asked.
 * - T2 One round of a session is played at a time, by one process.
 * - T3 While a required context request has no answer no model is asked, and the answers of a refused call are kept.
 * - T4 A round that was interrupted, or whose process died, continues where it was: seats that have answered are not asked again.
 * - T5 A command that is sent twice is performed once.
 */
import { createDemoModel } from '@sweatpants/demo-model'
import { type Kind, Node, StreamExistsError } from '@sweatpants/framework/log'
import { resolveModel } from '@sweatpants/framework/models'
import { z } from 'zod'
import { debateVoice } from '../demo/debate-voice.ts'
import { RoundtableError } from '../errors.ts'
import { findMode } from '../modes/index.ts'
import { createPanel } from '../panel/create-panel.ts'
import type { Panel } from '../panel/panel.ts'
import type { DebateState } from '../session/debate-state.ts'
import type { Happening, Opening, RoundtableEvent } from '../session/event.ts'
import { openRound, type Session } from '../session/session.ts'
import { alreadyExists, SessionManager, type SessionSummary } from '../session/session-manager.ts'

import { createDebateMachine } from './debate-work.ts'
import { sortResults, startNextRound } from './decide-continue.ts'
import { type ContinueInput, continueInput, type StartInput, startInput } from './input.ts'
import { Listeners } from './listeners.ts'
import { RoundCalls } from './round-calls.ts'
import type { Begun, CallerOptions, Heard, IgnoredResult, Roundtable, RoundtableOptions } from './roundtable.ts'
import { DEFAULT_SETTINGS } from './settings.ts'
import { isCurrent, WriteUps } from './write-ups.ts'

export const createRoundtable = (options: RoundtableOptions): Roundtable => new StoredRoundtable(options)

class StoredRoundtable implements Roundtable {
  readonly panel: Panel
  readonly sessions: SessionManager
  readonly #debates: Kind<DebateState, RoundtableEvent>
  readonly #calls: RoundCalls
  readonly #listeners: Listeners
  readonly #writeUps: WriteUps
  readonly #closing = new AbortController()
  /** Resolves when this process drives debates. Never rejects. */
  readonly #started: Promise<void>

  constructor({ store, panel = createPanel(), ...options }: RoundtableOptions) {
    const { resolve = resolveSeat, takesOver = true, onError = console.error } = options
    const settings = { ...DEFAULT_SETTINGS, ...options.settings }
    const { leaseTtl } = settings
    this.panel = panel
    this.sessions = new SessionManager({ log: store.log('debate') })
    const { sessions } = this
    const { states, now } = sessions
    const closing = this.#closing.signal
    this.#calls = new RoundCalls({ sessions, leaseTtl, closing })
    this.#listeners = new Listeners({ sessions, closing, interrupt: (id, by) => this.#interrupt(id, by) })
    this.#writeUps = new WriteUps({ sessions, closing, wake: (id) => this.#wake(id) })
    const accepts = ({ id }: { id: string }) => takesOver || this.#calls.has(id)
    const machine = createDebateMachine({ states, resolve, settings, accepts, now, onError })
    this.#debates = Node.register(store, machine, { leaseTtl })
    this.#started = this.#debates.start().catch(onError)
  }

  async start(
    given: StartInput,
    { sessionId = crypto.randomUUID(), principal, commandId }: CallerOptions & { sessionId?: string } = {},
  ): Promise<Begun> {
    const input = read(startInput, given)
    const known = await this.#findStarted(sessionId, principal, commandId)
    if (known !== undefined) return known
    const opening = await this.#open(input, sessionId, principal)
    this.#refuseClosed()
    const first: Happening = { type: 'session_start', opening, ...(commandId !== undefined && { commandId }) }
    const round = startNextRound(this.sessions.draft([first]).state.session, undefined)
    const { stream, state } = this.sessions.draft([first, round])
    this.#calls.note(sessionId, state.session.currentRound)
    try {
      await this.#debates.create(sessionId, { ...stream, dueAt: 0 }, state)
    } catch (error) {
      if (!(error instanceof StreamExistsError)) throw error
      const meanwhile = await this.#findStarted(sessionId, principal, commandId)
      if (meanwhile === undefined) throw alreadyExists(sessionId)
      return meanwhile
    }
    return this.#begunAt(sessionId, state.lsn)
  }

  async continue(
    sessionId: string,
    given: ContinueInput = {},
    { principal, commandId }: CallerOptions = {},
  ): Promise<Begun> {
    const { focusQuestion, contextResults = [] } = read(continueInput, { sessionId, ...given })
    await this.get(sessionId, { principal })
    const known = commandId === undefined ? undefined : await this.sessions.log.find(sessionId, commandId)
    if (known !== undefined) return this.#begunAt(sessionId, known)
    this.#refuseClosed()
    const ignored = await this.#takeResults(sessionId, contextResults, commandId)
    const place = await this.#calls.call(sessionId, { focusQuestion, commandId, ignored })
    const begun = await this.#begunAt(sessionId, place, ignored)
    this.#calls.note(sessionId, begun.round)
    await this.#wake(sessionId)
    return begun
  }

  attend(begun: Begun, signal: AbortSignal): Promise<Heard> {
    return this.#listeners.hear(begun, signal)
  }

  interrupt(sessionId: string): Promise<void> {
    return this.#listeners.leave(sessionId, 'caller')
  }

  async finish(
    begun: Begun,
    { signal, onHeard }: { signal: AbortSignal; onHeard?: (heard: Heard) => void },
  ): Promise<Session> {
    for (let { after } = begun; ; ) {
      const heard = await this.attend({ ...begun, after }, signal)
      onHeard?.(heard)
      if (heard.isOver) return (await this.sessions.read(begun.sessionId)).session
      after = heard.after
    }
  }

  async isPlaying(sessionId: string, { principal }: CallerOptions = {}): Promise<boolean> {
    const { session } = await this.sessions.load(sessionId, principal)
    return isOpen(session) && (await this.sessions.log.get(sessionId))?.isDriven === true
  }

  async answerContext(
    sessionId: string,
    contextResults: NonNullable<ContinueInput['contextResults']>,
    { principal, commandId }: CallerOptions = {},
  ) {
    const { contextResults: results = [] } = read(continueInput, { sessionId, contextResults })
    await this.get(sessionId, { principal })
    const ignored = await this.#takeResults(sessionId, results, commandId)
    return { ignored, pending: await this.sessions.getPendingContextRequests(sessionId) }
  }

  async control(
    sessionId: string,
    action: 'pause' | 'resume' | 'stop',
    { principal, commandId }: CallerOptions = {},
  ): Promise<Session> {
    await this.get(sessionId, { principal })
    const decide = ({ session }: { session: Session }): Happening[] => {
      if (session.status !== 'completed') return [{ type: `session_${action}` }]
      throw new RoundtableError('completed', `The debate is over, so it cannot be changed by ${action}.`)
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
    this.#refuseClosed()
    this.#calls.note(sessionId, session.currentRound)
    return this.#writeUps.request(sessionId, signal)
  }

  async get(sessionId: string, { principal }: CallerOptions = {}): Promise<Session> {
    return (await this.sessions.load(sessionId, principal)).session
  }

  list({ principal, limit }: CallerOptions & { limit?: number } = {}): Promise<SessionSummary[]> {
    return this.sessions.list(principal, limit)
  }

  import({ principal: _, ...exported }: Session, { principal }: CallerOptions = {}): Promise<Session> {
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

  #refuseClosed(): void {
    if (this.#closing.signal.aborted)
      throw new RoundtableError('interrupted', 'The server is shutting down; try again in a moment.')
  }

  async #wake(sessionId: string): Promise<void> {
    await this.#debates.start()
    this.#debates.wake(sessionId)
  }

  async #interrupt(sessionId: string, by: 'caller' | 'shutdown'): Promise<void> {
    await this.sessions.command(sessionId, ({ session }) =>
      isOpen(session) ? [{ type: 'round_interrupt', round: session.currentRound, by }] : [],
    )
  }

  /** Returns the round that the same command began before. */
  async #findStarted(
    sessionId: string,
    principal: string | undefined,
    commandId: string | undefined,
  ): Promise<Begun | undefined> {
    const { log } = this.sessions
    const record = commandId === undefined ? undefined : await log.get(sessionId)
    if (record === undefined || record.principal !== principal) return undefined
    const [first, second] = await log.read(sessionId, 0, 2)
    const isSame = first?.event.type === 'session_start' && first.event.commandId === commandId
    return isSame ? this.#begunAt(sessionId, second!.lsn) : undefined
  }

  /** Returns the round that the event at this place has begun or continued. */
  async #begunAt(sessionId: string, after: number, ignored: IgnoredResult[] = []): Promise<Begun> {
    const [entry] = await this.sessions.log.read(sessionId, after - 1, 1)
    const { type, round } = entry!.event as RoundtableEvent<'round_start' | 'round_resume'>
    return { sessionId, round, after, isResumed: type === 'round_resume', ignored }
  }

  async #open(input: z.output<typeof startInput>, id: string, principal: string | undefined): Promise<Opening> {
    const { topic, answers = [], budget = {}, rounds: totalRounds, exitOnConsensus, agentCount } = input
    const mode = findMode(input.mode)
    const generatesPerspectives = input.perspectives === 'generate'
    const perspectives = input.perspectives === 'generate' ? [] : (input.perspectives ?? [])
    const wishes = input.agents?.map((agent) => (typeof agent === 'string' ? { model: agent } : agent))
    const seating = await this.panel.seat({ wishes, count: agentCount, mode, perspectives, seed: id })
    return {
      id,
      ...(principal !== undefined && { principal }),
      topic,
      mode: mode.name,
      ...seating,
      answers,
      exitOnConsensus,
      generatesPerspectives,
      budget,
      totalRounds,
    }
  }

  /** Stores the results that answer a pending request, and returns the others. */
  async #takeResults(
    sessionId: string,
    results: NonNullable<ContinueInput['contextResults']>,
    commandId: string | undefined,
  ): Promise<IgnoredResult[]> {
    let { taken, ignored } = sortResults((await this.sessions.read(sessionId)).session, results)
    if (taken.length === 0) return ignored
    const decide = ({ session }: { session: Session }): Happening[] => {
      ;({ taken, ignored } = sortResults(session, results))
      return taken.map((result) => ({ type: 'context_answer', result }))
    }
    await this.sessions.command(sessionId, decide, commandId && `${commandId}/context`)
    return ignored
  }
}

/** Resolves the model of a seat. `demo` can debate. */
const resolveSeat = (model: string) => resolveModel(model, { demo: createDemoModel({ voices: [debateVoice] }) })

/** Whether the debate has a round that is played, or will be without a caller. */
const isOpen = (session: Session): boolean => {
  const round = openRound(session)
  return session.status === 'active' && round !== undefined && round.stage !== 'interrupted'
}

function read<T>(schema: z.ZodType<T>, given: unknown): T {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  throw new RoundtableError('invalid', z.prettifyError(parsed.error))
}
