import type { RunStore } from '../tools/run-store.ts'
import { runIdOf } from './live-turn.ts'
import type { ChatState } from './state.ts'

/** Removes the runs of a turn that is over: the log has what became of it. */
export async function forgetTurn(runs: RunStore, { sessionId, toolCalls }: ChatState, turn: number): Promise<void> {
  const runId = runIdOf(sessionId, turn)
  const calls = Object.keys(toolCalls).filter((callId) => callId.startsWith(`c${turn}_`))
  for (const callId of calls) await runs.delete(`${runId}/${callId}`)
  await runs.delete(runId)
}
