import type { MouseEvent, ReactNode, Ref } from 'react'
import type { FormProblem } from './form-check.ts'
import type { FormField } from './form-fields.ts'

interface FormSummaryProps {
  ref: Ref<HTMLDivElement>
  problems: readonly FormProblem[]
  idOf(field: FormField): string
}

/** All that is wrong, said at once, each with a way to its field. */
export function FormSummary({ ref, problems, idOf }: FormSummaryProps): ReactNode {
  if (problems.length === 0) return null
  return (
    <div ref={ref} className="elicit-problems" role="alert" tabIndex={-1}>
      <p>
        {problems.length === 1 ? 'One answer needs another look.' : `${problems.length} answers need another look.`}
      </p>
      <ul>
        {problems.map(({ field, message }) => (
          <li key={field === undefined ? message : idOf(field)}>
            {field === undefined ? (
              message
            ) : (
              <a href={`#${idOf(field)}`} onClick={focusField}>
                {field.label}: {message}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The address of the page is the application's. */
function focusField(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault()
  document.getElementById(event.currentTarget.hash.slice(1))?.focus()
}
