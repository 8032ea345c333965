/** When a cron expression ticks, in a time zone. */
export interface Cron {
    /** Returns the first tick after a time. */
    next(after: number): number;
}
/**
 * Parses five fields: minute, hour, day of the month, month, day of the week. A field is `*`, a number, a name, a range `1-5`,
 * a list `1,15` or a step such as `0-30/10`. If both days are restricted, either is enough. A time that the clock skips in spring does not tick; a
 * time that the clock repeats in autumn ticks once, unless the hour is `*`. Throws for an expression that never ticks.
 */
export declare function parseCron(text: string, timeZone?: string): Cron;
