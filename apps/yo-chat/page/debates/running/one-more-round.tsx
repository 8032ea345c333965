import type { Session } from '@sweatpants/roundtable/browser'
import { type FormEvent, useState } from 'react'
import { FocusQuestion } from './focus-question.tsx'
import { useContinue } from './use-continue.ts'

interface OneMoreRoundProps {
  session: Session
  /** Called before the round starts. */
  onBegin: () => void
}

/** Continues a finished debate with a new question. */
export function OneMoreRound({ session, onBegin }: OneMoreRoundProps) {
  const [question, setQuestion] = useState('')
  const { isBusy, goOn } = useContinue(session.id)
  const { status, endReason, currentRound } = session
  if (status !== 'completed' || endReason === 'stopped' || endReason === 'budget') return null
  const isEmpty = question.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isEmpty) return
    onBegin()
    void goOn(question)
  }
  return (
    <details className="running-more">
      <summary className="button">One more round</summary>
      <form className="running-step" aria-label="One more round" onSubmit={submit}>
        <FocusQuestion
          label="Focus question"
          hint="The debate is over. What should the panel look at once more?"
          question={question}
          onChange={setQuestion}
        />
        <div className="buttons">
          <button type="submit" className="button" data-kind="primary" aria-disabled={isEmpty || isBusy}>
            {isEmpty ? 'A focus question is missing' : `Start round ${currentRound + 1}`}
          </button>
        </div>
      </form>
    </details>
  )
}
