import { useCallback, useEffect } from 'react'
import { useClient } from '../frame/chat.ts'
import { usePerform } from '../frame/notices.tsx'

/** Stops what runs; so does Escape, where nothing else closes by it. */
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
