import type { Json } from '../tools/json.ts'
import type { Patch } from './patch.ts'
import { reduce } from './reduce.ts'
import type { LogEntry, SessionLog } from './session-log.ts'
import { type ChatState, emptyState } from './state.ts'

/** How many patches may be read before the state is kept, so that the next reader begins there. */
const SNAPSHOT_EVERY = 500

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
  const kept = await log.snapshot(sessionId)
  // A kept state was made by `reduce`, of this release or an older one.
  const from = kept === undefined ? emptyState : (kept.state as unknown as ChatState)
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
  await log.keepSnapshot(sessionId, state.lsn, state as unknown as Json)
  return state.lsn
}
