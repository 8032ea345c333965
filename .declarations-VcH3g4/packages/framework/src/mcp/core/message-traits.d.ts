import type { Traits } from '../../http/backlog.ts';
/** Returns what may happen to a message while it waits for a slow reader. Answers and questions always arrive. */
export declare function traitsOf(method: string | undefined, params?: Readonly<Record<string, unknown>>): Traits;
