/** Returns a function that reports each error once per process: many runs may have the same problem, and try again. */
export declare function createReportOnce(report: (error: unknown) => void): (error: Error, key?: string) => void;
