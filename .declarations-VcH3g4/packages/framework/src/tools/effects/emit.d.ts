import type { Branch } from '../branch.ts';
import { Effect } from '../effect.ts';
import type { Fiber } from '../fiber.ts';
export declare const LOG_LEVELS: readonly ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];
export type LogLevel = (typeof LOG_LEVELS)[number];
/** A line for the log of the client. */
export interface LogEffect {
    readonly type: 'log';
    readonly level: LogLevel;
    readonly message: string;
}
/** How far the run has come. */
export interface NotifyEffect {
    readonly type: 'notify';
    readonly message: string;
    /** A finite number, higher than every one that was sent before (R8). */
    readonly progress?: number;
    /** The number at which the progress is complete, where it is known. */
    readonly total?: number;
}
/** Returns the record of a progress report. Throws a `ToolUsageError` for what is not a finite number. */
export declare function toNotify(where: string, message: string, progress?: number, total?: number): NotifyEffect;
/** Sent and not waited for: replay cannot depend on when it arrived, so the tool goes on at once. */
export declare class Emission extends Effect {
    #private;
    readonly type = "emission";
    constructor(branch: Branch, record: LogEffect | NotifyEffect);
    enter(fiber: Fiber): undefined;
}
