import { useRef } from 'react'
import { approvalId, questionId } from '../calls/element-ids.ts'
import { Icon } from '../controls/icon.tsx'
import { useChat } from '../frame/chat.ts'

/** How much waits for the person. Each press goes to the next. */
export function Waiting() {
  const questions = useChat((snapshot) => snapshot.pendingElicits)
  const approvals = useChat((snapshot) => snapshot.pendingApprovals)
  const gone = useRef(0)
  const open = [...approvals, ...questions]
    .filter(({ status }) => status === 'pending')
    .toSorted((a, b) => a.timestamp - b.timestamp)
  const goToNext = () => {
    const next = open[gone.current++ % open.length]!
    const element = document.getElementById('elicitId' in next ? questionId(next.elicitId) : approvalId(next.callId))
    element?.scrollIntoView({ block: 'center' })
    element?.focus({ preventScroll: true })
  }
  return (
    <span role="status">
      {open.length > 0 && (
        <button type="button" className="button" data-kind="waiting" onClick={goToNext}>
          <Icon name="hand" />
          {open.length} waiting for you
        </button>
      )}
    </span>
  )
}
