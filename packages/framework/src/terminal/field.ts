import { describeRange, type FlatField, type Option, optionsOf, toLabel } from '../tools/flat-form.ts'
import type { Checked } from '../tools/schema.ts'
import { listOptions, rangeOf, readOption } from './choice.ts'

/** A field of a form as a person at a terminal meets it. */
export interface Field {
  label: string
  /** Stands in brackets after the label. */
  hint: string
  /** Shown once, before the field is asked. */
  introduction: string | undefined
  default: unknown
  /** What an empty line means in a field that is required and has no default; absent if it means nothing. */
  none?: unknown
  /** Reads what was typed, which is never empty. */
  read(line: string): Checked<unknown>
}

export function toField(key: string, schema: FlatField): Field {
  const kind = kindOf(schema)
  const introduction = [schema.description, kind.list].filter((part) => part !== undefined).join('\n')
  return {
    label: schema.title ?? toLabel(key),
    hint: kind.hint,
    introduction: introduction === '' ? undefined : introduction,
    default: schema.default,
    none: kind.none,
    read: kind.read,
  }
}

/** What a kind of field asks for, and how an answer is read. */
interface Kind {
  hint: string
  list?: string
  none?: unknown
  read(line: string): Checked<unknown>
}

function kindOf(schema: FlatField): Kind {
  switch (schema.type) {
    case 'boolean':
      return { hint: 'y/n', read: readBoolean }
    case 'number':
    case 'integer':
      return numberKind(schema)
    case 'array':
      return severalKind(schema)
    case 'string': {
      const options = optionsOf(schema)
      if (options === undefined) return textKind(schema)
      const read = (line: string) => toValue(readOption(options, line))
      return { hint: rangeOf(options), list: listOptions(options), read }
    }
  }
}

const valid = (value: unknown): Checked<unknown> => ({ type: 'valid', value })
const invalid = (problem: string): Checked<never> => ({ type: 'invalid', problem })

function readBoolean(line: string): Checked<boolean> {
  if (/^(y|yes|true)$/i.test(line)) return { type: 'valid', value: true }
  if (/^(n|no|false)$/i.test(line)) return { type: 'valid', value: false }
  return invalid('Please type y or n.')
}

function numberKind({ type, minimum, maximum }: Extract<FlatField, { type: 'number' | 'integer' }>): Kind {
  const what = type === 'integer' ? 'a whole number' : 'a number'
  const range = describeRange(minimum, maximum)
  return {
    hint: `${what} ${range}`.trim(),
    read(line) {
      const value = Number(line)
      if (!Number.isFinite(value) || (type === 'integer' && !Number.isInteger(value)))
        return invalid(`Please type ${what}.`)
      if (value < (minimum ?? value) || value > (maximum ?? value)) return invalid(`Please type ${what} ${range}.`)
      return valid(value)
    },
  }
}

/** The formats of an MCP form: how one looks, and a first check. The tool's own schema has the last word. */
const FORMATS = {
  email: { example: 'name@example.com', fits: (line: string) => /^[^\s@]+@[^\s@]+$/.test(line) },
  uri: { example: 'https://example.com', fits: URL.canParse },
  date: { example: '2026-07-28', fits: (line: string) => /^\d{4}-\d{2}-\d{2}$/.test(line) && isTime(line) },
  'date-time': {
    example: '2026-07-28T09:30:00Z',
    fits: (line: string) => /^\d{4}-\d{2}-\d{2}T/i.test(line) && isTime(line),
  },
}

const isTime = (line: string): boolean => !Number.isNaN(Date.parse(line))

type TextSchema = Exclude<Extract<FlatField, { type: 'string' }>, { enum: string[] } | { oneOf: unknown[] }>

function textKind({ minLength, maxLength, format }: TextSchema): Kind {
  const form = format && FORMATS[format]
  return {
    hint: form === undefined ? '' : `such as ${form.example}`,
    read(line) {
      if (form !== undefined && !form.fits(line)) return invalid(`Please type it like this: ${form.example}`)
      const { length } = [...line]
      if (length < (minLength ?? 0)) return invalid(`Please type at least ${minLength} characters.`)
      if (length > (maxLength ?? length)) return invalid(`Please type at most ${maxLength} characters.`)
      return valid(line)
    },
  }
}

function severalKind(field: Extract<FlatField, { type: 'array' }>): Kind {
  const { minItems, maxItems } = field
  const options = optionsOf(field) ?? []
  return {
    hint: `${rangeOf(options)}, several with commas`,
    list: listOptions(options),
    ...(!minItems && { none: [] }),
    read(line) {
      const readings = line
        .split(/^[\d\s]+$/.test(line) ? /\s+/ : ',')
        .map((part) => part.trim())
        .filter((part) => part !== '')
        .map((part) => readOption(options, part))
      const problem = readings.find((reading) => reading.type === 'invalid')
      if (problem !== undefined) return problem
      const values = new Set(readings.flatMap((reading) => (reading.type === 'valid' ? reading.value.value : [])))
      if (values.size < (minItems ?? 0)) return invalid(`Please choose at least ${minItems}.`)
      if (values.size > (maxItems ?? values.size)) return invalid(`Please choose at most ${maxItems}.`)
      return valid([...values])
    },
  }
}

const toValue = (reading: Checked<Option>): Checked<string> =>
  reading.type === 'valid' ? { type: 'valid', value: reading.value.value } : reading
