import type { StandardSchemaV1 } from '@standard-schema/spec'
import { evaluateSchema, SchemaWorkError } from './evaluate-schema.ts'
import type { JsonSchema, Schema } from './schema.ts'

/**
 * A raw JSON Schema from outside, such as from the server of a hosted tool. It goes to the wire as it is. A value is checked
 * with a bounded amount of work, and without the regular expressions of the schema: one of a few characters can block the
 * process for hours. A check that takes more work fails, and so does the call that needs it.
 */
export function foreignSchema<T = unknown>(schema: JsonSchema): Schema<T> {
  return {
    '~standard': {
      version: 1,
      vendor: 'json-schema',
      jsonSchema: { input: () => schema, output: () => schema },
      validate: (value) => validate<T>(schema, value),
    },
  }
}

function validate<T>(schema: JsonSchema, value: unknown): StandardSchemaV1.Result<T> {
  try {
    const issues = evaluateSchema(schema, value)
    // The schema has just said that the value is a T.
    return issues.length > 0 ? { issues } : { value: value as T }
  } catch (error) {
    if (!(error instanceof SchemaWorkError)) throw error
    return { issues: [{ message: `cannot be checked against the schema of its server: ${error.message}` }] }
  }
}
