import type { SessionLog } from '@sweatpants/framework/chat'
import { RoundtableError } from '../errors.ts'
import type { RoundtableEvent } from '../session/event.ts'
import { reduce } from '../session/reduce.ts'
import type { SessionManager } from '../session/session-manager.ts'
import { toHeard } from './attendance.ts'
import type { LiveRound } from './live-round.ts'
import type { Begun, Heard } from './roundtable.ts'

interface Attended {
  log: SessionLog<RoundtableEvent>
  sessions: SessionManager
  live: ReadonlyMap<string, LiveRound>
  takeUp: (sessionId: string, round: number) => Promise<LiveRound | undefined>
  /** Whether this process is going down. */
  isClosed: () => boolean
}

/** How often it is looked whether the process that plays a round is still alive. */
const LOOK_EVERY = 1_000

const CLOSING = 'The server is going down; call continue_roundtable in a moment to finish the round.'

/** Waits for what happens next in a round. */
export async function attend(
  attended: Attended,
  { sessionId, round, after }: Begun,
  signal: AbortSignal,
): Promise<Heard> {
  const { log, live } = attended
  if (attended.isClosed()) throw new RoundtableError('interrupted', CLOSING)
  const bell = new Bell()
  const stop = log.watch(sessionId, () => bell.ring())
  signal.addEventListener('abort', bell.ring)
  try {
    for (;;) {
      signal.throwIfAborted()
      bell.listen()
      const heard = await hearNext(attended, sessionId, round, after)
      if (heard !== undefined) return heard
      const playing = live.get(sessionId) ?? (await attended.takeUp(sessionId, round))
      if (playing === undefined) await refuseEnded(attended, sessionId, round, after)
      await wait(bell, playing)
      // What it wrote last is heard before what became of it.
      if (playing?.isSettled && (await hearNext(attended, sessionId, round, after)) === undefined) {
        // No news, and no end: whoever can wait for the next process has come to a place where it can.
        if (attended.isClosed()) return { after, done: 0, expected: 0, isOver: false }
        throw toError(playing)
      }
    }
  } finally {
    signal.removeEventListener('abort', bell.ring)
    stop()
    if (signal.aborted) await leave(live.get(sessionId))
  }
}

/** When the last who listens goes, so do the calls. */
async function leave(playing: LiveRound | undefined): Promise<void> {
  if (playing === undefined || playing.attendants > 0) return
  playing.interrupt()
  await playing.settled
}

async function hearNext({ log, sessions }: Attended, sessionId: string, round: number, after: number) {
  const entries = await log.read(sessionId, after)
  if (entries.length === 0) return undefined
  let { session } = await sessions.loadAt(sessionId, after)
  for (const { lsn, event } of entries) {
    session = reduce(session, event)
    const heard = toHeard(session, round, lsn, event)
    if (heard !== undefined) return heard
  }
  return undefined
}

async function wait(bell: Bell, playing: LiveRound | undefined): Promise<void> {
  if (playing === undefined) return bell.heard(LOOK_EVERY)
  void playing.settled.then(bell.ring)
  playing.attendants++
  await bell.heard()
  playing.attendants--
}

/** Nobody plays it, and nobody will. */
async function refuseEnded({ sessions }: Attended, sessionId: string, round: number, after: number): Promise<void> {
  const { session } = await sessions.loadAt(sessionId)
  if (session.status === 'active') return
  throw new RoundtableError(
    'interrupted',
    `Round ${round} was interrupted at ${after}: the debate is ${session.status}.`,
  )
}

function toError({ error }: LiveRound): unknown {
  const message =
    'The round was interrupted; call continue_roundtable to finish it. Nobody who has answered is asked again.'
  return error ?? new RoundtableError('interrupted', message)
}

/** Something to wait for that may ring before anybody waits. */
class Bell {
  #ring = Promise.withResolvers<void>()

  readonly ring = (): void => this.#ring.resolve()

  /** From now on, whatever rings is heard. */
  listen(): void {
    this.#ring = Promise.withResolvers()
  }

  async heard(atMost?: number): Promise<void> {
    const { promise } = this.#ring
    if (atMost === undefined) return promise
    const timer = setTimeout(this.ring, atMost)
    await promise
    clearTimeout(timer)
  }
}
