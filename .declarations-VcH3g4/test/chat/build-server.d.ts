/** A program, until it is disposed. */
export interface BuiltServer extends Disposable {
    path: string;
}
/** Bundles a server into one file: it starts many times, and takes three times as long from its sources. */
export declare function buildServer(input?: string): Promise<BuiltServer>;
