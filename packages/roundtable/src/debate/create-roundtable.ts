import { createDemoModel } from '@sweatpants/demo-model'
import { LogConflictError } from '@sweatpants/framework/chat'
import { resolveModel } from '@sweatpants/framework/models'
import { z } from 'zod'
import { debateVoice } from '../demo/debate-voice.ts'
import { RoundtableError } from '../errors.ts'
import { findMode } from '../modes/index.ts'
import { createPanel } from '../panel/create-panel.ts'
import type { RoundtableEvent } from '../session/event.ts'
import { openRound, roundOf, type Session } from '../session/session.ts'
import { SessionManager } from '../session/session-manager.ts'
import { attend } from './attend.ts'
import { refusePending, refuseStatus, sortResults, startNextRound } from './decide-continue.ts'
import { continueInput, startInput } from './input.ts'
import { type Lease, Leases } from './leases.ts'
import { LiveRound } from './live-round.ts'
import { loadOpening } from './load-opening.ts'
import type { Begun, CallerOptions, Roundtable, RoundtableOptions } from './roundtable.ts'
import { DEFAULT_SETTINGS } from './settings.ts'
import { writeSynthesis } from './synthesis.ts'
import { Turnstile } from './turnstile.ts'

/**
 * Debates over a store.
 *
 * - T1 A session is stored before the first model is asked.
 * - T2 One round of a session is played at a time, whichever process plays it.
 * - T3 While a required context request is unanswered no model is asked, and no answer that came with the refused call is lost.
 * - T4 An interrupted round goes on where it was: whoever has answered is not asked again.
 * - T5 What is asked for twice by the same command is done once.
 */
