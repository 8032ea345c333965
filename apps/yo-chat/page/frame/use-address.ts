import { useEffect } from 'react'
import { useChat, useClient } from './chat.ts'
import { toChatPath, toPlace } from './place.ts'
import { navigate, usePath } from './use-place.ts'

/** The conversation that the address of the page names. */
export function addressedConversation(): string | undefined {
  const place = toPlace(location.pathname)
  return place.type === 'chat' ? place.sessionId : undefined
}

/** Keeps the address of the page and the open conversation in sync. */
export function useAddress(): void {
  const client = useClient()
  const path = usePath()
  const sessionId = useChat((snapshot) => snapshot.sessionId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is what it is for
  useEffect(() => client.open(addressedConversation()), [client, path])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation is what it is for
  useEffect(() => {
    // Read again: the address may just have opened another one.
    const open = client.getSnapshot().sessionId
    if (addressedConversation() !== open) navigate(toChatPath(open))
  }, [client, sessionId])
}
