import type { View, Views } from '../mcp/core/views.ts';
import type { McpTool } from '../tools/tool.ts';
/** Views that were bundled in memory. */
export interface BundledViews extends Views {
    /** By the name of the tool. */
    readonly views: ReadonlyMap<string, View>;
    /** The files that they were made of, without packages. */
    readonly files: ReadonlySet<string>;
}
/**
 * Bundles one HTML document for each tool that asks, or that has a view for its result. Throws a `ViewError` if a view would contain
 * code of a tool, zod, a module of Node or `process`. Needs the packages `rolldown` and `preact`.
 */
export declare function bundleViews(tools: readonly McpTool[]): Promise<BundledViews>;
