import { ToolDefinitionError } from './errors.ts'
import type { McpTool } from './tool.ts'
import { mergeVersions } from './tool-versions.ts'

/** Returns the name; throws a `ToolDefinitionError` when a tool cannot have it. */
export function checkName<N extends string>(name: N): N {
  if (typeof name !== 'string' || !/^[A-Za-z0-9_.-]{1,128}$/.test(name)) {
    throw new ToolDefinitionError(
      `a tool's name is 1 to 128 letters, digits, "_", "-" or ".", not ${JSON.stringify(name)}`,
    )
  }
  if (!name.startsWith('__')) return name
  throw new ToolDefinitionError(
    `the tool name "${name}" is reserved: names that begin with "__" are the framework's own`,
  )
}

/**
 * Returns the newest version of each tool by name. Throws a `ToolDefinitionError` for a name that is reserved or malformed, and
 * for two tools with one name and version.
 */
export function indexTools(tools: readonly McpTool[]): Map<string, McpTool> {
  return new Map(mergeVersions(tools).map((tool) => [checkName(tool.name), tool]))
}
