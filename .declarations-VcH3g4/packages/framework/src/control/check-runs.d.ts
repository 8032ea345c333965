import type { Store } from '../log/log.ts';
import { type RunRow } from '../log/run-index.ts';
import type { McpTool } from '../tools/tool.ts';
export interface CheckedRuns {
    /** How many runs fit the tools. */
    fit: number;
    /** Runs that the tools cannot go on with. */
    diverge: {
        run: RunRow;
        problem: string;
    }[];
    /** Runs of tools that are not here, so nothing is known of them. */
    unknown: RunRow[];
}
/**
 * Replays every run that has not ended on the tools of the next deployment. No step runs, no question is asked and nothing is
 * written. A run that a node drives meanwhile is checked as far as it was stored.
 */
export declare function checkRuns(store: Store, tools: readonly McpTool[]): Promise<CheckedRuns>;
