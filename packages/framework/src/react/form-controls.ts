import { messageOf } from '../tools/describe.ts'
import { describeRange, type FlatField, type Option, optionsOf } from '../tools/flat-form.ts'

/** The content of a control: a text, a checkbox, or the selected values. */
export type Draft = string | boolean | readonly string[]

/** A parsed draft. */
export type Reading = { type: 'value'; value: unknown } | { type: 'empty' } | { type: 'unreadable'; problem: string }

interface Reads {
  /** What the user should enter, such as "a whole number from 1 to 10". Empty if anything is accepted. */
  expects: string
  read(draft: Draft): Reading
  /** The draft of a value; of `undefined`, an empty control. */
  write(value: unknown): Draft
}

export type Control = Reads &
  (
    | { type: 'text'; input: 'text' | 'email' | 'url' | 'date' | 'datetime-local'; long: boolean }
    | { type: 'number' | 'json' | 'checkbox' }
    | { type: 'choice' | 'several'; options: readonly Option[] }
  )

export function controlOf(field: FlatField): Control {
  switch (field.type) {
    case 'boolean':
      return { type: 'checkbox', expects: '', read: (draft) => value(draft === true), write: (given) => given === true }
    case 'number':
    case 'integer':
      return numberControl(field)
    case 'array':
      return severalControl(field)
    case 'string': {
      const options = optionsOf(field)
      return options === undefined ? textControl(field) : choiceControl(options)
    }
  }
}

const empty: Reading = { type: 'empty' }
const value = (given: unknown): Reading => ({ type: 'value', value: given })
const unreadable = (problem: string): Reading => ({ type: 'unreadable', problem })
const textOf = (draft: Draft): string => (typeof draft === 'string' ? draft : '')
const writeText = (given: unknown): string => (given === undefined ? '' : String(given))

export const jsonControl: Control = {
  type: 'json',
  expects: 'JSON',
  read(draft) {
    const text = textOf(draft).trim()
    if (text === '') return empty
    try {
      return value(JSON.parse(text))
    } catch (error) {
      return unreadable(`This is not JSON: ${messageOf(error)}`)
    }
  },
  write: (given) => (given === undefined ? '' : JSON.stringify(given, null, 2)),
}

function numberControl({ type, minimum, maximum }: Extract<FlatField, { type: 'number' | 'integer' }>): Control {
  const what = type === 'integer' ? 'a whole number' : 'a number'
  const expects = [what, describeRange(minimum, maximum)].join(' ').trim()
  return {
    type: 'number',
    expects,
    read(draft) {
      const text = textOf(draft).trim()
      if (text === '') return empty
      const number = Number(text)
      return Number.isFinite(number) ? value(number) : unreadable(`Please enter ${expects}.`)
    },
    write: writeText,
  }
}

type TextField = Exclude<Extract<FlatField, { type: 'string' }>, { enum: string[] } | { oneOf: unknown[] }>

const FORMATS = {
  email: { input: 'email', expects: 'an email address, like name@example.com' },
  uri: { input: 'url', expects: 'an address, like https://example.com' },
  date: { input: 'date', expects: 'a date' },
  'date-time': { input: 'datetime-local', expects: 'a date and a time' },
} as const

/** A longer text does not fit into one line. */
const LONG = 200

function textControl({ format, minLength, maxLength }: TextField): Control {
  const form = format && FORMATS[format]
  const length = lengthText(minLength, maxLength)
  const read = format === 'date-time' ? readTime : (text: string) => value(text)
  return {
    type: 'text',
    input: form?.input ?? 'text',
    long: form === undefined && (maxLength ?? 0) > LONG,
    expects: form === undefined || length === '' ? (form?.expects ?? length) : `${form.expects}, of ${length}`,
    read: (draft) => (draft === '' ? empty : read(textOf(draft))),
    write: format === 'date-time' ? writeTime : writeText,
  }
}

/** The browser asks for local time. */
function readTime(text: string): Reading {
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? unreadable('Please enter a date and a time.') : value(time.toISOString())
}

function writeTime(given: unknown): string {
  const time = new Date(writeText(given))
  if (Number.isNaN(time.getTime())) return ''
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 19).replace(/:00$/, '')
}

/** The draft of a choice is its index, because an option may be the empty text. */
function choiceControl(options: readonly Option[]): Control {
  const write = (given: unknown): string => {
    const index = options.findIndex((option) => option.value === given)
    return index === -1 ? '' : String(index)
  }
  const read = (draft: Draft): Reading => (draft === '' ? empty : value(options[Number(draft)]?.value))
  return { type: 'choice', options, expects: '', read, write }
}

function severalControl(field: Extract<FlatField, { type: 'array' }>): Control {
  const options = optionsOf(field) ?? []
  const range = describeRange(field.minItems, field.maxItems)
  return {
    type: 'several',
    options,
    expects: range === '' ? '' : `a choice ${range}`,
    read: (draft) => (Array.isArray(draft) && draft.length > 0 ? value(draft) : empty),
    write: (given) => (Array.isArray(given) ? given.filter((item) => options.some(({ value }) => value === item)) : []),
  }
}

function lengthText(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum} characters`
  if (minimum !== undefined) return `at least ${minimum} characters`
  return maximum === undefined ? '' : `at most ${maximum} characters`
}
