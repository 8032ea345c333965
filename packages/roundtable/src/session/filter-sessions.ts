import type { SessionSummary } from './session-manager.ts'
import type { SessionState } from './session-state.ts'

/** Which sessions are wanted. Without a condition, all of them. */
export interface Wanted {
  status?: SessionState | undefined
  mode?: string | undefined
  /** Words that the title, the topic or the decision contains. */
  search?: string | undefined
}

/** Returns whether a session is wanted. */
export function toFilter({ status, mode, search = '' }: Wanted): (summary: SessionSummary) => boolean {
  const words = search.toLowerCase().split(/\s+/)
  return (summary) => {
    const text = `${summary.title ?? ''}\n${summary.topic}\n${summary.decision ?? ''}`.toLowerCase()
    const isWanted = status === undefined || summary.status === status
    return isWanted && (mode === undefined || summary.mode === mode) && words.every((word) => text.includes(word))
  }
}
