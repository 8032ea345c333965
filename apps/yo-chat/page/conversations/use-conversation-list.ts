import { useEffect } from 'react'
import { useChat, useClient } from '../frame/chat.ts'
import { useInbox } from '../inbox/inbox.ts'

/**
 * Milliseconds after which the list is loaded again. A hidden page has no connection that would tell of a question, and a question that is
 * answered in the inbox is counted until its tool has gone on.
 */
const INTERVAL = 10_000

/**
 * Loads the list at first, when a turn ends, when another conversation is opened, when a question is asked or answered anywhere, when the
 * page becomes visible, after a reconnect, and from time to time.
 */
export function useConversationList(): void {
  const client = useClient()
  const turn = useChat(({ state }) => state.turn?.turn)
  const openId = useChat((snapshot) => snapshot.sessionId)
  const isBroken = useChat((snapshot) => snapshot.connection === 'reconnecting')
  const { questions } = useInbox()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn, conversation or question is what it is for
  useEffect(() => {
    if (isBroken) return
    // The page already shows that the server is unreachable. The list stays as it was.
    const load = () => void client.listSessions().catch(() => {})
    load()
    addEventListener('focus', load)
    const timer = setInterval(load, INTERVAL)
    return () => {
      removeEventListener('focus', load)
      clearInterval(timer)
    }
  }, [client, turn, openId, questions, isBroken])
}
