import { type FormEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { PendingElicitState } from '../chat/state.ts'
import type { ElicitAnswer } from '../tools/elicit.ts'
import { checkForm, type FormProblem, isAbout } from './form-check.ts'
import type { Draft } from './form-controls.ts'
import { FieldView } from './form-field.tsx'
import { type FormField, toFields } from './form-fields.ts'
import { FormSummary } from './form-summary.tsx'

export interface ElicitFormProps {
  question: PendingElicitState
  onRespond(result: ElicitAnswer): void
  disabled?: boolean
}

/**
 * Asks a question with a form that is made of its JSON Schema; what a form has no control for is asked for as JSON. The answer is
 * checked by the rules of the server. What was typed stays while the same question is asked, also when its answer was refused.
 *
 * Styles are the application's. `elicit-form` is around it all, with `data-tool`, `data-key` and `data-status`; in it are
 * `elicit-message`, `elicit-refusal`, `elicit-problems`, `elicit-fields` and `elicit-actions`, whose buttons have `data-action`
 * (`accept`, `decline`, `cancel`). Each `elicit-field` has `data-field` (its property), `data-control` (`text`, `number`,
 * `checkbox`, `choice`, `several`, `json`) and, when it is wrong, `data-invalid`; in it are `elicit-required`,
 * `elicit-description`, `elicit-hint`, `elicit-problem`, and `elicit-option` around each option of `several`.
 */
export function ElicitForm(props: ElicitFormProps): ReactNode {
  // Another question is another form.
  return <Form key={props.question.elicitId} {...props} />
}

const NO_PROBLEMS: readonly FormProblem[] = []

function Form({ question, onRespond, disabled = false }: ElicitFormProps): ReactNode {
  const { schema, message, refusal, status, response } = question
  const id = useId()
  const fields = useMemo(() => toFields(schema), [schema])
  const [typed, setTyped] = useState<Readonly<Record<string, Draft>>>({})
  const [problems, setProblems] = useState(NO_PROBLEMS)
  const [rejections, setRejections] = useState(0)
  const summary = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (rejections > 0) summary.current?.focus()
  }, [rejections])

  const draftOf = (field: FormField): Draft => {
    const answered = response?.result.action === 'accept' ? toValue(field, response.result.content) : undefined
    if (answered !== undefined) return field.control.write(answered)
    return typed[nameOf(field)] ?? field.control.write(field.default)
  }
  const change = (field: FormField, draft: Draft) => {
    setTyped((before) => ({ ...before, [nameOf(field)]: draft }))
    setProblems((before) => before.filter((problem) => !isAbout(problem, field)))
  }
  const idOf = (field: FormField): string => `${id}-${fields.findIndex(({ key }) => key === field.key)}`
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const checked = checkForm(schema, fields, (field) => (isUnfinished(idOf(field)) ? UNFINISHED : draftOf(field)))
    if (checked.type === 'valid') {
      setProblems(NO_PROBLEMS)
      onRespond({ action: 'accept', content: checked.content })
    } else {
      setProblems(checked.problems)
      setRejections((before) => before + 1)
    }
  }

  return (
    <form
      className="elicit-form"
      data-tool={question.toolName}
      data-key={question.key}
      data-status={status}
      aria-labelledby={`${id}-message`}
      noValidate
      onSubmit={submit}
    >
      <p id={`${id}-message`} className="elicit-message">
        {message}
      </p>
      {refusal !== undefined && status === 'pending' && (
        <p className="elicit-refusal" role="alert">
          {refusal}
        </p>
      )}
      <FormSummary ref={summary} problems={problems} idOf={idOf} />
      <fieldset
        className="elicit-fields"
        disabled={disabled || status === 'responded'}
        aria-labelledby={`${id}-message`}
      >
        {fields.map((field) => (
          <FieldView
            key={nameOf(field)}
            id={idOf(field)}
            field={field}
            draft={draftOf(field)}
            problem={problems.find((one) => isAbout(one, field))?.message}
            onChange={(draft) => change(field, draft)}
          />
        ))}
        <div className="elicit-actions">
          <button type="submit" data-action="accept">
            Accept
          </button>
          <button type="button" data-action="decline" onClick={() => onRespond({ action: 'decline' })}>
            Decline
          </button>
          <button type="button" data-action="cancel" onClick={() => onRespond({ action: 'cancel' })}>
            Cancel
          </button>
        </div>
      </fieldset>
    </form>
  )
}

/** What was typed is kept by the property, so that it outlives a schema that comes again. */
const nameOf = ({ key }: FormField): string => (key === undefined ? 'whole' : `.${key}`)

/** A date that is half filled in, which the browser calls empty. No schema takes it for a date. */
const UNFINISHED = '?'

function isUnfinished(id: string): boolean {
  const control = document.getElementById(id)
  return control instanceof HTMLInputElement && control.validity.badInput
}

function toValue({ key }: FormField, content: unknown): unknown {
  if (key === undefined) return content
  if (typeof content !== 'object' || content === null || !Object.hasOwn(content, key)) return undefined
  return (content as Record<string, unknown>)[key]
}
