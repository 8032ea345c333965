import type { ElicitAnswer } from '@sweatpants/framework'
import type { PendingElicit, ToolEmissionTrackingState } from '@sweatpants/framework/chat'
import { ElicitForm, Emission } from '@sweatpants/framework/react'
import { useState } from 'react'
import { Later } from '../controls/later.tsx'
import { useClient } from '../frame/chat.ts'
import { usePerform } from '../frame/notices.tsx'
import { toolTexts } from '../tools/texts.ts'
import { questionId } from './element-ids.ts'
import { Expiry } from './expiry.tsx'
import { QuestionView } from './question-view.tsx'
import { Sent } from './sent.tsx'
import { texts } from './texts.ts'

interface QuestionProps {
  question: PendingElicit
  /** What the plugin of the question shows. */
  emissions: readonly ToolEmissionTrackingState[]
}

/** A question in its card: as a component of the tool, or as a form. */
export function Question({ question, emissions }: QuestionProps) {
  const client = useClient()
  const perform = usePerform()
  const { callId, elicitId, toolName, handled, status, refusal, expiresAt, attempt } = question
  // The attempt at the question that this page has answered.
  const [answered, setAnswered] = useState<number>()
  const isOpen = status === 'pending'
  const isAnswered = answered === attempt || emissions.some((emission) => emission.status === 'responded')
  const respond = async (result: ElicitAnswer) => {
    setAnswered(attempt)
    if (!(await perform(client.respondToElicit(callId, elicitId, result)))) setAnswered(undefined)
  }
  const form = <ElicitForm question={question} disabled={!isOpen || isAnswered} onRespond={respond} />
  return (
    <section id={questionId(elicitId)} className="question" tabIndex={-1} aria-label={texts.question(toolName)}>
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
          onClick={() => respond({ action: 'decline' })}
        >
          {toolTexts[toolName]?.decline ?? texts.decline}
        </button>
      )}
      {isOpen && isAnswered && <Sent />}
    </section>
  )
}
