import type { ImportModule } from './load-offer.ts';
export interface Reloader extends Disposable {
    /** Imports a module again, with the modules that it imports by a relative path. Packages are imported once. */
    import: ImportModule;
    /** Every file that was imported in this way. */
    readonly files: ReadonlySet<string>;
    /** From now on, modules are read from their files again. */
    advance(): void;
}
/** Node caches modules by URL, so the URL of each module gets the number of its generation. */
export declare function createReloader(): Reloader;
/**
 * Calls `apply` after a file that the reloader imported has changed, and prints the description that it resolves to. If it
 * rejects, the error is printed and passed to `onFailure`. Calls do not overlap.
 */
export declare function followChanges(reloader: Reloader, apply: () => Promise<string>, onFailure?: (message: string) => void): Disposable;
