import { type FormEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { JsonSchema } from '../tools/schema.ts'
import { checkForm, type FormProblem, isAbout, readForm } from './form-check.ts'
import type { Draft } from './form-controls.ts'
import { FieldView } from './form-field.tsx'
import type { FormField } from './form-fields.ts'
import { FormSummary } from './form-summary.tsx'

export interface FormOptions {
  schema: JsonSchema | undefined
  /** The same for as long as the form asks for the same. */
  fields: readonly FormField[]
  /** What has been answered, in the place of what was typed. */
  answered?: unknown
  onSubmit(content: unknown): void
  /** Told of what can be read, when something is typed. */
  onChange?: ((content: unknown) => void) | undefined
}

export interface FormView {
  /** What is wrong, above the fields. */
  summary: ReactNode
  fields: ReactNode
  submit(event: FormEvent): void
}

const NO_PROBLEMS: readonly FormProblem[] = []

/** What is typed into fields, and what is wrong with it. The answer is checked by the schema when the form is submitted. */
export function useForm({ schema, fields, answered, onSubmit, onChange }: FormOptions): FormView {
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
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const checked = checkForm(schema, fields, (field) => (isUnfinished(idOf(field)) ? UNFINISHED : draftOf(field)))
    if (checked.type === 'valid') {
      setProblems(NO_PROBLEMS)
      onSubmit(checked.content)
    } else {
      setProblems(checked.problems)
      setRejections((before) => before + 1)
    }
  }

  return {
    summary: <FormSummary ref={summary} problems={problems} idOf={idOf} />,
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
