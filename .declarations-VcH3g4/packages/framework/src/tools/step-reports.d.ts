import type { NotifyEffect } from './effects/emit.ts';
/**
 * Limits how often a step reports, because each report is a message to a client and a record in the log of a chat. The first one
 * is sent at once, then the last one of each interval, and the last one of all when the step ends.
 */
export declare class StepReports {
    #private;
    constructor(send: (report: NotifyEffect) => void);
    add(report: NotifyEffect): void;
    end(): void;
}
