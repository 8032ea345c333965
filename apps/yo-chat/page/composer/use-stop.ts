import { useCallback, useEffect } from 'react'
import { useClient } from '../frame/chat.ts'
import { usePerform } from '../frame/notices.tsx'
import { isWriting } from './open-calls.ts'

/** Stops the running turn. Escape does so too while the model writes, unless it closes a dialog: it never cancels a tool. */
export function useStop(): () => void {
  const client = useClient()
  const perform = usePerform()
  const stop = useCallback(() => {
    if (client.getSnapshot().state.turn !== undefined) void perform(client.abort())
  }, [client, perform])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isTaken = event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]') !== null
      if (event.key === 'Escape' && !isTaken && isWriting(client.getSnapshot().state)) stop()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [client, stop])
  return stop
}
