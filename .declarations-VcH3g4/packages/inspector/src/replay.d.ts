import { type McpTool, type Recording } from '@sweatpants/framework';
import { type Excerpt } from './places.ts';
import { type RunState } from './run-state.ts';
export interface Replayed {
    /** How many entries were handed out. */
    at: number;
    /** How many entries there are. */
    length: number;
    /** The effects that the tool had yielded by then, and their outcomes. */
    run: RunState;
    /** The lines at which the tool waited. */
    source?: Excerpt;
}
/**
 * Runs a tool on the first `at` entries of its journal and performs nothing. A journal that no longer fits the source stops
 * the replay as `broken`.
 */
export declare function replay(tool: McpTool, params: RunState['params'], { entries, ...recording }: Recording, at: number): Promise<Replayed>;
