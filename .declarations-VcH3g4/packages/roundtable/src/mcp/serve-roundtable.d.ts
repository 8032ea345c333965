import type { Store } from '@sweatpants/framework/log';
import { type McpServer, type ServeOptions } from '@sweatpants/framework/mcp';
import type { Roundtable } from '../debate/roundtable.ts';
export interface ServeRoundtableOptions extends Pick<ServeOptions, 'keys' | 'auth' | 'allowedHosts' | 'allowedOrigins' | 'limits' | 'onError'> {
    roundtable: Roundtable;
    /** Stores the calls that run as tasks. The server does not close it. */
    store: Store;
}
/** Serves the roundtable over MCP, in both revisions, on one URL and one pipe. */
export declare const serveRoundtable: ({ roundtable, store, limits, ...options }: ServeRoundtableOptions) => McpServer;
