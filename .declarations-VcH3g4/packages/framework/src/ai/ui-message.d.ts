/**
 * The messages and chunks of AI SDK UI, as far as we read and write them. They are declared here, so that one implementation serves
 * its versions 5, 6 and 7 and nothing is imported from the package.
 */
import { SweatpantsError } from '../tools/errors.ts';
/** A message of the page cannot be sent; it says why. */
export declare class UiMessageError extends SweatpantsError {
    name: string;
}
/** A `UIMessage`. */
export interface UiMessage {
    id: string;
    role: 'system' | 'user' | 'assistant';
    metadata?: unknown;
    parts: UiPart[];
}
/** A part of a `UIMessage`. Which fields it has depends on `type`. */
export interface UiPart {
    type: string;
    text?: string;
    state?: string;
    /** Of `file`. */
    mediaType?: string;
    url?: string;
    filename?: string;
    /** Of `data-…`. */
    id?: string;
    data?: unknown;
    /** Of `tool-…`. */
    toolCallId?: string;
    input?: unknown;
    output?: unknown;
    errorText?: string;
    providerExecuted?: boolean;
    approval?: {
        id: string;
        approved?: boolean;
        reason?: string;
    };
}
/** A `UIMessageChunk`. */
export interface UiChunk extends Omit<UiPart, 'approval' | 'state' | 'text'> {
    messageId?: string;
    messageMetadata?: unknown;
    delta?: string;
    toolName?: string;
    approvalId?: string;
}
/** What a message is to readers: any version's `UIMessage` is one. */
export interface AnyMessage {
    readonly id: string;
    readonly role: string;
    readonly parts: readonly {
        readonly type: string;
    }[];
}
/** The parts of a message of any version. A field that a version does not have is absent. */
export declare const partsOf: (message: AnyMessage | undefined) => readonly UiPart[];
