import type { StandardSchemaV1 } from '@standard-schema/spec'
import { evaluateSchema, SchemaWorkError } from '../tools/evaluate-schema.ts'
import type { JsonSchema } from '../tools/schema.ts'
import type { Draft } from './form-controls.ts'
import type { FormField } from './form-fields.ts'

/** A problem with an answer; without a field, with the answer as a whole. */
export interface FormProblem {
  field: FormField | undefined
  message: string
}

/** Compares properties, because a schema that is sent again creates new field objects. */
export const isAbout = (problem: FormProblem, field: FormField): boolean =>
  problem.field !== undefined && problem.field.key === field.key

export type CheckedForm = { type: 'valid'; content: unknown } | { type: 'invalid'; problems: FormProblem[] }

export interface FormSchema {
  schema: JsonSchema | undefined
  /** Whether another server wrote the schema. Its regular expressions could block the page, so they are not checked. */
  isForeign: boolean
}

/** Reads the drafts and checks the answer with the schema. The work of the check is bounded. Fields word the problems. */
export function checkForm(
  { schema = {}, isForeign }: FormSchema,
  fields: readonly FormField[],
  draftOf: (field: FormField) => Draft,
): CheckedForm {
  const issuesOf = (json: JsonSchema, value: unknown) => evaluate(json, value, isForeign)
  const { values, problems } = readDrafts(fields, draftOf)
  const content = toContent(values)
  const unread = problems.map(({ field }) => field)
  for (const { path = [], message } of issuesOf(schema, content)) {
    const field = fields.find(({ key }) => key === undefined || key === path[0])
    if (field === undefined && unread.length === 0) problems.push({ field, message })
    if (field === undefined || problems.some((problem) => problem.field === field)) continue
    const isOwn = issuesOf(field.schema, values.get(field)).length > 0
    problems.push({ field, message: toMessage(field, isOwn, placeOf(field, path), message) })
  }
  return problems.length === 0 ? { type: 'valid', content } : { type: 'invalid', problems: inOrder(problems, fields) }
}

/** The parsed drafts, without checking them. */
export const readForm = (fields: readonly FormField[], draftOf: (field: FormField) => Draft): unknown =>
  toContent(readDrafts(fields, draftOf).values)

function readDrafts(fields: readonly FormField[], draftOf: (field: FormField) => Draft) {
  const problems: FormProblem[] = []
  const values = new Map<FormField, unknown>()
  for (const field of fields) {
    const reading = field.control.read(draftOf(field))
    if (reading.type === 'value') values.set(field, reading.value)
    else if (reading.type === 'unreadable') problems.push({ field, message: reading.problem })
    else if (field.required && !isNothing(field)) problems.push({ field, message: missing(field) })
    else if (field.required) values.set(field, [])
  }
  return { values, problems }
}

function toContent(values: ReadonlyMap<FormField, unknown>): unknown {
  const [whole] = values.keys()
  if (whole !== undefined && whole.key === undefined) return values.get(whole)
  return Object.fromEntries(Array.from(values, ([{ key }, value]) => [key, value]))
}

/** Whether an empty selection is a valid answer. */
const isNothing = ({ control, schema }: FormField): boolean => control.type === 'several' && !schema.minItems

function missing({ control }: FormField): string {
  if (control.type === 'choice') return 'Please choose one.'
  if (control.type === 'several') return 'Please choose at least one.'
  return control.expects === '' ? 'Please fill this in.' : `Please enter ${control.expects}.`
}

/** Words the problem for the field if its own schema rejects the value; otherwise uses the message of the validator. */
function toMessage({ control }: FormField, isOwn: boolean, place: string, message: string): string {
  if (control.type === 'json') return place === '' ? message : `${place}: ${message}`
  if (control.expects === '' || !isOwn) return message
  return control.type === 'several' ? `Please make ${control.expects}.` : `Please enter ${control.expects}.`
}

function placeOf({ key }: FormField, path: readonly unknown[]): string {
  const inner = key === undefined ? path : path.slice(1)
  return inner
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '')
}

function evaluate(schema: JsonSchema, value: unknown, isForeign: boolean): readonly StandardSchemaV1.Issue[] {
  if (value === undefined) return []
  try {
    return evaluateSchema(schema, value, { isTrusted: !isForeign })
  } catch (error) {
    if (error instanceof SchemaWorkError) return [{ message: `This question cannot be accepted: ${error.message}` }]
    throw error
  }
}

const inOrder = (problems: readonly FormProblem[], fields: readonly FormField[]): FormProblem[] =>
  problems.toSorted((a, b) => placeIn(fields, a) - placeIn(fields, b))

const placeIn = (fields: readonly FormField[], { field }: FormProblem): number =>
  field === undefined ? fields.length : fields.indexOf(field)
