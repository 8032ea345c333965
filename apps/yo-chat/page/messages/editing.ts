import { useSyncExternalStore } from 'react'
import { Changes } from '../frame/changes.ts'

const changes = new Changes()
let edited: string | undefined

/** Opens the form of a message, which closes that of another one; `undefined` closes it. */
export function editMessage(messageId: string | undefined): void {
  edited = messageId
  changes.tell()
}

export const useIsEdited = (messageId: string): boolean =>
  useSyncExternalStore(changes.subscribe, () => edited === messageId)
