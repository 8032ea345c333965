import type { IncomingMessage, ServerResponse } from 'node:http';
export interface ListenOptions {
    /** Default: any that is free. */
    port?: number;
    /** Default: the loopback, so that no other machine can call. */
    host?: string;
    /** Milliseconds that open exchanges have to end when the server closes. Default 5 seconds. */
    grace?: number;
}
export interface Listening {
    url: string;
    /** Stops accepting, waits for what is open, then cuts it off. */
    close(): Promise<void>;
}
/** Starts an HTTP server of its own. */
export declare function listenHttp(handler: (req: IncomingMessage, res: ServerResponse) => void, { port, host, grace }?: ListenOptions): Promise<Listening>;
