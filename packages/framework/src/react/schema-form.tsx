import { type ReactNode, useMemo, useState } from 'react'
import type { JsonSchema } from '../tools/schema.ts'
import { type Control, type Draft, jsonControl } from './form-controls.ts'
import { type FormField, toField, toFields } from './form-fields.ts'
import { useId } from './react-18.ts'
import { useForm } from './use-form.tsx'

export interface SchemaFormProps {
  /** The schema of the value; without one, the form asks for JSON. */
  schema: JsonSchema | undefined
  /** Whether another server wrote the schema. Its regular expressions are not checked then: they could block the page. */
  isForeign?: boolean
  /** The value that the form shows at first. */
  initial: unknown
  /** The text above the fields. */
  message: string
  /** Asks for the whole value in one JSON field with this label. */
  json?: string | undefined
  disabled?: boolean
  onSubmit(value: unknown): void
  /** Called on every edit with the parsed value, or `undefined` if it does not parse. */
  onChange?(value: unknown): void
  /** The buttons, one of which submits the form. */
  children: ReactNode
}

/** Lets the user edit a value before it is used. Fields and styles are those of `ElicitForm`. */
export function SchemaForm(props: SchemaFormProps): ReactNode {
  // Drafts of single fields do not apply to the JSON field.
  return <Form key={props.json === undefined ? 'fields' : 'whole'} {...props} />
}

function Form({ schema, message, json, onSubmit, onChange, children, ...rest }: SchemaFormProps) {
  const { isForeign = false, disabled = false } = rest
  const id = useId()
  const [initial] = useState(rest.initial)
  const fields = useMemo(() => fillFields(fieldsOf(schema, json), initial), [schema, json, initial])
  const form = useForm({ schema, isForeign, fields, onSubmit, onChange })
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

/**
 * Fills the fields with a value. A property without a field gets one, and a value that its control cannot show is shown as
 * JSON. A field that the user does not edit returns exactly the value that was given.
 */
export function fillFields(fields: readonly FormField[], given: unknown): FormField[] {
  const [first] = fields
  if (first !== undefined && first.key === undefined) return [fill(first, given)]
  const values = new Map(Object.entries(given ?? {}))
  const others = [...values].filter(([name]) => !fields.some(({ key }) => key === name))
  const added = others.map(([name, value]) => toField(name, { type: typeof value }, {}, false))
  return [...fields, ...added].map((field) => fill(field, values.get(field.key!)))
}

function fill(field: FormField, given: unknown): FormField {
  if (given === undefined && field.required) return field
  const shown = given ?? field.default
  const control = given === undefined ? field.control : controlFor(field.control, given)
  const untouched = control.write(shown)
  return {
    ...field,
    default: shown,
    control: {
      ...control,
      read(draft) {
        if (!isSame(draft, untouched)) return control.read(draft)
        return given === undefined ? { type: 'empty' } : { type: 'value', value: given }
      },
    },
  }
}

/** A longer text does not fit into one line. */
const LINE = 60

function controlFor(control: Control, given: unknown): Control {
  if (!canShow(control, given)) return jsonControl
  const isLong = control.type === 'text' && control.input === 'text' && typeof given === 'string'
  return isLong && (given.length > LINE || given.includes('\n')) ? { ...control, long: true } : control
}

function canShow(control: Control, given: unknown): boolean {
  if (control.type === 'json') return true
  if (control.type === 'text' && control.input === 'date' && !/^\d{4}-\d\d-\d\d$/.test(String(given))) return false
  const draft = control.write(given)
  const reading = control.read(draft)
  if (reading.type !== 'value') return control.type === 'text' && given === ''
  if (Array.isArray(given)) return isSame(control.write(reading.value), given)
  return typeof reading.value === typeof given && isSame(control.write(reading.value), draft)
}

const isSame = (one: Draft | readonly unknown[], other: Draft | readonly unknown[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
