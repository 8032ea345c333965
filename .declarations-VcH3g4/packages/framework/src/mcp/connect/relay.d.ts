import { type QuietContext } from '../../tools/context.ts';
/**
 * Passes on the progress and logs of a hosted call as emissions of our run. Each is sent once, when it arrives: a replay
 * does not repeat them, so the numbers of emissions that were sent are skipped instead of counted again.
 */
export declare class Relay {
    #private;
    constructor(ctx: QuietContext);
    progress({ progress, total, message, }: {
        progress: number;
        total?: number | undefined;
        message?: string | undefined;
    }): void;
    log({ level, data }: {
        level: string;
        data: unknown;
    }): void;
}
