import { type McpBlock } from '../tools/message.ts';
import type { ModelRequest } from './model.ts';
/** A request in which every tool has a name that providers accept, and how to read the reply to it. */
export interface PlainRequest {
    request: ModelRequest;
    /** Returns a block of the reply with the name of the tool as the caller knows it. */
    restore<T extends McpBlock>(block: T): T;
}
/**
 * Replaces the tool names that a provider would refuse, in the offer and in the history: one such name would fail every
 * request of a conversation. A name is replaced in the same way each time, unless another tool of the request has that name.
 */
export declare function toPlainNames(request: ModelRequest): PlainRequest;
