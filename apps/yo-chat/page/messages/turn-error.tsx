import { isUnfinished } from '@sweatpants/framework/chat'
import { useChat, useClient } from '../frame/chat.ts'
import { usePerform } from '../frame/notices.tsx'
import { ContinueButton } from './continue-button.tsx'

/** The error of the last turn. */
export function TurnError() {
  const client = useClient()
  const perform = usePerform()
  const error = useChat(({ state }) => state.error)
  const last = useChat(({ state }) => state.messages.at(-1))
  if (error === undefined) return null
  return (
    <div className="turn-error" role="alert">
      <p>
        <strong>The answer failed:</strong> {error.message}
      </p>
      {last !== undefined && isUnfinished(last) && <ContinueButton messageId={last.messageId} />}
      {last !== undefined && (
        <button type="button" className="button" onClick={() => perform(client.retry(last.messageId))}>
          Try again
        </button>
      )}
    </div>
  )
}
