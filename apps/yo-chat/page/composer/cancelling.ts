import { useSyncExternalStore } from 'react'
import { Changes } from '../frame/changes.ts'

const changes = new Changes()

const toKey = (sessionId: string | undefined): string => `cancel:${sessionId}`

/**
 * Begins to cancel the tools that ask these questions, which can be undone for a while. The tab remembers it: after a reload, or back in
 * the conversation, the time starts again, so that no tool is cancelled before the person could have undone it.
 */
export function beginCancelling(sessionId: string | undefined, questions: string): void {
  sessionStorage.setItem(toKey(sessionId), questions)
  changes.tell()
}

export function endCancelling(sessionId: string | undefined): void {
  sessionStorage.removeItem(toKey(sessionId))
  changes.tell()
}

/** Whether the tools that ask these questions are about to be cancelled. An answer takes that back. */
export const useIsCancelling = (sessionId: string | undefined, questions: string): boolean =>
  useSyncExternalStore(changes.subscribe, () => sessionStorage.getItem(toKey(sessionId)) === questions)
