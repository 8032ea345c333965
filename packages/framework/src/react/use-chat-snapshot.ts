import { useSyncExternalStore } from 'react'
import type { ChatClient } from '../chat/client/client.ts'
import type { ChatSnapshot } from '../chat/client/client-snapshot.ts'

/** What a client shows now, for as long as the component is there. */
export const useChatSnapshot = (client: ChatClient): ChatSnapshot =>
  useSyncExternalStore(client.subscribe, client.getSnapshot, client.getSnapshot)
