import type { McpTool } from '@sweatpants/framework';
import { type Listening, type ListenOptions } from '@sweatpants/framework/http';
import type { Store } from '@sweatpants/framework/log';
import type { Model } from '@sweatpants/framework/models';
export interface InspectorOptions {
    tools: readonly McpTool[];
    /** Says which part of the project could not be loaded; shown on the page. */
    problem?: string | undefined;
    /** Stores the runs. The caller closes it. */
    store: Store;
    /** Answers samples. */
    model: Model;
    onError(error: unknown): void;
}
export interface Inspector {
    /** Replaces the tools. Runs that wait go on with the new ones. */
    replace(tools: readonly McpTool[], problem?: string): Promise<void>;
    /** Shows that a change could not be loaded. The tools stay as they were. */
    refuse(problem: string): void;
    listen(options?: ListenOptions): Promise<Listening>;
    /** Pauses every run; the next inspector on the same store can resume them. */
    close(): Promise<void>;
}
/** Serves a page on this machine to call the tools of a project, watch their runs and replay them. */
export declare function createInspector({ tools, problem, store, model, onError }: InspectorOptions): Promise<Inspector>;
