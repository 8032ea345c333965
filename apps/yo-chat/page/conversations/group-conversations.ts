import type { SessionSummary } from '@sweatpants/framework/chat'
import { texts } from './texts.ts'

export interface ConversationGroup {
  title: string
  sessions: readonly SessionSummary[]
}

const DAY = 86_400_000

/** Returns the conversations by the day of their last change, the pinned ones first. Those that are archived are left out. */
export function groupConversations(sessions: readonly SessionSummary[], now: number): ConversationGroup[] {
  const today = new Date(now).setHours(0, 0, 0, 0)
  // A day may have 23 or 25 hours.
  const yesterday = new Date(today - 1).setHours(0, 0, 0, 0)
  const titleOfGroup = ({ pinned, updatedAt }: SessionSummary): string => {
    if (pinned) return texts.pinned
    if (updatedAt >= today) return texts.today
    if (updatedAt >= yesterday) return texts.yesterday
    if (updatedAt >= today - 7 * DAY) return texts.week
    return updatedAt >= today - 30 * DAY ? texts.month : texts.earlier
  }
  const groups = Map.groupBy(
    sessions.filter(({ archived }) => !archived),
    titleOfGroup,
  )
  return ORDER.flatMap((title) => {
    const found = groups.get(title)
    return found === undefined ? [] : [{ title, sessions: found }]
  })
}

const ORDER = [texts.pinned, texts.today, texts.yesterday, texts.week, texts.month, texts.earlier]
