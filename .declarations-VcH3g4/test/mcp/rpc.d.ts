export declare const TASKS: {
    extensions: {
        "io.modelcontextprotocol/tasks": {};
    };
};
export interface InputRequest {
    method: string;
    params: {
        message: string;
    };
}
/** The parts of a result that tests look at. */
export interface Result {
    resultType: string;
    requestState?: string;
    inputRequests?: Record<string, InputRequest>;
    content?: {
        text: string;
    }[];
    structuredContent?: unknown;
    isError?: boolean;
    taskId?: string;
    status?: string;
    result?: Result;
    error?: {
        code: number;
        message: string;
    };
}
export interface Reply {
    status: number;
    result?: Result;
    error?: {
        code: number;
        message: string;
    };
}
export interface SendOptions {
    capabilities?: object;
    /** More of `_meta`. */
    meta?: object;
    headers?: Record<string, string>;
}
/** The headers and the body of a request. */
export declare function toRequest(method: string, params: Record<string, unknown>, { capabilities, headers, meta }?: SendOptions): {
    headers: {
        'content-type': string;
        accept: string;
        'mcp-protocol-version': string;
        'mcp-method': string;
        'mcp-name'?: string;
    };
    body: {
        jsonrpc: string;
        id: number;
        method: string;
        params: {
            _meta: {
                "io.modelcontextprotocol/protocolVersion": string;
                "io.modelcontextprotocol/clientCapabilities": object;
            };
        };
    };
};
export declare function send(url: string, method: string, params: Record<string, unknown>, options?: SendOptions): Promise<Reply>;
export declare function sendBody(url: string, body: string, headers: Record<string, string>): Promise<Reply>;
/** As `send`, for what must succeed. */
export declare function request(url: string, method: string, params: Record<string, unknown>, options?: SendOptions): Promise<Result>;
