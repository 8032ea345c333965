import { type JsonSchema, type Schema } from './schema.ts';
/**
 * Returns the JSON Schema of a tool's arguments with `type: 'object'`, which MCP and every provider require: a listing with
 * another type cannot be read by clients. A union of objects gets the type added; throws a `ToolDefinitionError` for a
 * schema that takes something else.
 */
export declare function toParametersSchema(tool: string, parameters: Schema | undefined): JsonSchema;