export function createRoundtable(options: RoundtableOptions): Roundtable {
  const { store, resolve = resolveSeat, panel = createPanel(), onError = console.error } = options
  const settings = { ...DEFAULT_SETTINGS, ...options.settings }
  const log = store.log<RoundtableEvent>('roundtable')
  const sessions = new SessionManager({ log })
  const leases = new Leases(store.leases, settings.leaseTtl, onError)
  const turnstile = new Turnstile()
  const live = new Map<string, LiveRound>()
  let isClosed = false

  async function holdLease(sessionId: string): Promise<Lease> {
    if (isClosed) throw new RoundtableError('interrupted', 'The server is going down; try again in a moment.')
    await letSettle(sessionId)
    const lease = live.has(sessionId) ? undefined : await leases.acquireInTime(sessionId)
    if (lease !== undefined) return lease
    throw new RoundtableError(
      'round_in_progress',
      'A round is in progress in this debate; wait for it to end, or stop it.',
    )
  }

  /** The end of a round is heard before the last of it is put away. */
  async function letSettle(sessionId: string): Promise<void> {
    const playing = live.get(sessionId)
    if (playing === undefined) return
    const { session } = await sessions.loadAt(sessionId)
    if (playing.isInterrupted || openRound(session) === undefined) await playing.settled
  }

  /** Plays the open round of a session. */
  async function play(sessionId: string, round: number, lease: Lease): Promise<LiveRound> {
    const { session, head } = await sessions.loadAt(sessionId)
    const opening = await loadOpening(log, sessionId, round)
    const playing = new LiveRound({ store, log, sessions, resolve, settings, lease, opening, session, head })
    live.set(sessionId, playing)
    void playing.settled.then(() => {
      live.delete(sessionId)
      if (playing.error !== undefined) onError(playing.error)
    })
    return playing
  }

  /** Takes a lease and gives it back, unless a round is played with it. */
  async function withLease<T>(sessionId: string, work: (lease: Lease) => Promise<T>): Promise<T> {
    const lease = await holdLease(sessionId)
    try {
      return await work(lease)
    } finally {
      if (!live.has(sessionId)) await lease.release()
    }
  }

  async function takeResults(sessionId: string, given: unknown, { principal, commandId }: CallerOptions) {
    const { session } = await sessions.load(sessionId, principal)
    const { contextResults = [] } = read(continueInput, given)
    const { taken, ignored } = sortResults(session, contextResults)
    if (taken.length === 0) return { session, ignored }
    const happenings = taken.map((result) => ({ type: 'context_answer' as const, result }))
    const appended = await sessions.append(sessionId, happenings, { commandId: commandId && `${commandId}/context` })
    return { session: appended.session, ignored }
  }

  /** The round that the same command began before. */
  async function findBegun(sessionId: string, commandId: string | undefined): Promise<Begun | undefined> {
    const after = commandId === undefined ? undefined : await log.find(sessionId, commandId)
    if (after === undefined) return undefined
    const { session } = await sessions.loadAt(sessionId, after)
    return { sessionId, round: session.currentRound, after, isResumed: false, ignored: [] }
  }

  async function beginRound(
    sessionId: string,
    { focusQuestion }: { focusQuestion?: string | undefined },
    { commandId }: CallerOptions,
  ): Promise<Omit<Begun, 'ignored'>> {
    return withLease(sessionId, async (lease) => {
      for (;;) {
        const { session, head } = await sessions.loadAt(sessionId)
        const open = openRound(session)
        if (open !== undefined && session.status === 'active') {
          await play(sessionId, open.number, lease)
          return { sessionId, round: open.number, after: head, isResumed: true }
        }
        refuseStatus(session, focusQuestion)
        refusePending(session.pendingContextRequests, [])
        const next = startNextRound(session, focusQuestion)
        try {
          const appended = await sessions.append(sessionId, [next], { head, commandId, fence: lease.fence })
          await play(sessionId, appended.session.currentRound, lease)
          return { sessionId, round: appended.session.currentRound, after: appended.head, isResumed: false }
        } catch (error) {
          // Somebody answered or paused meanwhile: it is decided anew.
          if (!(error instanceof LogConflictError)) throw error
        }
      }
    })
  }

  async function get(sessionId: string, { principal }: CallerOptions = {}): Promise<Session> {
    return (await sessions.load(sessionId, principal)).session
  }

  const roundtable: Roundtable = {
    panel,

    async start(given, { sessionId = crypto.randomUUID(), principal, commandId } = {}) {
      const input = read(startInput, given)
      const begun = await findBegun(sessionId, commandId)
      if (begun !== undefined) return begun
      const { topic, answers = [], budget = {}, rounds: totalRounds, exitOnConsensus, agentCount } = input
      const mode = findMode(input.mode)
      const generatesPerspectives = input.perspectives === 'generate'
      const perspectives = input.perspectives === 'generate' ? [] : (input.perspectives ?? [])
      const wishes = input.agents?.map((agent) => (typeof agent === 'string' ? { model: agent } : agent))
      const { seats, absent } = await panel.seat({ wishes, count: agentCount, mode, perspectives, seed: sessionId })
      const opening = {
        id: sessionId,
        ...(principal !== undefined && { principal }),
        topic,
        mode: mode.name,
        seats,
        absent,
        answers,
        exitOnConsensus,
        generatesPerspectives,
        budget,
        totalRounds,
      }
      await sessions.create(opening, { commandId: commandId && `${commandId}/session` })
      return turnstile.pass(sessionId, async () => {
        const meanwhile = await findBegun(sessionId, commandId)
        return meanwhile ?? { ...(await beginRound(sessionId, {}, { commandId })), ignored: [] }
      })
    },

    continue(sessionId, given = {}, caller = {}) {
      const { focusQuestion } = read(continueInput, { sessionId, ...given })
      return turnstile.pass(sessionId, async () => {
        const begun = await findBegun(sessionId, caller.commandId)
        if (begun !== undefined) return begun
        const { session, ignored } = await takeResults(sessionId, { sessionId, ...given }, caller)
        refuseStatus(session, focusQuestion)
        if (openRound(session) === undefined) refusePending(session.pendingContextRequests, ignored)
        return { ...(await beginRound(sessionId, { focusQuestion }, caller)), ignored }
      })
    },

    attend: (begun, signal) => attend({ log, sessions, live, takeUp, isClosed: () => isClosed }, begun, signal),

    async isPlaying(sessionId, { principal } = {}) {
      await sessions.load(sessionId, principal)
      // Not while a round is begun here: a lease that is taken twice is lost by who took it first.
      return turnstile.pass(sessionId, async () => {
        if (live.has(sessionId)) return true
        const lease = await leases.acquire(sessionId)
        await lease?.release()
        return lease === undefined
      })
    },

    interrupt(sessionId) {
      live.get(sessionId)?.interrupt()
    },

    async finish(begun, { signal, onHeard }) {
      for (let { after } = begun; ; ) {
        const heard = await roundtable.attend({ ...begun, after }, signal)
        onHeard?.(heard)
        if (heard.isOver) return (await sessions.loadAt(begun.sessionId)).session
        after = heard.after
      }
    },

    async answerContext(sessionId, contextResults, caller = {}) {
      return turnstile.pass(sessionId, async () => {
        const { session, ignored } = await takeResults(sessionId, { sessionId, contextResults }, caller)
        return { ignored, pending: session.pendingContextRequests }
      })
    },

    async control(sessionId, action, { principal, commandId } = {}) {
      const { session } = await sessions.load(sessionId, principal)
      const isDone = commandId !== undefined && (await log.find(sessionId, commandId)) !== undefined
      if (isDone) return session
      if (session.status === 'completed')
        throw new RoundtableError('completed', `The debate is over already; there is nothing to ${action}.`)
      await sessions.append(sessionId, [{ type: `session_${action}` }], { commandId })
      const playing = live.get(sessionId)
      if (action !== 'resume') {
        playing?.interrupt()
        await playing?.settled
      }
      return (await sessions.loadAt(sessionId)).session
    },

    synthesize(sessionId, { principal, signal }) {
      return turnstile.pass(sessionId, async () => {
        const session = await get(sessionId, { principal })
        if (session.synthesis?.round === session.currentRound) return session
        return withLease(sessionId, (lease) =>
          writeSynthesis({ store, sessions, resolve, settings, lease, session, signal }),
        )
      })
    },

    get,
    list: ({ principal, limit } = {}) => sessions.list(principal, limit),
    import: async (session, { principal } = {}) => (await sessions.import(session, principal)).session,

    async close() {
      isClosed = true
      const playing = [...live.values()]
      for (const round of playing) round.interrupt()
      await Promise.all(playing.map(({ settled }) => settled))
    },
  }

  /** Plays a round that nobody plays; nothing while another process does. */
  function takeUp(sessionId: string, round: number): Promise<LiveRound | undefined> {
    return turnstile.pass(sessionId, async () => {
      const known = live.get(sessionId)
      if (known !== undefined || isClosed) return known
      const { session } = await sessions.loadAt(sessionId)
      if (session.status !== 'active' || roundOf(session, round)?.endedAt !== undefined) return undefined
      const lease = await leases.acquire(sessionId)
      return lease && play(sessionId, round, lease)
    })
  }

  return roundtable
}

/** Resolves the model of a seat. `demo` can debate. */
const resolveSeat = (model: string) => resolveModel(model, { demo: createDemoModel({ voices: [debateVoice] }) })

function read<T>(schema: z.ZodType<T>, given: unknown): T {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  throw new RoundtableError('invalid', z.prettifyError(parsed.error))
}
