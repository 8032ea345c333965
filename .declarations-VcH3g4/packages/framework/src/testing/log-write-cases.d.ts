import { type LogCheck } from './log-case.ts';
/** The writes of a driver: fences, registers, runs, expiry. */
export declare const logWriteCases: Record<string, LogCheck>;
