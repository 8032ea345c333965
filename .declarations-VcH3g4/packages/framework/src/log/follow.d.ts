import type { Log, LogEntry } from './log.ts';
/** Yields the records after `after` page by page, then those that are appended, until `signal` aborts. Reads only when the next page is requested. */
export declare function follow<E>(log: Log<E>, id: string, after: number, signal: AbortSignal): AsyncGenerator<LogEntry<E>[], void, void>;
