/** Counts the callers in this process that wait for something. */
export declare class Attendance {
    #private;
    isEmpty(key: string): boolean;
    enter(key: string): Disposable;
}
