/** What the maker of a block needs back with it: a provider's signatures and item ids. */
interface WithMeta {
    _meta?: Record<string, unknown>;
}
export interface TextBlock extends WithMeta {
    type: 'text';
    text: string;
}
export interface ImageBlock extends WithMeta {
    type: 'image';
    data: string;
    mimeType: string;
}
export interface AudioBlock extends WithMeta {
    type: 'audio';
    data: string;
    mimeType: string;
}
/** A document of a person's message. MCP has no such block: a host that samples for a tool is told only its name. */
export interface FileBlock extends WithMeta {
    type: 'file';
    data: string;
    mimeType: string;
    name?: string;
}
/** What a model thought before it answered. Between us and the model: MCP has no such block, so none goes over its wire. */
export interface ReasoningBlock extends WithMeta {
    type: 'reasoning';
    text: string;
}
export interface ToolUseBlock extends WithMeta {
    type: 'tool_use';
    id: string;
    name: string;
    input: Record<string, unknown>;
}
export interface ToolResultBlock extends WithMeta {
    type: 'tool_result';
    toolUseId: string;
    content: (TextBlock | ImageBlock | AudioBlock)[];
    isError?: boolean;
}
export type McpBlock = TextBlock | ImageBlock | AudioBlock | FileBlock | ReasoningBlock | ToolUseBlock | ToolResultBlock;
/** A message in MCP content blocks: how all history is kept. */
export interface McpMessage {
    role: 'user' | 'assistant';
    content: McpBlock | McpBlock[];
}
/** What may be passed as history: plain text messages and MCP messages, mixed. */
export type ExtendedMessage = {
    role: 'user' | 'assistant' | 'system';
    content: string;
} | McpMessage;
export declare const toBlocks: (message: McpMessage) => McpBlock[];
export declare const textMessage: (role: 'user' | 'assistant', text: string) => McpMessage;
export declare const toText: (blocks: readonly McpBlock[]) => string;
/** Messages as MCP knows them: without what a model thought, and with files as their names. */
export declare const toMcpMessages: (messages: readonly McpMessage[]) => McpMessage[];
/** History as a model takes it: MCP messages, with the system messages taken out and joined. */
export declare function fromExtended(history: readonly ExtendedMessage[]): {
    messages: McpMessage[];
    system: string | undefined;
};
/** Refuses a history that no provider would accept: a `tool_use` whose result does not follow in the next message. */
export declare function refuseUnanswered(messages: readonly McpMessage[]): void;
/**
 * The messages with an id of its own for each `tool_use`, as providers require. An exchange may be passed twice, and some
 * models number their calls anew in each reply; the second one and its result get another id.
 */
export declare function withUniqueIds(messages: McpMessage[]): McpMessage[];
/** Characters of JSON. */
export declare const sizeOf: (message: McpMessage) => number;
/** Worked out once: in a history that grows by pushing, each message costs once, not each time it is passed. */
export declare function digestOf(message: ExtendedMessage): string;
export {};
