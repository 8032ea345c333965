import type { ChatClient, ChatSnapshot } from '@sweatpants/framework/chat'
import { createContext, use, useSyncExternalStore } from 'react'

export const Client = createContext<ChatClient | undefined>(undefined)

/** The client of the page. */
export function useClient(): ChatClient {
  const client = use(Client)
  if (client === undefined) throw new Error('a component of the chat stands outside <App>')
  return client
}

/** Returns a part of the snapshot. Renders again when the part changes, so `select` must not create a new object. */
export function useChat<T>(select: (snapshot: ChatSnapshot) => T): T {
  const client = useClient()
  const read = () => select(client.getSnapshot())
  return useSyncExternalStore(client.subscribe, read, read)
}
