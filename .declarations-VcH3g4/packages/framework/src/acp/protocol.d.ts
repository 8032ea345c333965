/** The parts of the Agent Client Protocol, version 1, that a chat uses. */
/**
 * `agent()` of `@agentclientprotocol/sdk`, of any version with these methods. The parameters are `never`, because only the SDK knows
 * its types; nothing of the SDK is imported.
 */
export interface AcpApp {
    onConnect(handler: never): unknown;
    onRequest(method: never, handler: never): unknown;
    onNotification(method: never, handler: never): unknown;
}
/** The same, as it is called. */
export interface AcpHandlers {
    onConnect(handler: (connection: {
        client: AcpEditor;
        signal: AbortSignal;
    }) => void): unknown;
    onRequest(method: string, handler: (request: {
        params: AcpParams;
    }) => unknown): unknown;
    onNotification(method: string, handler: (notification: {
        params: AcpParams;
    }) => unknown): unknown;
}
/** The parameters of the methods. The SDK has checked them. */
export interface AcpParams {
    sessionId: string;
    prompt: AcpBlock[];
    clientCapabilities?: {
        elicitation?: {
            form?: object | null;
        } | null;
    } | null;
}
export type AcpBlock = {
    type: 'text';
    text: string;
} | {
    type: 'image';
    data: string;
    mimeType: string;
} | {
    type: 'audio';
    data: string;
    mimeType: string;
} | {
    type: 'resource_link';
    uri: string;
    name: string;
} | {
    type: 'resource';
    resource: {
        uri: string;
        text?: string;
    };
};
/** The editor at the other end. */
export interface AcpEditor {
    request(method: string, params: object, options?: {
        cancellationSignal?: AbortSignal;
    }): Promise<unknown>;
    notify(method: string, params: object): Promise<void>;
}
export type AcpUpdate = {
    sessionUpdate: string;
} & Record<string, unknown>;
