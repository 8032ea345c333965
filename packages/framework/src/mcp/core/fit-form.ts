/** Forms as hosts show them best, and answers as hosts send them. What a tool declared stays as it is; only the wire differs. */
import { type ElicitEffect, EMPTY_FORM } from '../../tools/effects/elicit.ts'
import { ToolDefinitionError } from '../../tools/errors.ts'
import { describeRange, type FlatField, optionsOf, toFlatForm, toLabel } from '../../tools/flat-form.ts'
import { isObject, type Json } from '../../tools/json.ts'
import type { JsonSchema } from '../../tools/schema.ts'

/** What the form of a question depends on. */
type Asked = Pick<ElicitEffect, 'schema' | 'refusal' | 'attempt'>

const fieldsOf = ({ properties }: JsonSchema): [name: string, field: FlatField][] =>
  // The runtime made the form flat when the tool was built.
  Object.entries(isObject(properties) ? properties : {}) as never

/** Returns the field of a form that only asks for consent: one boolean that has to be there. */
function consentOf(form: JsonSchema): [name: string, field: FlatField] | undefined {
  const [first, ...others] = fieldsOf(form)
  if (first === undefined || others.length > 0 || first[1].type !== 'boolean' || 'default' in first[1]) return undefined
  return Array.isArray(form.required) && form.required.includes(first[0]) ? first : undefined
}

/** Returns the description of a consent, which its form does not show. */
export const toConsentNote = (form: JsonSchema): string | undefined => consentOf(form)?.[1].description

/** Whether a form has only text fields: some hosts send back an empty form for numbers and lists. */
function isTextOnly({ schema, refusal, attempt }: Asked): boolean {
  const isHard = fieldsOf(schema).some(([, { type }]) => type === 'number' || type === 'integer' || type === 'array')
  return isHard && (refusal === EMPTY_FORM || attempt > 2)
}

/** Returns the form for the wire: every field has a title, and a consent is accepted or declined without a field. */
export function fitForm(asked: Asked): JsonSchema {
  const { schema } = asked
  if (consentOf(schema) !== undefined) return { type: 'object', properties: {} }
  const titled = withTitles(schema)
  if (!isTextOnly(asked)) return titled
  const fit = ([name, field]: [string, FlatField]) => [name, toTextField(field)]
  return { ...titled, properties: Object.fromEntries(fieldsOf(titled).map(fit)) }
}

/** Returns the flat form of a question that only a component answers; `undefined` if it has none. */
export function toFlat({ key, schema }: Pick<ElicitEffect, 'key' | 'schema'>): JsonSchema | undefined {
  try {
    return toFlatForm(schema, key) as unknown as JsonSchema
  } catch (error) {
    if (error instanceof ToolDefinitionError) return undefined
    throw error
  }
}

/** Returns a form in which every field has a title. */
export function withTitles(form: JsonSchema): JsonSchema {
  const fit = ([name, field]: [string, FlatField]) => [name, { ...field, title: field.title ?? toLabel(name) }]
  return { ...form, properties: Object.fromEntries(fieldsOf(form).map(fit)) }
}

/** Returns a fitted form for revisions before 2025-11-25, which have neither titled choices nor lists. */
export function fitOlderForm(form: JsonSchema): JsonSchema {
  const fit = ([name, field]: [string, FlatField]) => [name, toOlderField(field)]
  return { ...form, properties: Object.fromEntries(fieldsOf(form).map(fit)) }
}

function toOlderField(field: FlatField): FlatField {
  if (field.type === 'array') return toTextField(field)
  if (!('oneOf' in field)) return field
  const { oneOf, ...rest } = field
  return { ...rest, enum: oneOf.map(({ const: value }) => value), enumNames: oneOf.map(({ title }) => title) }
}

function toTextField(field: FlatField): FlatField {
  if (field.type === 'string') return field
  const { title = '', description, type } = field
  const words = [description, toHint(field)].filter((part) => part !== undefined)
  return { type: 'string', title, description: words.join('. '), ...(type === 'array' && { minLength: 0 }) }
}

function toHint(field: FlatField): string {
  if (field.type === 'boolean') return 'Yes or no'
  if (field.type === 'array') {
    return `One or more of these, separated by commas: ${optionsOf(field)!
      .map(({ title }) => title)
      .join(', ')}`
  }
  const { minimum, maximum } = field as Extract<FlatField, { type: 'number' | 'integer' }>
  return ['A number', describeRange(minimum, maximum)].filter((part) => part !== '').join(' ')
}

/** Returns an answer with the content that the form of the question has: consents are filled in, and texts are read. */
export const readAnswer = (answer: Json | undefined, asked: Asked): Json | undefined => read(answer, asked, false)

/** The same for revisions without lists, which are asked for as text at once. */
export const readOlderAnswer = (answer: Json | undefined, asked: Asked): Json | undefined => read(answer, asked, true)

function read(answer: Json | undefined, asked: Asked, readsLists: boolean): Json | undefined {
  const { schema } = asked
  if (!isObject(answer) || answer.action !== 'accept') return answer
  const given = answer.content ?? {}
  if (!isObject(given)) return answer
  const consent = consentOf(schema)
  if (consent !== undefined && Object.keys(given).length === 0) return { ...answer, content: { [consent[0]]: true } }
  const isText = isTextOnly(asked)
  const content = { ...given } as Record<string, Json>
  for (const [name, field] of fieldsOf(schema)) {
    const text = content[name]
    const isAsked = isText || (readsLists && field.type === 'array')
    if (typeof text !== 'string' || field.type === 'string' || !isAsked) continue
    const value = text.trim() === '' ? undefined : readText(text.trim(), field)
    if (value === undefined) delete content[name]
    else content[name] = value
  }
  return { ...answer, content } as Json
}

/** Returns the value of a text; the text itself if it is not one, which the schema then refuses. */
function readText(text: string, field: FlatField): Json {
  if (field.type === 'boolean') return /^(yes|true)$/i.test(text) || (/^(no|false)$/i.test(text) ? false : text)
  if (field.type !== 'array') return /^[-+]?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : text
  const options = optionsOf(field) ?? []
  return text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => options.find(({ title, value }) => [title, value].includes(part))?.value ?? part)
}
