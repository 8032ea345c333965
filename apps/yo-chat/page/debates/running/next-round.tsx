import { isHeard, type Session } from '@sweatpants/roundtable/browser'
import { type FormEvent, useState } from 'react'
import { CorrectQuestion, useCorrection } from '../question/correct-question.tsx'
import { FocusQuestion } from './focus-question.tsx'
import { texts } from './texts.ts'
import { useContinue } from './use-continue.ts'

interface NextRoundProps {
  session: Session
  /** Called before the round starts. */
  onBegin: () => void
}

/** Starts the next round, once all required requests are answered. */
export function NextRound({ session, onBegin }: NextRoundProps) {
  const { id, currentRound, totalRounds, pendingContextRequests } = session
  const [question, setQuestion] = useState('')
  const correction = useCorrection(session)
  const { isBusy, goOn } = useContinue(id)
  const missing = pendingContextRequests.filter(({ priority }) => priority === 'required').length
  const next = currentRound + 1
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (missing > 0 || !correction.check()) return
    onBegin()
    void goOn({ focusQuestion: question, question: correction.given })
  }
  return (
    <form className="running-step" aria-label={texts.nextStep} onSubmit={submit}>
      {currentRound > 0 && !isHeard(session, currentRound) && <p className="problem">{texts.unheard(currentRound)}</p>}
      <FocusQuestion
        label={texts.nextFocus(next)}
        hint={texts.nextFocusHint}
        question={question}
        onChange={setQuestion}
      />
      <CorrectQuestion session={session} correction={correction} />
      <div className="buttons">
        <button type="submit" className="button" data-kind="primary" aria-disabled={missing > 0 || isBusy}>
          {missing > 0 ? texts.missing(missing) : texts.startNext(next, Math.max(next, totalRounds))}
        </button>
      </div>
    </form>
  )
}
