/** Running time of a branch with a timeout: counts while anything in it, or below it, is being performed. */
export declare class Stopwatch {
    #private;
    readonly path: string;
    readonly timeout: number;
    constructor(path: string, timeout: number, used: number);
    start(now: number): void;
    stop(now: number): void;
    used(now: number): number;
    /** When the timeout passes if nothing stops; never, while nothing runs. */
    get endsAt(): number;
}
