import { canReopen, type Session } from '@sweatpants/roundtable/browser'
import { type FormEvent, useState } from 'react'
import { CorrectQuestion, useCorrection } from '../question/correct-question.tsx'
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
  const correction = useCorrection(session)
  const { isBusy, goOn } = useContinue(session.id)
  const { currentRound } = session
  if (!canReopen(session)) return null
  const isEmpty = question.trim() === '' && correction.given === undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isEmpty || !correction.check()) return
    onBegin()
    void goOn({ focusQuestion: question, question: correction.given })
  }
  return (
    <details className="running-more">
      <summary className="button">{texts.more}</summary>
      <form className="running-step" aria-label={texts.more} onSubmit={submit}>
        <FocusQuestion label={texts.moreFocus} hint={texts.moreFocusHint} question={question} onChange={setQuestion} />
        <CorrectQuestion session={session} correction={correction} />
        <div className="buttons">
          <button type="submit" className="button" data-kind="primary" aria-disabled={isEmpty || isBusy}>
            {isEmpty ? texts.enterFocus : texts.startMore(currentRound + 1)}
          </button>
        </div>
      </form>
    </details>
  )
}
