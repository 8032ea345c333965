import { ToolDefinitionError } from './errors.ts'
import type { McpTool } from './tool.ts'

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

/** Returns tools by name. Throws a `ToolDefinitionError` for a name that is reserved, malformed or used twice. */
export function indexTools(tools: readonly McpTool[]): Map<string, McpTool> {
  const byName = new Map<string, McpTool>()
  for (const tool of tools) {
    if (byName.has(checkName(tool.name))) throw new ToolDefinitionError(`two tools are named "${tool.name}"`)
    byName.set(tool.name, tool)
  }
  return byName
}
