/**
 * Returns the first object or list in a text that `read` accepts, ignoring prose, code fences and other data around it. It is
 * the first, because a model that continues after its answer tends to answer for other speakers.
 */
export declare function findData<T>(text: string, read: (data: unknown) => T | undefined): T | undefined;
