import type { ContextRecord, Session } from '@sweatpants/roundtable/browser'
import { type FormEvent, useId, useState } from 'react'
import { debates } from '../debates.ts'
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
  const [text, setText] = useState('')
  const [isUnavailable, setUnavailable] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string>()

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    if (text.trim() === '') return setProblem(isUnavailable ? texts.problems.noReason : texts.problems.noAnswer)
    onSave()
    setSaving(true)
    setProblem(undefined)
    const answer = isUnavailable ? { success: false, error: text.trim() } : { success: true, result: text.trim() }
    try {
      // The page follows the log, which has the outcome, also when another person answered first.
      await debates.answerContext(session.id, [{ requestId: record.id, ...answer }])
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
    setSaving(false)
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
        <button type="submit" className="button" data-kind="primary" aria-disabled={isSaving}>
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
