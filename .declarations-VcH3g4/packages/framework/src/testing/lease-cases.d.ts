import { type LogCheck } from './log-case.ts';
/** Which node drives which stream, and which streams are due. */
export declare const leaseCases: Record<string, LogCheck>;
