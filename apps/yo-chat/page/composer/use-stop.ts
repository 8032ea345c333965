import { useCallback, useEffect } from 'react'
import { useClient } from '../frame/chat.ts'
import { usePerform } from '../frame/notices.tsx'

/** Stops the running turn. Escape does so too, unless it closes a dialog. */
export function useStop(): () => void {
  const client = useClient()
  const perform = usePerform()
  const stop = useCallback(() => {
    if (client.getSnapshot().state.turn !== undefined) void perform(client.abort())
  }, [client, perform])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isTaken = event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]') !== null
      if (event.key === 'Escape' && !isTaken) stop()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [stop])
  return stop
}
