import type { Session } from '@sweatpants/roundtable/browser'
import { type FormEvent, useState } from 'react'
import { FocusQuestion } from './focus-question.tsx'
import { texts } from './texts.ts'
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
      <summary className="button">{texts.more}</summary>
      <form className="running-step" aria-label={texts.more} onSubmit={submit}>
        <FocusQuestion label={texts.moreFocus} hint={texts.moreFocusHint} question={question} onChange={setQuestion} />
        <div className="buttons">
          <button type="submit" className="button" data-kind="primary" aria-disabled={isEmpty || isBusy}>
            {isEmpty ? texts.enterFocus : texts.startMore(currentRound + 1)}
          </button>
        </div>
      </form>
    </details>
  )
}
