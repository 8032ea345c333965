import { useClient } from '../frame/chat.ts'
import { usePerform } from '../frame/notices.tsx'

/** Stops the running turn, so that the queued messages are sent. */
export function SendNow() {
  const client = useClient()
  const perform = usePerform()
  return (
    <>
      <span className="badge">Queued</span>
      <button type="button" className="text-button" onClick={() => perform(client.abort())}>
        Stop and send now
      </button>
    </>
  )
}
