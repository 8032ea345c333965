import { type Address } from '../http/address.ts';
import type { McpServer } from '../mcp/serve.ts';
import { type Env } from '../models/provider.ts';
import { UsageError } from './args.ts';
/** The options that choose how a server is reached. */
export declare const TRANSPORT_OPTIONS: {
    readonly stdio: {
        readonly type: 'boolean';
    };
    readonly http: {
        readonly type: 'string';
    };
    readonly host: {
        readonly type: 'string';
    };
    readonly 'allow-host': {
        readonly type: 'string';
        readonly multiple: true;
    };
};
export interface TransportValues {
    stdio?: boolean | undefined;
    http?: string | undefined;
    host?: string | undefined;
    'allow-host'?: string[] | undefined;
}
/** How a server is reached: at an address, or on stdin and stdout. */
export interface Transport {
    /** Absent for stdio. */
    address?: Address;
    /** Host names that a request may be addressed to. */
    allowedHosts: readonly string[];
}
/** Reads `TRANSPORT_OPTIONS`: stdio without `--http`. The host of `--http` precedes `--host`, which precedes `HOST`. */
export declare function readTransport(values: TransportValues, env: Env): Transport;
export interface Serving {
    transport: Transport;
    /** Called once the server accepts requests, with its URL, or with `stdio`. */
    onReady(where: string): void | Promise<void>;
    /** Called together with `server.close`, so that open requests end. */
    onStop?(): Promise<void>;
}
/** Serves until SIGINT or SIGTERM, or until a client closes stdin; then closes the server. */
export declare function serveUntilSignal(server: McpServer, { transport, onReady, onStop }: Serving): Promise<void>;
/** A `UsageError` for an address that cannot be listened on. */
export declare const toListenError: (cause: unknown, address: Address) => UsageError;
/** The warning to print if other machines reach the server, or `undefined`. */
export declare const publicWarning: (host: string, what: string) => string | undefined;
