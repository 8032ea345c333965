import type { Json, JsonSchema } from './schema.ts';
/** A schema with its definitions. */
export interface SchemaBook {
    root: JsonSchema;
    /** Returns the schema without `$ref` and `allOf`, or `undefined` if no value can match it. */
    open(schema: JsonSchema): JsonSchema | undefined;
    accepts(schema: JsonSchema, value: Json): boolean;
}
export declare function createSchemaBook(schema: JsonSchema): SchemaBook;
