import { canReopen, type Session } from '@sweatpants/roundtable/browser'
import type { FormEvent } from 'react'
import { useKeptText } from '../../composer/kept-texts.ts'
import { toDraftName } from '../draft-names.ts'
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
  const [question, setQuestion] = useKeptText(toDraftName(session.id, 'focus'))
  const correction = useCorrection(session)
  const { isBusy, goOn } = useContinue(session.id)
  const next = session.currentRound + 1
  if (!canReopen(session)) return null
  const isEmpty = question.trim() === '' && correction.given === undefined
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isEmpty || !correction.check()) return
    onBegin()
    if (await goOn({ round: next, focusQuestion: question, question: correction.given })) setQuestion('')
  }
  return (
    <details className="running-more">
      <summary className="button">{texts.more}</summary>
      <form className="running-step" aria-label={texts.more} onSubmit={submit}>
        <FocusQuestion label={texts.moreFocus} hint={texts.moreFocusHint} question={question} onChange={setQuestion} />
        <CorrectQuestion session={session} correction={correction} />
        <div className="buttons">
          <button type="submit" className="button" data-kind="primary" aria-disabled={isEmpty || isBusy}>
            {isEmpty ? texts.enterFocus : texts.startMore(next)}
          </button>
        </div>
      </form>
    </details>
  )
}
