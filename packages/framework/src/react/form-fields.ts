import { ToolDefinitionError } from '../tools/errors.ts'
import { type FlatField, toFlatForm, toLabel } from '../tools/flat-form.ts'
import { isObject } from '../tools/json.ts'
import type { JsonSchema } from '../tools/schema.ts'
import { type Control, controlOf, jsonControl } from './form-controls.ts'

/** A field of a form, as shown to the user. */
export interface FormField {
  /** The property that the field fills; `undefined` if the field is the whole answer. */
  key: string | undefined
  label: string
  description: string | undefined
  required: boolean
  default: unknown
  control: Control
  /** The schema of this field alone. */
  schema: JsonSchema
}

/** The fields of a schema: one per property, or a single field if the schema has no properties. */
export function toFields(schema: JsonSchema = {}): FormField[] {
  if (!hasFields(schema)) return [toField(undefined, schema, schema, true)]
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(isObject(schema.properties) ? schema.properties : {}).map(([key, property]) =>
    toField(key, property, schema, required.includes(key)),
  )
}

export function toField(key: string | undefined, property: unknown, root: JsonSchema, required: boolean): FormField {
  const flat = toFlatField(property, root)
  const labels: JsonSchema = isObject(property) ? property : {}
  const { title = labels.title, description = labels.description } = flat ?? {}
  return {
    key,
    label: typeof title === 'string' ? title : toLabel(key ?? 'answer'),
    description: typeof description === 'string' ? description : undefined,
    required,
    default: flat?.default ?? labels.default,
    control: flat === undefined ? jsonControl : controlOf(flat),
    schema: flat ?? {},
  }
}

/** The field as MCP describes it, or `undefined` if MCP cannot: the form then asks for JSON. */
function toFlatField(property: unknown, { $defs, definitions }: JsonSchema): FlatField | undefined {
  try {
    return toFlatForm({ $defs, definitions, type: 'object', properties: { field: property } }, 'field').properties.field
  } catch (error) {
    if (error instanceof ToolDefinitionError) return undefined
    throw error
  }
}

const hasFields = ({ type, properties, additionalProperties, patternProperties }: JsonSchema): boolean =>
  type === 'object' && (isObject(properties) || !(isObject(additionalProperties) || isObject(patternProperties)))
