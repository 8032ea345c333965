import { ToolContent } from '../../tools/content.ts';
import type { JsonSchema, Schema } from '../../tools/schema.ts';
import type { CallToolResult } from '../core/outcome.ts';
/** The result of another server's tool: its blocks, and the structured data beside them. */
export declare class HostedContent extends ToolContent {
    constructor({ content, structuredContent, isError, _meta }: CallToolResult);
}
/** Returns the part of a result that is recorded. */
export declare function toRecorded(result: object): CallToolResult;
/**
 * Returns the schema of a tool's arguments. A property that is required and has a default may be left out: such schemas come
 * from servers that fill in the default before they check. A property that may be left out may be null: models write it so.
 */
export declare function hostedParameters(schema: JsonSchema): Schema<Record<string, unknown>>;
/** Returns a schema that checks the structured data of a result against the server's output schema, unless it is an error. */
export declare function hostedOutput(schema: JsonSchema): Schema<HostedContent>;
