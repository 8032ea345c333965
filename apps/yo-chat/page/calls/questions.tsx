import { useChat } from '../frame/chat.ts'
import { Answered } from './answered.tsx'
import { Question } from './question.tsx'

/** The open questions of a call, or else its last one, so that the layout does not jump between two questions. */
export function Questions({ callId }: { callId: string }) {
  const all = useChat((snapshot) => snapshot.pendingElicits)
  const emissions = useChat((snapshot) => snapshot.toolEmissions)
  const asked = all.filter((question) => question.callId === callId)
  const pending = asked.filter(({ status }) => status === 'pending')
  const shown = pending.length > 0 ? pending : asked.slice(-1)
  return shown.map((question) => {
    const own = emissions.filter(({ elicitId }) => elicitId === question.elicitId)
    const isElsewhere = question.handled && question.status === 'responded' && own.length === 0
    return isElsewhere ? (
      <Answered key={question.elicitId} question={question} />
    ) : (
      <Question key={question.elicitId} question={question} emissions={own} />
    )
  })
}
