import { type FlatField, type FlatForm, optionsOf, toFlatForm, toLabel } from '../tools/flat-form.ts'
import type { JsonSchema } from '../tools/schema.ts'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Returns text for use between tags and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (found) => ENTITIES[found]!)

/** Returns the flat form of a schema, or `undefined` when only a component of the application can ask for it. */
export function toPlainForm(schema: JsonSchema | undefined): FlatForm | undefined {
  try {
    return toFlatForm(schema ?? { type: 'object', properties: {} }, 'answer')
  } catch {
    return undefined
  }
}

/** Returns the fields of a form as HTML, with what was entered before. */
export const renderFields = ({ properties, required = [] }: FlatForm, entered?: URLSearchParams): string =>
  Object.entries(properties)
    .map(([key, field]) => renderField(key, field, required.includes(key), entered))
    .join('\n')

/** Names of fields have a prefix, so that none is taken for the button that was pressed. */
const nameOf = (key: string): string => `field.${key}`

function renderField(key: string, field: FlatField, isRequired: boolean, entered: URLSearchParams | undefined): string {
  const name = escapeHtml(nameOf(key))
  const label = escapeHtml(field.title ?? toLabel(key))
  const values = entered?.getAll(nameOf(key)) ?? toDefaults(field.default)
  const hint =
    field.description === undefined ? '' : `<small id="${name}-hint">${escapeHtml(field.description)}</small>`
  const described = field.description === undefined ? '' : ` aria-describedby="${name}-hint"`
  const required = isRequired ? ' required' : ''
  const attributes = `id="${name}" name="${name}"${described}`
  if (field.type === 'boolean') {
    const checked = values.includes('on') ? ' checked' : ''
    return `<div class="check"><input type="checkbox" ${attributes}${checked}><label for="${name}">${label}</label>${hint}</div>`
  }
  const optional = isRequired ? '' : ' <span>optional</span>'
  const head = `<label for="${name}">${label}${optional}</label>${hint}`
  const choices = optionsOf(field)
  if (choices === undefined) {
    const value = escapeHtml(values[0] ?? '')
    return `<div>${head}<input ${inputOf(field)} ${attributes} value="${value}"${required}></div>`
  }
  if (field.type === 'array') {
    const boxes = choices.map(({ value, title }) => {
      const checked = values.includes(value) ? ' checked' : ''
      return `<label class="choice"><input type="checkbox" name="${name}" value="${escapeHtml(value)}"${checked}> ${escapeHtml(title)}</label>`
    })
    return `<fieldset><legend>${label}${optional}</legend>${hint}${boxes.join('')}</fieldset>`
  }
  const options = choices.map(({ value, title }) => {
    const selected = values.includes(value) ? ' selected' : ''
    return `<option value="${escapeHtml(value)}"${selected}>${escapeHtml(title)}</option>`
  })
  return `<div>${head}<select ${attributes}${required}><option value="">Choose…</option>${options.join('')}</select></div>`
}

const toDefaults = (value: unknown): string[] =>
  value === undefined || value === false ? [] : value === true ? ['on'] : [value].flat().map(String)

const INPUT_TYPES: Record<string, string> = { email: 'email', uri: 'url', date: 'date', 'date-time': 'text' }

function inputOf(field: FlatField): string {
  const limit = (name: string, value: number | undefined) => (value === undefined ? '' : ` ${name}="${value}"`)
  if (field.type === 'number' || field.type === 'integer') {
    const step = field.type === 'integer' ? '1' : 'any'
    return `type="number" step="${step}"${limit('min', field.minimum)}${limit('max', field.maximum)}`
  }
  if (field.type !== 'string' || 'enum' in field || 'oneOf' in field) return 'type="text"'
  const type = INPUT_TYPES[field.format ?? ''] ?? 'text'
  return `type="${type}"${limit('minlength', field.minLength)}${limit('maxlength', field.maxLength)}`
}

/** Returns the content of an answer from the fields that a browser sent. Optional fields that are empty are absent. */
export function readFields({ properties, required = [] }: FlatForm, sent: URLSearchParams): Record<string, unknown> {
  const content = Object.entries(properties).map(([key, field]) => [
    key,
    readField(field, required.includes(key), sent.getAll(nameOf(key))),
  ])
  return Object.fromEntries(content.filter(([, value]) => value !== undefined))
}

function readField(field: FlatField, isRequired: boolean, values: string[]): unknown {
  if (field.type === 'boolean') return values.length > 0
  if (field.type === 'array') return values.length > 0 || isRequired ? values : undefined
  const [value = ''] = values
  if (value === '') return undefined
  const isNumber = (field.type === 'number' || field.type === 'integer') && value.trim() !== ''
  return isNumber && !Number.isNaN(Number(value)) ? Number(value) : value
}
