import type { ChatSnapshot } from '@sweatpants/framework/chat'
import { useClient } from '../frame/chat.ts'
import { texts } from './texts.ts'

/** Shown if the server refuses the conversation: usually it was deleted. */
export function Refused({ refusal }: { refusal: NonNullable<ChatSnapshot['refusal']> }) {
  const client = useClient()
  const isGone = refusal.status === 404 || refusal.status === 410
  return (
    <div className="welcome">
      <p className="welcome-title">{isGone ? texts.gone : texts.refused}</p>
      <p className="hint">{isGone ? texts.goneHint : refusal.message}</p>
      <button type="button" className="button" data-kind="primary" onClick={() => client.open()}>
        {texts.newConversation}
      </button>
    </div>
  )
}
