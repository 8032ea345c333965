import type { ChatClient, ChatSnapshot } from '@sweatpants/framework/chat'
import { createContext, use, useSyncExternalStore } from 'react'

export const Client = createContext<ChatClient | undefined>(undefined)

/** The client of the page. */
export function useClient(): ChatClient {
  const client = use(Client)
  if (client === undefined) throw new Error('a component of the chat stands outside <App>')
  return client
}

/** A part of what the chat shows. Renders again when that part is another, so `select` must not make one. */
export function useChat<T>(select: (snapshot: ChatSnapshot) => T): T {
  const client = useClient()
  const read = () => select(client.getSnapshot())
  return useSyncExternalStore(client.subscribe, read, read)
}
