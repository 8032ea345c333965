import type { PendingElicit } from '@sweatpants/framework/chat'
import { type ReactNode, useCallback, useState } from 'react'
import { Later, later } from '../controls/later.tsx'
import { useChat } from '../frame/chat.ts'
import { texts } from './texts.ts'

const AppView = later(() => import('./app-view.tsx'), 'AppView')

interface QuestionViewProps {
  question: PendingElicit
  /** The form, which is always there for the person who wants it. */
  children: ReactNode
}

/** A question as the app of its server shows it. The form takes its place if that fails, or if the person wants it. */
export function QuestionView({ question, children }: QuestionViewProps) {
  const call = useChat(({ state }) => state.toolCalls[question.callId])
  const [problem, setProblem] = useState<string>()
  const fail = useCallback((reason: string) => setProblem(reason), [])
  const isAsked = question.status === 'pending' && question.refusal === undefined
  if (call === undefined || problem !== undefined || !isAsked) {
    return (
      <>
        {problem !== undefined && problem !== '' && isAsked && (
          <p className="hint">
            {problem} {texts.useForm}
          </p>
        )}
        {children}
      </>
    )
  }
  return (
    <>
      <p className="elicit-message">{question.message}</p>
      <Later fallback={<p className="hint">{texts.loadingApp}</p>}>
        <AppView call={call} question={question} onFail={fail} />
      </Later>
      <button type="button" className="text-button" onClick={() => setProblem('')}>
        {texts.useFormInstead}
      </button>
    </>
  )
}
