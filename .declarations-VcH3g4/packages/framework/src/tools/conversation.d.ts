import { type McpMessage } from './message.ts';
/** A branch's messages: what it inherited from its parent at the fork, then its own. Forking copies nothing. */
export declare class Conversation {
    #private;
    constructor(inherited: Conversation | undefined, own?: readonly McpMessage[]);
    /** How many messages of its own it has now; `read(length)` gives the conversation as of then. */
    get length(): number;
    push(messages: readonly McpMessage[]): void;
    own(): McpMessage[];
    inherited(): McpMessage[];
    read(length?: number): McpMessage[];
    /** Characters of JSON in the conversation as of `length`. Each message is measured once. */
    size(length?: number): number;
}
