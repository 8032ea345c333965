import type { McpTool } from '@sweatpants/framework';
import type { Place } from './run-event.ts';
/** Finds the line of the author's code that made an effect, from the stack when a member of the tool's context is called. */
export declare class Places {
    #private;
    of(effect: object): Place | undefined;
    /** Returns the same tool with a context that notes places. */
    watch(tool: McpTool): McpTool;
}
/** Some lines of the author's code. */
export interface Excerpt {
    file: string;
    /** The number of the first line. */
    first: number;
    lines: string[];
    /** The numbers of the lines at which the tool waits. */
    marked: number[];
}
/** Reads the lines around the first place and those near it; returns `undefined` without a place. */
export declare function readExcerpt(places: readonly Place[]): Excerpt | undefined;
