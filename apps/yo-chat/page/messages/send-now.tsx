import { beginCancelling, useIsCancelling } from '../composer/cancelling.ts'
import { openQuestions } from '../composer/open-calls.ts'
import { useChat, useClient } from '../frame/chat.ts'
import { useTell } from '../frame/notices.tsx'
import { useRequest } from '../frame/use-request.ts'
import { texts } from './texts.ts'

/** Stops the running turn, so that the queued messages are sent. A tool that waits for an answer is cancelled by name, with time to undo. */
export function SendNow() {
  const client = useClient()
  const { send } = useRequest(useTell())
  const sessionId = useChat((snapshot) => snapshot.sessionId)
  const questions = useChat(({ state }) => openQuestions(state))
  const isCancelling = useIsCancelling(sessionId, questions)
  const sendNow = () => {
    if (questions === '') void send(() => client.abort())
    else beginCancelling(sessionId, questions)
  }
  return (
    <>
      <span className="badge">{isCancelling ? texts.sentOnceCancelled : texts.queued}</span>
      {!isCancelling && (
        <button type="button" className="text-button" onClick={sendNow}>
          {texts.sendNow}
        </button>
      )}
    </>
  )
}
