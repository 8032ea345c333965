import { ToolDefinitionError } from './errors.ts'
import type { McpTool } from './tool.ts'
import { mergeVersions } from './tool-versions.ts'

/** What every provider of models accepts. MCP allows more, and one such name makes the requests of a whole host fail. */
const NAME = /^[A-Za-z0-9_-]{1,64}$/

/** Returns the name; throws a `ToolDefinitionError` when a tool cannot have it. */
export function checkName<N extends string>(name: N): N {
  if (typeof name !== 'string' || !NAME.test(name)) {
    throw new ToolDefinitionError(
      `a tool's name is 1 to 64 letters, digits, "_" or "-", which all providers of models accept, not ${JSON.stringify(name)}`,
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
