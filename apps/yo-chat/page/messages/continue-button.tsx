import { useClient } from '../frame/chat.ts'
import { useTell } from '../frame/notices.tsx'
import { useRequest } from '../frame/use-request.ts'
import { texts } from './texts.ts'

/** Lets the model go on with an answer. */
export function ContinueButton({ messageId }: { messageId: string }) {
  const client = useClient()
  const { isBusy, send } = useRequest(useTell())
  return (
    <button
      type="button"
      className="text-button"
      aria-disabled={isBusy}
      onClick={() => send(() => client.continueAnswer(messageId))}
    >
      {texts.continue}
    </button>
  )
}
