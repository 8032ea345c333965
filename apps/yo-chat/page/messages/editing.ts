import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let edited: string | undefined

/** Opens the form of a message, which closes that of another one; `undefined` closes it. */
export function editMessage(messageId: string | undefined): void {
  edited = messageId
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useIsEdited = (messageId: string): boolean => useSyncExternalStore(subscribe, () => edited === messageId)
