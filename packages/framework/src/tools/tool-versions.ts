import { describe } from './describe.ts'
import { ToolDefinitionError } from './errors.ts'
import type { McpTool } from './tool.ts'

/**
 * Returns one tool for each name: the newest version, with the others as `earlier`. Versions are compared as people read them:
 * `'2'` is older than `'10'`, and a tool without a version is the oldest. Throws a `ToolDefinitionError` for a version that is there
 * twice, for tools of one name that are not of one server, because runs of one would go on with the other, and for what is no tool.
 */
export function mergeVersions(tools: readonly McpTool[]): McpTool[] {
  const wrong = tools.findIndex((tool: McpTool | undefined) => tool?.earlier === undefined)
  if (wrong !== -1) {
    // A module that is imported in a circle exports `undefined` at first.
    const problem = `tools[${wrong}] is ${describe(tools[wrong])}, which is not a tool`
    throw new ToolDefinitionError(`${problem}; end it with .build(), and look for modules that import each other`)
  }
  const byName = new Map<string, McpTool[]>()
  for (const tool of tools.flatMap((merged) => [merged, ...merged.earlier])) {
    const versions = byName.get(tool.name)
    if (versions === undefined) byName.set(tool.name, [tool])
    else versions.push(tool)
  }
  return [...byName.values()].map((versions) => (versions.length === 1 ? versions[0]! : merge(versions)))
}

function merge(versions: readonly McpTool[]): McpTool {
  const sorted = versions.toSorted(newestFirst)
  for (const [index, { name, version, origin }] of sorted.entries()) {
    if (origin !== sorted[0]!.origin) {
      const server = JSON.stringify(origin ?? sorted[0]!.origin)
      throw new ToolDefinitionError(`two tools are named "${name}", and one of them is of the server ${server}`)
    }
    if (index === 0 || sorted[index - 1]!.version !== version) continue
    const which = version === undefined ? '' : ` in version ${JSON.stringify(version)}`
    throw new ToolDefinitionError(`two tools are named "${name}"${which}`)
  }
  const [newest, ...earlier] = sorted as [McpTool, ...McpTool[]]
  return Object.freeze({ ...newest, earlier: Object.freeze(earlier.map(alone)) })
}

export const alone = (tool: McpTool): McpTool =>
  tool.earlier.length === 0 ? tool : Object.freeze({ ...tool, earlier: [] })

function newestFirst(a: McpTool, b: McpTool): number {
  if (a.version === undefined || b.version === undefined)
    return Number(b.version !== undefined) - Number(a.version !== undefined)
  return b.version.localeCompare(a.version, 'en', { numeric: true })
}

/** The version of a tool that a run began with, where it is there. */
export const findVersion = (tool: McpTool, version: string | undefined): McpTool | undefined =>
  tool.version === version ? tool : tool.earlier.find((one) => one.version === version)
