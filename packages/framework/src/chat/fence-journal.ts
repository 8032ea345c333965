import type { Journal, JournalWrite } from '../tools/journal.ts'
import type { RunStore } from '../tools/run-store.ts'
import { catchUp } from './load-state.ts'
import type { Patch } from './patch.ts'
import { FenceError, type SessionLog } from './session-log.ts'
import type { ChatState } from './state.ts'

interface Driven {
  log: SessionLog<Patch>
  runs: RunStore
  sessionId: string
  fence: number
  state: ChatState
}

/** The journal of a run, which begins only while the fence is the last (D5 of the driver). */
export function fenceJournal(driven: Driven, runId: string): Journal {
  const journal = driven.runs.journal(runId)
  return {
    read: () => journal.read(),
    append: (revision, write) =>
      revision === 0 ? begin(driven, runId, journal, write) : journal.append(revision, write),
  }
}

/**
 * Where there is no journal the run may be over, and its journal removed: while this driver was away others may have come
 * and gone. Written first and asked then, so that whoever comes after the question goes on from what is written.
 */
async function begin(driven: Driven, runId: string, journal: Journal, write: JournalWrite): Promise<void> {
  const { log, runs, sessionId, fence, state } = driven
  await journal.append(0, write)
  try {
    await log.append(sessionId, { events: [], fence })
  } catch (error) {
    if (!(error instanceof FenceError)) throw error
    const { turn } = await catchUp(log, sessionId, state)
    // Otherwise whoever drives removes it with the turn.
    if (turn?.turn !== state.turn?.turn) await runs.delete(runId)
    throw error
  }
}
