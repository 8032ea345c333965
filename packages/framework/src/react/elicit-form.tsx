import { type ReactNode, useMemo } from 'react'
import type { PendingElicitState } from '../chat/state.ts'
import { describeUrl } from '../tools/described-url.ts'
import { toShortMessage } from '../tools/effects/elicit.ts'
import type { ElicitAnswer } from '../tools/elicit.ts'
import { toFields } from './form-fields.ts'
import { useId } from './react-18.ts'
import { ShownUrl } from './shown-url.tsx'
import { useForm } from './use-form.tsx'

export interface ElicitFormProps {
  question: PendingElicitState
  onRespond(result: ElicitAnswer): void
  disabled?: boolean
}

/**
 * Asks a question with a form that is generated from its JSON Schema; a value without a suitable control is entered as JSON. The
 * answer is checked by the rules of the server. Drafts are kept while the same question is open, also after a refused answer.
 *
 * The application brings the styles. The root is `elicit-form`, with `data-tool`, `data-key` and `data-status`; it contains
 * `elicit-message`, `elicit-plain`, `elicit-refusal`, `elicit-problems`, `elicit-fields` and `elicit-actions`, whose buttons have
 * `data-action` (`accept`, `decline`, `cancel`). Each `elicit-field` has `data-field` (its property), `data-control` (`text`, `number`,
 * `checkbox`, `choice`, `several`, `json`) and, if it is invalid, `data-invalid`; it contains `elicit-required`,
 * `elicit-description`, `elicit-hint`, `elicit-problem`, and `elicit-option` for each option of `several`. The form of a
 * question that a hosted server wrote has `data-foreign`, and begins with `elicit-origin`, which names the server. A question
 * that sends the person to a page shows its whole address (`ShownUrl`), and its `accept` is a link that opens it.
 */
export function ElicitForm(props: ElicitFormProps): ReactNode {
  // A new question starts with an empty form.
  return <Form key={props.question.elicitId} {...props} />
}

/** Says who asks, in a part of the form that the server cannot write. */
function Origin({ id, origin }: { id: string; origin: string }): ReactNode {
  return (
    <div className="elicit-origin">
      <p id={id}>
        <strong>{origin}</strong> asks
      </p>
      <p className="elicit-caution">
        Another server wrote this question, and receives your answer. Do not enter a password or a key of this app.
      </p>
    </div>
  )
}

/** Opens a page by the person's own click, and says so. Nothing else opens it. */
function OpenPage({ url, onRespond }: { url: string } & Pick<ElicitFormProps, 'onRespond'>): ReactNode {
  if (!describeUrl(url).isSafe) return null
  return (
    <a
      data-action="accept"
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      onClick={() => onRespond({ action: 'accept', content: {} })}
    >
      Open page
    </a>
  )
}

function Form({ question, onRespond, disabled = false }: ElicitFormProps): ReactNode {
  const { schema, plain, url, refusal, status, response, origin } = question
  const id = useId()
  const { summary, fields, submit } = useForm({
    schema,
    isForeign: origin !== undefined,
    fields: useMemo(() => toFields(schema), [schema]),
    answered: response?.result.action === 'accept' ? response.result.content : undefined,
    onSubmit: (content) => onRespond({ action: 'accept', content }),
  })
  return (
    <form
      className="elicit-form"
      data-tool={question.toolName}
      data-key={question.key}
      data-status={status}
      data-foreign={origin !== undefined || undefined}
      aria-labelledby={origin === undefined ? id : `${id}-origin ${id}`}
      noValidate
    >
      {origin !== undefined && <Origin id={`${id}-origin`} origin={origin} />}
      <p id={id} className="elicit-message">
        {toShortMessage(question)}
      </p>
      {plain !== undefined && <pre className="elicit-plain">{plain}</pre>}
      {refusal !== undefined && status === 'pending' && (
        <p className="elicit-refusal" role="alert">
          {refusal}
        </p>
      )}
      {summary}
      <fieldset className="elicit-fields" disabled={disabled || status === 'responded'} aria-labelledby={id}>
        {fields}
        {url !== undefined && <ShownUrl url={url} />}
        <div className="elicit-actions">
          {url === undefined ? (
            // A frame without `allow-forms` has no submit event. The Enter key clicks this button.
            <button type="submit" data-action="accept" onClick={submit}>
              Accept
            </button>
          ) : (
            !disabled && status === 'pending' && <OpenPage url={url} onRespond={onRespond} />
          )}
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
