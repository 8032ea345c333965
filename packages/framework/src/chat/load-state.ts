import type { Json } from '../tools/json.ts'
import type { Patch } from './patch.ts'
import { reduce } from './reduce.ts'
import type { LogEntry, SessionLog } from './session-log.ts'
import { type ChatState, emptyState } from './state.ts'

/** How many patches may be read before the state is kept, so that the next reader begins there. */
const SNAPSHOT_EVERY = 500

/** Raised when a state looks different: one that was kept by another release is then made anew from the log. */
const SHAPE = 1

/** How many are read at once. */
const PAGE = 2_000

/** `state` with all that has been appended since. */
export async function catchUp(log: SessionLog<Patch>, sessionId: string, state: ChatState): Promise<ChatState> {
  let caughtUp = state
  for (;;) {
    const page: LogEntry<Patch>[] = await log.read(sessionId, caughtUp.lsn, PAGE)
    caughtUp = page.reduce((current, { lsn, event }) => reduce(current, event, lsn), caughtUp)
    if (page.length < PAGE) return caughtUp
  }
}

/** The state of a session, from the last that was kept. A reload costs the same however long the log is. */
export async function loadState(log: SessionLog<Patch>, sessionId: string): Promise<ChatState> {
  const from = fromKept((await log.snapshot(sessionId))?.state)
  const state = await catchUp(log, sessionId, from)
  await keepState(log, sessionId, state, from.lsn)
  return state
}

/** Keeps the state when it is far enough from the last that was kept. */
export async function keepState(
  log: SessionLog<Patch>,
  sessionId: string,
  state: ChatState,
  keptAt: number,
): Promise<number> {
  if (state.lsn - keptAt < SNAPSHOT_EVERY) return keptAt
  await log.keepSnapshot(sessionId, state.lsn, { shape: SHAPE, state } as unknown as Json)
  return state.lsn
}

function fromKept(kept: unknown): ChatState {
  const { shape, state } = (kept ?? {}) as { shape?: number; state?: ChatState }
  return shape === SHAPE && state !== undefined ? state : emptyState
}
