import { useChat } from '../frame/chat.ts'
import { Approval } from './approval.tsx'
import { Questions } from './questions.tsx'
import { texts } from './texts.ts'

/** What the app of a call wants to do that needs the person. */
export function ViewCalls({ callId }: { callId: string }) {
  const calls = useChat(({ state }) => state.toolCalls)
  const approvals = useChat(({ state }) => state.pendingApprovals)
  const open = Object.values(calls).filter(
    ({ calledBy, status }) => calledBy === callId && (status === 'approval' || status === 'waiting'),
  )
  return open.map((call) => {
    const approval = approvals[call.callId]
    return (
      <div key={call.callId} className="view-call">
        <p>
          {texts.appWantsTool} <code>{call.toolName}</code>
        </p>
        {call.status === 'approval' && approval !== undefined && (
          <Approval approval={approval} origin={call.origin} isOfView />
        )}
        <Questions callId={call.callId} />
      </div>
    )
  })
}
