import { useEffect } from 'react'
import { useChat, useClient } from '../frame/chat.ts'

/** Loads the list at first, when a turn ends, when the page becomes visible, and after a reconnect. */
export function useConversationList(): void {
  const client = useClient()
  const turn = useChat(({ state }) => state.turn?.turn)
  const isBroken = useChat((snapshot) => snapshot.connection === 'reconnecting')
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn is what it is for
  useEffect(() => {
    if (isBroken) return
    // The page already shows that the server is unreachable. The list stays as it was.
    const load = () => void client.listSessions().catch(() => {})
    load()
    addEventListener('focus', load)
    return () => removeEventListener('focus', load)
  }, [client, turn, isBroken])
}
