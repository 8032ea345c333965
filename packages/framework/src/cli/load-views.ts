import type { Views } from '../mcp/core/views.ts'
import type { McpTool } from '../tools/tool.ts'
import { type BundledViews, bundleViews } from '../views/bundle-views.ts'
import { readViews } from '../views/read-views.ts'
import { MissingBundlerError } from '../views/view-error.ts'
import { toUsageError } from './args.ts'
import type { Reloader } from './reloader.ts'

/** The views of the tools that a command serves, which may change while it runs. */
export interface LoadedViews extends Views {
  /** Bundles the views again, for changed tools or components. */
  reload(tools: readonly McpTool[]): Promise<void>
}

/**
 * Reads the views of a folder, or bundles those of the tools in memory. Resolves to `undefined` if no tool has a view; without the
 * packages of the bundler it says so, and the tools are served without views.
 */
export async function loadViews(
  tools: readonly McpTool[],
  { folder, reloader }: { folder?: string | undefined; reloader?: Reloader | undefined } = {},
): Promise<LoadedViews | undefined> {
  try {
    if (folder !== undefined) return { ...readViews(folder), reload: async () => {} }
    if (reloader === undefined && !tools.some(hasComponent)) return undefined
    let bundled: BundledViews | undefined
    const reload = async (changed: readonly McpTool[]) => {
      bundled = changed.some(hasComponent) ? await bundleViews(changed) : undefined
      reloader?.follow(bundled?.files ?? [])
    }
    await reload(tools)
    return { read: async (tool) => bundled?.read(tool), reload }
  } catch (cause) {
    if (!(cause instanceof MissingBundlerError)) throw toUsageError(cause)
    console.error(`Views are not served: ${cause.message}.`)
    return undefined
  }
}

/** Whether the tool has a view of its own, beside the form that every question has. */
export const hasComponent = ({ view, questions }: McpTool): boolean =>
  view !== undefined || Object.values(questions).some((question) => question.view !== undefined)
