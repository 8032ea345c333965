import type { Store } from '../log/log.ts';
/** What a store's location can be: `a file, postgres://… or nats://…`. */
export declare const STORE_FORMS: string;
/**
 * Opens the store at a location, encrypted if `STORE_KEYS` is set. The caller closes it. Throws a `UsageError` if there is
 * no such store, or if its keys are missing or wrong.
 */
export declare function openStore(location: string): Promise<Store>;
/** The path beside which the sealing key is kept: the store's own, or `fallback` if the store is not a file. A store in memory has none. */
export declare function keyPath(location: string, fallback: string): string | undefined;
/** A location as it is shown to people: without user name, password and parameters. */
export declare function describeStore(location: string): string;
