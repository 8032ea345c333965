import { expect, test } from 'vitest'
import { groupConversations } from './group-conversations.ts'

const now = new Date(2026, 10, 16, 9).getTime()
const at = (title: string, ...date: [number, number, number]) => ({
  sessionId: title,
  title,
  createdAt: 0,
  updatedAt: new Date(...date, 23, 59).getTime(),
})

test('conversations are grouped by day, the pinned ones first, and archived ones are left out', () => {
  const sessions = [
    { ...at('now', 2026, 10, 15), updatedAt: now },
    at('late yesterday', 2026, 10, 15),
    { ...at('pinned', 2020, 0, 1), pinned: true },
    at('on Thursday', 2026, 10, 12),
    at('in October', 2026, 9, 25),
    at('in spring', 2026, 3, 1),
    { ...at('archived', 2026, 10, 16), archived: true, pinned: true },
  ]
  const groups = groupConversations(sessions, now)
  expect(groups.map(({ title, sessions }) => [title, ...sessions.map((session) => session.title)])).toEqual([
    ['Pinned', 'pinned'],
    ['Today', 'now'],
    ['Yesterday', 'late yesterday'],
    ['Previous 7 days', 'on Thursday'],
    ['Previous 30 days', 'in October'],
    ['Earlier', 'in spring'],
  ])
})
