import type { SchemaObject } from './shape.ts'

/** An object with these properties and no others. */
export const closed = (required: SchemaObject, optional: SchemaObject = {}): SchemaObject => ({
  type: 'object',
  properties: { ...required, ...optional },
  required: Object.keys(required),
  additionalProperties: false,
})
