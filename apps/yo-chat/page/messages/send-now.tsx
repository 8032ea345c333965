import { useClient } from '../frame/chat.ts'
import { usePerform } from '../frame/notices.tsx'

/** What is queued is sent when the turn that runs is over; stopping that is all it takes. */
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
