import { type Transport } from '@modelcontextprotocol/client';
import type { CommandAddress, UrlAddress } from './address.ts';
import { type WireReport } from './errors.ts';
import type { HostedLimits } from './limits.ts';
export interface Wire extends WireReport {
    transport: Transport;
    /** Where the server is, without arguments and query, which may hold secrets. The server cannot change it. */
    place: string;
    /** Over a pipe, calls of a 2025 server take turns. */
    turns: Turns | undefined;
    /** Tells the server that the session ends. */
    leave(): Promise<void>;
}
/** Runs one body at a time, in the order in which they came. */
export declare class Turns {
    #private;
    take<T>(signal: AbortSignal, body: () => Promise<T>): Promise<T>;
}
export declare function createWire(address: CommandAddress | UrlAddress, limits: Required<HostedLimits>): Wire;
