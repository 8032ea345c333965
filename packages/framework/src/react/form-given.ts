import { type Control, type Draft, jsonControl } from './form-controls.ts'
import { type FormField, toField } from './form-fields.ts'

/**
 * The fields with a value in them, all of which is shown: what has no field of its own gets one, and what a control could not
 * show as it is becomes JSON. What nobody touches stays as it was given, to the letter.
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

/** More than this is not seen at once in a line. */
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
