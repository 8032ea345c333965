import { useEffect, useEffectEvent } from 'react'
import { useClient } from '../frame/chat.ts'
import { useTell } from '../frame/notices.tsx'
import { useRequest } from '../frame/use-request.ts'
import { isWriting } from './open-calls.ts'

/** Stops the running turn, once: a second request would stop the turn of the next message. Escape does so too while the model writes, unless it closes a dialog: it never cancels a tool. */
export function useStop(): () => void {
  const client = useClient()
  const { send } = useRequest(useTell())
  const stop = () => {
    if (client.getSnapshot().state.turn !== undefined) void send(() => client.abort())
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isTaken = event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]') !== null
    if (event.key === 'Escape' && !isTaken && isWriting(client.getSnapshot().state)) stop()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
  return stop
}
