import { type LogCheck } from './log-case.ts';
/** Open questions: opened, answered and closed with the records of their stream. */
export declare const questionCases: Record<string, LogCheck>;
