/** A JSON Schema, as `@cfworker/json-schema` takes it. */
export type SchemaObject = Record<string, unknown>
