import { type McpTool } from '@sweatpants/framework';
import { type Driven, type DriverAppend, type Work } from '@sweatpants/framework/log';
import type { Model } from '@sweatpants/framework/models';
import type { RunEvent } from './run-event.ts';
import { type RunAbout, type RunState } from './run-state.ts';
export interface RunWorkOptions {
    /** The id of this inspector process. */
    process: string;
    model: Model;
    /** Returns the tools as they are now. */
    tools(): readonly McpTool[];
    /** Called after each append. */
    onChange(head: number, about: RunAbout): void;
    /** Called when the run cannot go on with the tools as they are now. */
    onMisfit(): void;
    /** Called when this process has stopped driving the run. */
    onLeave(): void;
    onError(error: unknown): void;
}
/** An inspected run that this process drives. Everything that happens in it is an event of its stream. */
export declare class RunWork implements Work<RunEvent> {
    #private;
    constructor(driven: Driven<RunState, RunEvent>, options: RunWorkOptions);
    get waits(): boolean;
    get wakeAt(): number | undefined;
    reconcile(): void;
    take(): {
        append?: DriverAppend<RunEvent>;
        isLast?: boolean;
    };
    appended(): Promise<void>;
    /** Starts a run that waits over from its journal, with the tools as they are now. */
    reload(): Promise<void>;
    leave(): Promise<void>;
}
