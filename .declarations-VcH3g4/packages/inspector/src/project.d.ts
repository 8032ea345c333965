import { type JsonSchema, type McpTool } from '@sweatpants/framework';
import { type Log } from '@sweatpants/framework/log';
import type { RunAbout } from './run-state.ts';
/** A tool as the page shows it. */
export interface ShownTool {
    name: string;
    description?: string;
    version?: string;
    inputSchema: JsonSchema;
    outputSchema?: JsonSchema;
    /** The schemas of the answers to its questions, by key. */
    questions: Readonly<Record<string, JsonSchema>>;
}
/** A run as a list shows it. */
export interface ListedRun extends RunAbout {
    runId: string;
}
/** News for the pages that are open. */
export type ProjectEvent = {
    type: 'tools_load';
    tools: readonly ShownTool[];
    problem?: string;
}
/** A change could not be loaded; the tools stay as they were. */
 | {
    type: 'tools_refuse';
    problem: string;
} | {
    type: 'run_change';
    runId: string;
    head: number;
    about: RunAbout;
} | {
    type: 'run_delete';
    runId: string;
};
/** What a page begins with. */
export interface ShownProject {
    epoch: string;
    /** The place in the news after which the page reads on. */
    head: number;
    /** The id of the model that answers samples. */
    model: string;
    tools: readonly ShownTool[];
    problem?: string;
    runs: readonly ListedRun[];
}
/** The tools of a project, and the news for its pages. */
export declare class Project {
    #private;
    readonly log: Log<ProjectEvent>;
    /** Names the news of this process: a page that knows another epoch begins again. */
    readonly epoch: `${string}-${string}-${string}-${string}-${string}`;
    constructor();
    get tools(): readonly McpTool[];
    get shown(): {
        tools: readonly ShownTool[];
        problem?: string;
    };
    /** `problem` says which part of the project could not be loaded with the tools. */
    load(tools: readonly McpTool[], problem: string | undefined): void;
    refuse(problem: string): void;
    tell(event: ProjectEvent): void;
    head(): Promise<number>;
}
