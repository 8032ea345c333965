import { type JSONRPCMessage, type Tool } from '@modelcontextprotocol/client';
/** Sets the tools of a response apart, in place: the client refuses a whole list if one tool in it breaks the rules. */
export declare function setToolsApart(message: JSONRPCMessage): void;
/** Returns the tools of a list as the server sent them. */
export declare const toolsOf: ({ _meta }: {
    _meta?: Record<string, unknown> | undefined;
}) => readonly unknown[];
/** Returns the definition of a tool; throws if it is none. A schema of arguments without a type is one of an object. */
export declare function readTool(listed: unknown): Promise<Tool>;
