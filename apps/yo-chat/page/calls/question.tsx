import type { PendingElicit, ToolEmissionTrackingState } from '@sweatpants/framework/chat'
import { ElicitForm, Emission } from '@sweatpants/framework/react'
import { Later } from '../controls/later.tsx'
import { useClient } from '../frame/chat.ts'
import { usePerform } from '../frame/notices.tsx'
import { toolViews } from '../tools/tool-views.ts'
import { questionId } from './element-ids.ts'
import { Expiry } from './expiry.tsx'
import { QuestionView } from './question-view.tsx'

interface QuestionProps {
  question: PendingElicit
  /** What the plugin of the question shows. */
  emissions: readonly ToolEmissionTrackingState[]
}

/** A question in its card: as a component of the tool, or as a form. */
export function Question({ question, emissions }: QuestionProps) {
  const client = useClient()
  const perform = usePerform()
  const { callId, elicitId, toolName, handled, status, refusal, expiresAt } = question
  const isOpen = status === 'pending'
  const isAnswered = emissions.some((emission) => emission.status === 'responded')
  const form = (
    <ElicitForm
      question={question}
      disabled={!isOpen}
      onRespond={(result) => perform(client.respondToElicit(callId, elicitId, result))}
    />
  )
  return (
    <section id={questionId(elicitId)} className="question" tabIndex={-1} aria-label={`Question of ${toolName}`}>
      {refusal !== undefined && isOpen && handled && <p className="problem">{refusal}</p>}
      {handled &&
        emissions.map((emission) => (
          <Later key={emission.emissionId}>
            <Emission emission={emission} onRespond={client.respondToEmission} />
          </Later>
        ))}
      {!handled && (question.app === undefined ? form : <QuestionView question={question}>{form}</QuestionView>)}
      {expiresAt !== undefined && isOpen && <Expiry at={expiresAt} />}
      {handled && (
        <button
          type="button"
          className="text-button"
          disabled={!isOpen || isAnswered}
          onClick={() => perform(client.respondToElicit(callId, elicitId, { action: 'decline' }))}
        >
          {toolViews[toolName]?.decline ?? 'No, thanks'}
        </button>
      )}
    </section>
  )
}
