import { useEffect } from 'react'
import { useChat, useClient } from '../frame/chat.ts'

/** Asks for the list when it may have changed: at first, when a turn ends, when the person comes back, after a broken connection. */
export function useConversationList(): void {
  const client = useClient()
  const turn = useChat(({ state }) => state.turn?.turn)
  const isBroken = useChat((snapshot) => snapshot.connection === 'reconnecting')
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn is what it is for
  useEffect(() => {
    if (isBroken) return
    // The page says already that the server is not reached; the list stays as it was.
    const load = () => void client.listSessions().catch(() => {})
    load()
    addEventListener('focus', load)
    return () => removeEventListener('focus', load)
  }, [client, turn, isBroken])
}
