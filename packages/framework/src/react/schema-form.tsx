import { type ReactNode, useId, useMemo, useState } from 'react'
import type { JsonSchema } from '../tools/schema.ts'
import { type FormField, toField, toFields } from './form-fields.ts'
import { fillFields } from './form-given.ts'
import { useForm } from './use-form.tsx'

export interface SchemaFormProps {
  /** What the value has to be; without it, it is asked for as JSON. */
  schema: JsonSchema | undefined
  /** What the form begins with. */
  initial: unknown
  /** What it is for, above its fields. */
  message: string
  /** Asks for the whole value in one field of JSON, which has this label. */
  json?: string | undefined
  disabled?: boolean
  onSubmit(value: unknown): void
  /** Told of what can be read, when something is typed; of nothing where that is nothing. */
  onChange?(value: unknown): void
  /** Its buttons, one of which submits it. */
  children: ReactNode
}

/** A value that a person can change before it is used, as `ElicitForm` asks for one, with the same styles. */
export function SchemaForm(props: SchemaFormProps): ReactNode {
  // What was typed into fields says nothing of the whole.
  return <Form key={props.json === undefined ? 'fields' : 'whole'} {...props} />
}

function Form({ schema, message, json, disabled = false, onSubmit, onChange, children, ...rest }: SchemaFormProps) {
  const id = useId()
  const [initial] = useState(rest.initial)
  const fields = useMemo(() => fillFields(fieldsOf(schema, json), initial), [schema, json, initial])
  const form = useForm({ schema, fields, onSubmit, onChange })
  return (
    <form className="elicit-form" aria-labelledby={id} noValidate onSubmit={form.submit}>
      <p id={id} className="elicit-message">
        {message}
      </p>
      {form.summary}
      <fieldset className="elicit-fields" disabled={disabled} aria-labelledby={id}>
        {form.fields}
        {children}
      </fieldset>
    </form>
  )
}

const fieldsOf = (schema: JsonSchema | undefined, json: string | undefined): FormField[] =>
  json === undefined ? toFields(schema) : [toField(undefined, { title: json }, {}, true)]
