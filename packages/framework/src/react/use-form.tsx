import { type FormEvent, type MouseEvent, type ReactNode, type Ref, useEffect, useMemo, useRef, useState } from 'react'
import type { JsonSchema } from '../tools/schema.ts'
import { checkForm, type FormProblem, isAbout, readForm } from './form-check.ts'
import type { Draft } from './form-controls.ts'
import { FieldView } from './form-field.tsx'
import type { FormField } from './form-fields.ts'
import { useId } from './react-18.ts'

interface FormOptions {
  schema: JsonSchema | undefined
  /** Whether another server wrote the schema. */
  isForeign: boolean
  /** Must keep its identity while the form asks for the same. */
  fields: readonly FormField[]
  /** The stored answer, shown instead of the drafts. */
  answered?: unknown
  onSubmit(content: unknown): void
  /** Called on every edit with the parsed value. */
  onChange?: ((content: unknown) => void) | undefined
}

interface FormView {
  /** The list of problems, above the fields. */
  summary: ReactNode
  fields: ReactNode
  submit(event: FormEvent | MouseEvent): void
}

const NO_PROBLEMS: readonly FormProblem[] = []

/** Holds the drafts and problems of a form. On submit, checks the answer against the schema. */
export function useForm({ schema, isForeign, fields, answered, onSubmit, onChange }: FormOptions): FormView {
  const id = useId()
  const [typed, setTyped] = useState<Readonly<Record<string, Draft>>>({})
  const [problems, setProblems] = useState(NO_PROBLEMS)
  const [rejections, setRejections] = useState(0)
  const summary = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (rejections > 0) summary.current?.focus()
  }, [rejections])

  const ids = useMemo(() => new Map(fields.map((field, index) => [nameOf(field), `${id}-${index}`])), [fields, id])
  const idOf = (field: FormField): string => ids.get(nameOf(field)) ?? id
  const draftOf = (field: FormField, drafts = typed): Draft => {
    const known = toValue(field, answered)
    if (known !== undefined) return field.control.write(known)
    return drafts[nameOf(field)] ?? field.control.write(field.default)
  }
  const change = (field: FormField, draft: Draft) => {
    const drafts = { ...typed, [nameOf(field)]: draft }
    setTyped(drafts)
    setProblems((before) => before.filter((problem) => !isAbout(problem, field)))
    onChange?.(readForm(fields, (one) => draftOf(one, drafts)))
  }
  const submit = (event: FormEvent | MouseEvent) => {
    event.preventDefault()
    const checked = checkForm({ schema, isForeign }, fields, (field) =>
      isUnfinished(idOf(field)) ? UNFINISHED : draftOf(field),
    )
    if (checked.type === 'valid') {
      setProblems(NO_PROBLEMS)
      onSubmit(checked.content)
    } else {
      setProblems(checked.problems)
      setRejections((before) => before + 1)
    }
  }

  return {
    summary: <FormSummary box={summary} problems={problems} idOf={idOf} />,
    fields: fields.map((field) => (
      <FieldView
        key={nameOf(field)}
        id={idOf(field)}
        field={field}
        draft={draftOf(field)}
        problem={problems.find((one) => isAbout(one, field))?.message}
        onChange={(draft) => change(field, draft)}
      />
    )),
    submit,
  }
}

/** Drafts are stored by property, so that they survive a schema that is sent again. */
const nameOf = ({ key }: FormField): string => (key === undefined ? 'whole' : `.${key}`)

/** Stands for an incomplete date, whose value is empty in the browser. No schema accepts it as a date. */
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

interface FormSummaryProps {
  /** Not `ref`: React 18 gives that to no function component. */
  box: Ref<HTMLDivElement>
  problems: readonly FormProblem[]
  idOf(field: FormField): string
}

/** Lists all problems, each with a link to its field. */
function FormSummary({ box, problems, idOf }: FormSummaryProps): ReactNode {
  if (problems.length === 0) return null
  return (
    <div ref={box} className="elicit-problems" role="alert" tabIndex={-1}>
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

/** Does not change the URL of the page, which belongs to the application. */
function focusField(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault()
  document.getElementById(event.currentTarget.hash.slice(1))?.focus()
}
