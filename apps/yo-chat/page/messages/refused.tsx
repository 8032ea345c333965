import type { ChatSnapshot } from '@sweatpants/framework/chat'
import { useClient } from '../frame/chat.ts'

/** Shown if the server refuses the conversation: usually it was deleted. */
export function Refused({ refusal }: { refusal: NonNullable<ChatSnapshot['refusal']> }) {
  const client = useClient()
  const isGone = refusal.status === 404 || refusal.status === 410
  return (
    <div className="welcome">
      <p className="welcome-title">{isGone ? 'This conversation is gone' : 'This conversation cannot be shown'}</p>
      <p className="hint">{isGone ? 'It was deleted, or the link to it is wrong.' : refusal.message}</p>
      <button type="button" className="button" data-kind="primary" onClick={() => client.open()}>
        New conversation
      </button>
    </div>
  )
}
