import { useChat } from '../frame/chat.ts'

/** Returns the number of open questions of the open conversation, which is known before the list is loaded again. */
export const useOpenWaiting = (): number =>
  useChat(
    ({ pendingElicits, pendingApprovals }) =>
      [...pendingElicits, ...pendingApprovals].filter(({ status }) => status === 'pending').length,
  )

/** Returns the number of open questions of all conversations. */
export function useAllWaiting(): number {
  const own = useOpenWaiting()
  const others = useChat(({ sessions = [], sessionId }) =>
    sessions.reduce((sum, session) => sum + (session.sessionId === sessionId ? 0 : (session.waiting ?? 0)), 0),
  )
  return own + others
}
