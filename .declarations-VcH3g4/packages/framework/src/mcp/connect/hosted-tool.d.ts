import type { Tool } from '@modelcontextprotocol/client';
import type { Model } from '../../models/model.ts';
import type { ViewSource } from '../../tools/hosted-app.ts';
import type { McpTool } from '../../tools/tool.ts';
import type { Calls } from './calls.ts';
import type { ConnectOptions } from './connect-mcp.ts';
import { type HostedLimits } from './limits.ts';
/** How the tools of a server are called. */
export interface Connection {
    /** The name of the server, as it calls itself or as the host names it. */
    readonly server: string;
    /** The name that the host gave, or where the server is: what the server cannot choose. */
    readonly origin: string;
    readonly limits: Required<HostedLimits>;
    /** The calls of the last session. */
    readonly calls: Calls;
    /** Resolves to the calls of an open session; connects again if the last one was lost. */
    ready(): Promise<Calls>;
    /** Says that the session of these calls is over. */
    lose(calls: Calls): void;
    readonly model: Model | undefined;
    /** Where its views are read; `undefined` if the host shows none. */
    readonly views: ViewSource | undefined;
    /** Whether views are shown in place of the forms of its questions. */
    readonly asksByApp: boolean;
    /** Runs each request of a call; see `ConnectOptions.inFlight`. */
    readonly inFlight: NonNullable<ConnectOptions['inFlight']>;
}
/** Returns a tool of another server as one of ours. Throws if it is larger than the limits, before its schemas are used. */
export declare function toHostedTool(listed: Tool, connection: Connection): McpTool;
