import type { ChatSnapshot } from '@sweatpants/framework/chat'
import { useChat } from '../frame/chat.ts'

const openQuestions = ({ pendingElicits, pendingApprovals }: ChatSnapshot) =>
  [...pendingElicits, ...pendingApprovals].filter(({ status }) => status === 'pending')

/** Returns the number of open questions of the open conversation, which is known before the list is loaded again. */
export const useOpenWaiting = (): number => useChat((chat) => openQuestions(chat).length)

/** Returns when the newest open question of the open conversation was asked. */
export const useNewestAsked = (): number =>
  useChat((chat) => Math.max(0, ...openQuestions(chat).map(({ timestamp }) => timestamp)))

/** Returns the number of open questions of all conversations. */
export function useAllWaiting(): number {
  const own = useOpenWaiting()
  const others = useChat(({ sessions = [], sessionId }) =>
    sessions.reduce((sum, session) => sum + (session.sessionId === sessionId ? 0 : (session.waiting ?? 0)), 0),
  )
  return own + others
}
