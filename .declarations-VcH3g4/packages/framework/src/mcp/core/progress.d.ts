import type { NotifyEffect } from '../../tools/effects/emit.ts';
/** The `progress` of notifications, which MCP wants to grow with each: the tool's own numbers, or a count if it gives none. */
export declare class GrowingProgress {
    #private;
    /** `after`: the last number that the request had before. */
    constructor(after?: number);
    next(given: number | undefined): number;
    /** Grows by so little that every number of the tool is still higher. */
    beat(): number;
}
/** Milliseconds between two heartbeats. Clients that give up after a minute without progress wait on. */
export declare const HEARTBEAT = 10000;
type Send = (params: Record<string, unknown>) => void;
/** The progress notifications of one request. While the tool says nothing, a heartbeat repeats its last message. */
export declare class ProgressLine {
    #private;
    /** Without a token the client wants no progress. */
    constructor(token: string | number | undefined, send: Send, every?: number, after?: number);
    say({ message, progress, total }: Omit<NotifyEffect, 'type'>): void;
    /** Ends the heartbeats. */
    stop(): void;
}
export {};
