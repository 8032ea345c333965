import { useChat } from '../frame/chat.ts'
import { toolTexts } from '../tools/texts.ts'
import { Approval } from './approval.tsx'
import { CallDetails } from './call-details.tsx'
import { CallLine } from './call-line.tsx'
import { CallStatus } from './call-status.tsx'
import { findCall } from './find-call.ts'
import { hasPicture } from './has-picture.ts'
import { Origin } from './origin.tsx'
import { Progress } from './progress.tsx'
import { Questions } from './questions.tsx'
import { ShownCall } from './shown-call.tsx'
import { texts } from './texts.ts'
import { titleOfCall } from './title-of-call.ts'
import { ViewCalls } from './view-calls.tsx'
import { Waits } from './waits.tsx'

interface CallCardProps {
  messageId: string
  toolUseId: string
}

/** A call of a tool, from its request to its result. A call of a hosted tool is framed: its words are those of another server. */
export function CallCard({ messageId, toolUseId }: CallCardProps) {
  const call = useChat(({ state }) => findCall(state.toolCalls, messageId, toolUseId))
  const approval = useChat(({ state }) => call && state.pendingApprovals[call.callId])
  const hasAsked = useChat(({ pendingElicits }) => pendingElicits.some(({ callId }) => callId === call?.callId))
  if (call === undefined) return null
  const { callId, toolName, status, progress, origin } = call
  const known = origin === undefined ? toolTexts[toolName] : undefined
  const isOpen = status === 'running' || status === 'waiting'
  const title = origin === undefined ? titleOfCall(call) : <code>{toolName}</code>
  const isLine = !isOpen && status !== 'approval' && !hasPicture(call)
  return (
    <section
      className="card"
      data-status={status}
      data-foreign={origin !== undefined || undefined}
      data-line={isLine || undefined}
      aria-label={texts.tool(toolName)}
    >
      {origin !== undefined && <Origin origin={origin} />}
      {isLine ? (
        <CallLine call={call} title={title} />
      ) : (
        <header className="card-head">
          <CallStatus call={call} />
          <h3 className="card-title">{title}</h3>
        </header>
      )}
      {status === 'running' && progress !== undefined && <Progress progress={progress} />}
      {status === 'running' && progress === undefined && known?.working && !hasAsked && (
        <p className="hint">{known.working}</p>
      )}
      {status === 'approval' && approval !== undefined && <Approval approval={approval} origin={origin} />}
      {isOpen && <Questions callId={callId} />}
      {status === 'waiting' && <Waits callId={callId} />}
      {!isLine && <ShownCall call={call} />}
      {origin !== undefined && <ViewCalls callId={callId} />}
      {!isLine && <CallDetails call={call} />}
    </section>
  )
}
