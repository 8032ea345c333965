/**
 * Returns the folder `<kind>/<key>` of the test cache, filled by `fill` the first time. Test files run at once: each fills a
 * folder of its own, and the first one to finish gives it its name.
 */
export declare function cached(kind: string, key: string, fill: (folder: string) => Promise<void>): Promise<string>;
