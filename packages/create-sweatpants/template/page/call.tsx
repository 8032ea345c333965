import type { ToolCallState } from '@sweatpants/framework/chat'
import { ElicitForm, Emission, type UseChatSessionReturn } from '@sweatpants/framework/react'
import { Approval } from './approval.tsx'
import { Result } from './result.tsx'

interface CallProps {
  session: UseChatSessionReturn
  call: ToolCallState | undefined
}

/** A call of a tool: its arguments, its questions and its result. */
export function Call({ session, call }: CallProps) {
  if (call === undefined) return null
  const { callId, toolName, status, progress, result, error } = call
  const questions = session.pendingElicits.filter((question) => question.callId === callId)
  return (
    <section className="call" aria-label={`Tool ${toolName}`}>
      <h2>
        {toolName} <small>{status}</small>
      </h2>
      {status === 'running' && progress !== undefined && <p className="note">{progress.message}</p>}
      {session.pendingApprovals
        .filter((approval) => approval.callId === callId && approval.status === 'pending')
        .map((approval) => (
          <Approval key={callId} session={session} approval={approval} />
        ))}
      {questions
        .filter(({ handled }) => !handled)
        .map((question) => (
          <ElicitForm
            key={question.elicitId}
            question={question}
            onRespond={(answer) => session.respondToElicit(callId, question.elicitId, answer)}
          />
        ))}
      {session.toolEmissions
        .filter((emission) => emission.callId === callId)
        .map((emission) => (
          <Emission key={emission.emissionId} emission={emission} onRespond={session.respondToEmission} />
        ))}
      {status === 'done' && result !== undefined && <Result value={result} />}
      {error !== undefined && <p className="problem">{error.message}</p>}
    </section>
  )
}
