import { useChat, useClient } from '../frame/chat.ts'
import { usePerform } from '../frame/notices.tsx'

/** The error of the last turn. */
export function TurnError() {
  const client = useClient()
  const perform = usePerform()
  const error = useChat(({ state }) => state.error)
  const last = useChat(({ state }) => state.messages.at(-1)?.messageId)
  if (error === undefined) return null
  return (
    <div className="turn-error" role="alert">
      <p>
        <strong>The answer failed:</strong> {error.message}
      </p>
      {last !== undefined && (
        <button type="button" className="button" onClick={() => perform(client.retry(last))}>
          Try again
        </button>
      )}
    </div>
  )
}
