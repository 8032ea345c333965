import { isHeard, type Session } from '@sweatpants/roundtable/browser'
import type { FormEvent } from 'react'
import { useKeptText } from '../../composer/kept-texts.ts'
import { toDraftName } from '../draft-names.ts'
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
  const [question, setQuestion] = useKeptText(toDraftName(id, 'focus'))
  const correction = useCorrection(session)
  const { isBusy, goOn } = useContinue(id)
  const missing = pendingContextRequests.filter(({ priority }) => priority === 'required').length
  const next = currentRound + 1
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (missing > 0 || !correction.check()) return
    onBegin()
    if (await goOn({ round: next, focusQuestion: question, question: correction.given })) setQuestion('')
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
