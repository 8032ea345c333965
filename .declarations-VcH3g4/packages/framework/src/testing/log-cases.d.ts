import { type LogCheck } from './log-case.ts';
/** The records of a stream: their order, their places, commands and snapshots. */
export declare const logCases: Record<string, LogCheck>;
