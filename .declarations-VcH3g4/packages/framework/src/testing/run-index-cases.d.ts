import { type LogCheck } from './log-case.ts';
/** The index of runs: what is listed, in which order, and when it changes. */
export declare const runIndexCases: Record<string, LogCheck>;
