import { type LogCheck } from './log-case.ts';
/** Header rows: what lists show, in which order. */
export declare const logListCases: Record<string, LogCheck>;
