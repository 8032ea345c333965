import { useClient } from '../frame/chat.ts'
import { usePerform } from '../frame/notices.tsx'
import { texts } from './texts.ts'

/** Lets the model go on with an answer. */
export function ContinueButton({ messageId }: { messageId: string }) {
  const client = useClient()
  const perform = usePerform()
  return (
    <button type="button" className="text-button" onClick={() => perform(client.continueAnswer(messageId))}>
      {texts.continue}
    </button>
  )
}
