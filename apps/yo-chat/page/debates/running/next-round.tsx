import type { Session } from '@sweatpants/roundtable/browser'
import { type FormEvent, useState } from 'react'
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
  const { isBusy, goOn } = useContinue(id)
  const missing = pendingContextRequests.filter(({ priority }) => priority === 'required').length
  const next = currentRound + 1
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (missing > 0) return
    onBegin()
    void goOn(question)
  }
  return (
    <form className="running-step" aria-label={texts.nextStep} onSubmit={submit}>
      <FocusQuestion
        label={texts.nextFocus(next)}
        hint={texts.nextFocusHint}
        question={question}
        onChange={setQuestion}
      />
      <div className="buttons">
        <button type="submit" className="button" data-kind="primary" aria-disabled={missing > 0 || isBusy}>
          {missing > 0 ? texts.missing(missing) : texts.startNext(next, Math.max(next, totalRounds))}
        </button>
      </div>
    </form>
  )
}
