import type { ContextRecord, Session } from '@sweatpants/roundtable/browser'
import { type FormEvent, useId, useState } from 'react'
import { useKeptText } from '../../composer/kept-texts.ts'
import { useRequest } from '../../frame/use-request.ts'
import { debates } from '../debates.ts'
import { toRequestName } from '../draft-names.ts'
import { useOffer } from '../offer.ts'
import { AttachButton } from './attach-button.tsx'
import { RequestHead } from './request-head.tsx'
import { texts } from './texts.ts'

interface RequestFormProps {
  session: Session
  record: ContextRecord
  /** Called before the answer is sent. */
  onSave: () => void
}

/** The limit of the engine, used until the server has sent its own. */
const LIMIT = 100_000

/** Answers one request, without starting a round. */
export function RequestForm({ session, record, onSave }: RequestFormProps) {
  const id = useId()
  const offer = useOffer()
  const limit = offer?.limits.contextResult ?? LIMIT
  const [isUnavailable, setUnavailable] = useState(false)
  const [text, setText] = useKeptText(toRequestName(session.id, record.id) + (isUnavailable ? 'reason' : 'answer'))
  const { isBusy, problem, setProblem, send } = useRequest()

  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (text.trim() === '') return setProblem(isUnavailable ? texts.problems.noReason : texts.problems.noAnswer)
    onSave()
    const answer = isUnavailable ? { success: false, error: text.trim() } : { success: true, result: text.trim() }
    // The page follows the log, which has the outcome, also when another person answered first.
    void send(() => debates.answerContext(session.id, [{ requestId: record.id, ...answer }]))
  }
  const edit = (changed: string) => {
    setText(changed)
    setProblem(undefined)
  }

  return (
    <form className="context-request" aria-labelledby={`${id}-query`} onSubmit={save}>
      <RequestHead id={`${id}-query`} request={record} />
      <div className="start-field">
        <label htmlFor={id}>{isUnavailable ? texts.why : texts.answer}</label>
        <textarea
          id={id}
          rows={isUnavailable ? 2 : 4}
          maxLength={limit}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-query ${id}-problem`}
          value={text}
          onChange={(event) => edit(event.target.value)}
        />
        <p id={`${id}-problem`} className="problem" role="alert">
          {problem}
        </p>
      </div>
      <div className="buttons">
        <button type="submit" className="button" data-kind="primary" aria-disabled={isBusy}>
          {isUnavailable ? texts.saveUnavailable : texts.save}
        </button>
        {!isUnavailable && <AttachButton written={text} limit={limit} onText={edit} onProblem={setProblem} />}
        <button type="button" className="button" data-kind="quiet" onClick={() => setUnavailable(!isUnavailable)}>
          {isUnavailable ? texts.answerInstead : texts.markUnavailable}
        </button>
      </div>
    </form>
  )
}
