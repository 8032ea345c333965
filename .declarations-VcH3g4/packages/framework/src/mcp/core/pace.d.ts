/** Limits how often a minute something is done, by name. */
export declare class Pace {
    #private;
    /** `name`: what is counted, in the plural. */
    constructor(name: string, perMinute: number);
    /** Throws a `LimitError` if it was done too often within a minute. */
    take(of: string, now?: number): void;
}
