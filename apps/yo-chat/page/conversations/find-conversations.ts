import type { SessionSummary } from '@sweatpants/framework/chat'
import { texts } from './texts.ts'

/** Returns the conversations whose title has every word, the latest changed first. */
export function findConversations(sessions: readonly SessionSummary[], search: string): SessionSummary[] {
  const words = search.toLowerCase().split(/\s+/)
  return sessions
    .filter((session) => words.every((word) => titleOf(session).toLowerCase().includes(word)))
    .toSorted((a, b) => b.updatedAt - a.updatedAt)
}

export const titleOf = ({ title }: Pick<SessionSummary, 'title'>): string => title || texts.newConversation
