import type { McpTool } from './tool.ts';
/** Returns the name; throws a `ToolDefinitionError` when a tool cannot have it. */
export declare function checkName<N extends string>(name: N): N;
/**
 * Returns the newest version of each tool by name. Throws a `ToolDefinitionError` for a name that is reserved or malformed, and
 * for two tools with one name and version.
 */
export declare function indexTools(tools: readonly McpTool[]): Map<string, McpTool>;
