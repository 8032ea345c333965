import { Client } from '@modelcontextprotocol/client';
import { type Calls } from './calls.ts';
import type { ConnectOptions } from './connect-mcp.ts';
import type { HostedLimits } from './limits.ts';
import { type Wire } from './transport.ts';
export declare const CONNECT_TIMEOUT_MS = 30000;
/** One connection to a server: over a pipe one process, over HTTP one session of 2025 or one address. */
export interface Session {
    readonly client: Client;
    readonly wire: Wire;
    readonly calls: Calls;
}
export interface SessionEvents {
    onError(error: unknown): void;
    /** The server says that its list of tools has changed. */
    onToolsChanged(): void;
    /** The process at the other end of a pipe has ended. */
    onClosed(): void;
}
/** Connects to a server. Rejects with a `HostedConnectError`. */
export declare function openSession(options: ConnectOptions, limits: Required<HostedLimits>, { onError, onToolsChanged, onClosed }: SessionEvents): Promise<Session>;
