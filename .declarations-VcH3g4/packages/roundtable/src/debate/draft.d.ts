import type { ReplyPart } from '@sweatpants/framework/models';
import type { Happening } from '../session/event.ts';
export interface DraftOptions {
    round: number;
    agentId: string;
    record: (happening: Happening) => Promise<void>;
}
/** Writes what a seat has said so far to the log, at most once a second, so that people see it as it comes. */
export declare class Draft {
    #private;
    constructor(options: DraftOptions);
    get hasBegun(): boolean;
    add(part: ReplyPart): void;
    /** Resolves once nothing more is written. */
    close(): Promise<void>;
}
