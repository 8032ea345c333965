import type { ConnectOptions, HostedServer } from './connect-mcp.ts';
/** Connects to a server; `connectMcp` loads this file when it is first called. */
export declare function connect(options: ConnectOptions): Promise<HostedServer>;
