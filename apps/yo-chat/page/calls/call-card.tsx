import { useChat } from '../frame/chat.ts'
import { toolViews } from '../tools/tool-views.ts'
import { Approval } from './approval.tsx'
import { CallDetails } from './call-details.tsx'
import { CallResult } from './call-result.tsx'
import { CallStatus } from './call-status.tsx'
import { findCall } from './find-call.ts'
import { Progress } from './progress.tsx'
import { Questions } from './questions.tsx'
import { toTitle } from './to-title.ts'

interface CallCardProps {
  messageId: string
  toolUseId: string
}

/** What a tool was asked to do, and what came of it. */
export function CallCard({ messageId, toolUseId }: CallCardProps) {
  const call = useChat(({ state }) => findCall(state.toolCalls, messageId, toolUseId))
  const approval = useChat(({ state }) => call && state.pendingApprovals[call.callId])
  const hasAsked = useChat(({ pendingElicits }) => pendingElicits.some(({ callId }) => callId === call?.callId))
  if (call === undefined) return null
  const { callId, toolName, status, progress } = call
  const view = toolViews[toolName]
  const isOpen = status === 'running' || status === 'waiting'
  return (
    <section className="card" data-status={status} aria-label={`Tool ${toolName}`}>
      <header className="card-head">
        <CallStatus call={call} />
        <h3 className="card-title">{view?.title ?? toTitle(toolName)}</h3>
      </header>
      {status === 'running' && progress !== undefined && <Progress progress={progress} />}
      {status === 'running' && progress === undefined && view?.working && !hasAsked && (
        <p className="hint">{view.working}</p>
      )}
      {status === 'approval' && approval !== undefined && <Approval approval={approval} />}
      {isOpen && <Questions callId={callId} />}
      <CallResult call={call} />
      <CallDetails call={call} />
    </section>
  )
}
