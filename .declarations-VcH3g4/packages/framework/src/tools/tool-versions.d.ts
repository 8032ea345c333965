import type { McpTool } from './tool.ts';
/**
 * Returns one tool for each name: the newest version, with the others as `earlier`. Versions are compared as people read them:
 * `'2'` is older than `'10'`, and a tool without a version is the oldest. Throws a `ToolDefinitionError` for a version that is there
 * twice.
 */
export declare function mergeVersions(tools: readonly McpTool[]): McpTool[];
/** The version of a tool that a run began with, where it is there. */
export declare const findVersion: (tool: McpTool, version: string | undefined) => McpTool | undefined;
