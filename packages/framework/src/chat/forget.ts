import type { RunStore } from '../tools/run-store.ts'
import { runIdOf } from './live-turn.ts'
import type { ChatState } from './state.ts'
import { PLAN } from './turn.ts'

/** Removes the runs of a turn that is over: the log has what became of it. Its calls may not be in the state any more. */
export async function forgetTurn(
  runs: RunStore,
  { sessionId }: Pick<ChatState, 'sessionId'>,
  turn: number,
): Promise<void> {
  const runId = runIdOf(sessionId, turn)
  const recording = await runs.journal(runId).read()
  for (const entry of recording?.entries ?? []) {
    if (entry.type === 'halted' || entry.kind !== 'step' || !entry.key.startsWith(PLAN)) continue
    await runs.delete(`${runId}/${entry.key.slice(PLAN.length)}`)
  }
  await runs.delete(runId)
}
