import { type Store } from '../log/log.ts';
import { type NodeOptions } from '../log/node.ts';
import type { Model } from '../models/model.ts';
import type { McpTool } from '../tools/tool.ts';
export interface StartSchedulesOptions extends NodeOptions {
    store: Store;
    tools: readonly McpTool[];
    /** Answers samples. */
    model?: Model;
    /** Milliseconds that a run may take, and that it is kept after its end. Default 7 days. */
    ttl?: number;
    now?: () => number;
    onError?: (error: unknown) => void;
}
/**
 * Takes part in the schedules of these tools, and runs them. Each run is a task of the store. Resolves once this node has a
 * heartbeat.
 */
export declare function startSchedules(options: StartSchedulesOptions): Promise<{
    close(): Promise<void>;
}>;
/** Begins the runs of schedules, which something else in this process drives: an MCP server with the tools on the same store. */
export declare function beginScheduled(options: StartSchedulesOptions): Promise<{
    close(): Promise<void>;
}>;
