/** A page with one script, for the tests of components. */
export interface ServedPage extends AsyncDisposable {
    url: string;
    /** The modules of each script that the page may load, by the script's path. */
    scripts: ReadonlyMap<string, readonly string[]>;
}
/** Bundles a `.tsx` file in memory. Its script is `page.js`. */
export declare function bundlePage(entry: string): Promise<import("rolldown").OutputChunk[]>;
/** Bundles a `.tsx` file in memory and serves it from the loopback, as a page with an empty `<main>`. */
export declare function servePage(entry: string, headers?: Record<string, string>): Promise<ServedPage>;
