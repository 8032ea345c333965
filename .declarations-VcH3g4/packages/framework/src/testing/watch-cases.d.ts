import { type LogCheck } from './log-case.ts';
/** Who is woken when a stream has grown or was deleted. */
export declare const watchCases: Record<string, LogCheck>;
