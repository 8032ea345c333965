import { ToolDefinitionError } from '../tools/errors.ts'
import { type FlatField, toFlatForm } from '../tools/flat-form.ts'
import { isObject } from '../tools/json.ts'
import type { JsonSchema } from '../tools/schema.ts'
import { type Control, controlOf, jsonControl } from './form-controls.ts'

/** A field of a form as a person meets it. */
export interface FormField {
  /** The property that it fills; none when it is the whole answer. */
  key: string | undefined
  label: string
  description: string | undefined
  required: boolean
  default: unknown
  control: Control
  /** What the field alone has to be. */
  schema: JsonSchema
}

/** The fields that ask for what a schema describes: one for each property, or one for all where there are none. */
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

/** The field as MCP would ask for it; nothing when it could not, so that it is asked for as JSON. */
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

/** `flightId` and `flight_id` read as "Flight id". */
function toLabel(key: string): string {
  const words = key
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
