import { show } from './describe.ts'
import { ToolDefinitionError } from './errors.ts'
import type { McpTool } from './tool.ts'
import { alone, mergeVersions } from './tool-versions.ts'

/** What every provider of models accepts. MCP allows more, and one such name makes the requests of a whole host fail. */
const NAME = /^[A-Za-z0-9_-]{1,64}$/

/** Returns the name; throws a `ToolDefinitionError` when a tool cannot have it. */
export function checkName<N extends string>(name: N): N {
  if (typeof name !== 'string' || !NAME.test(name)) {
    throw new ToolDefinitionError(
      `a tool's name is 1 to 64 letters, digits, "_" or "-", which all providers of models accept, not ${show(name)}`,
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

/**
 * Returns a function that lists the tools of a source that may change. Throws what `indexTools` throws for the first list. Later it
 * keeps the first tool of a name and calls `onError` once for the name: one hosted server must not make all tools unusable.
 */
export function listChangingTools(
  source: () => readonly McpTool[],
  onError: (error: unknown) => void,
): () => McpTool[] {
  indexTools(source())
  const refused = new Set<string>()
  return () => {
    const tools = source()
    try {
      return [...indexTools(tools).values()]
    } catch (error) {
      const { message } = error as Error
      if (!refused.has(message)) onError(error)
      refused.add(message)
      return [...indexTools(keepFirst(tools)).values()]
    }
  }
}

function keepFirst(tools: readonly McpTool[]): McpTool[] {
  const versions = tools.flatMap((tool) => [alone(tool), ...tool.earlier]).filter(({ name }) => isName(name))
  const origins = new Map(versions.toReversed().map(({ name, origin }) => [name, origin]))
  const kept = versions.filter(({ name, origin }) => origins.get(name) === origin)
  const first = new Map(kept.toReversed().map((tool) => [JSON.stringify([tool.name, tool.version]), tool]))
  return kept.filter((tool) => first.get(JSON.stringify([tool.name, tool.version])) === tool)
}

function isName(name: string): boolean {
  try {
    return checkName(name) === name
  } catch {
    return false
  }
}
