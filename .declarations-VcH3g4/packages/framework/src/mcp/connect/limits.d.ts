import type { SchemaLimits } from '../../tools/survey-schema.ts';
/** How much a server may send. Each limit has a default; give those that you want to change. */
export interface HostedLimits {
    /** Bytes of one message: a JSON reply, an event, a line of a pipe. Default 28 MiB: 20 MB as base64. */
    message?: number;
    /** Bytes of all messages that come with one reply. Default 32 MiB. */
    reply?: number;
    /** Number of messages that come with one reply, such as progress. Default 10,000. */
    messages?: number;
    /** Milliseconds until the server must answer a request of a call, or ask. Default one hour. */
    answerTime?: number;
    /** Tools that are used; the others are refused. Default 500. */
    tools?: number;
    /** Pages of the list of tools. Default 64. */
    pages?: number;
    /** Characters of the list of tools; those after it are refused. Default 4,000,000. */
    list?: number;
    /** Characters of the description of a tool. Default 20,000. */
    description?: number;
    /** Characters of a view. Default 5,000,000. */
    view?: number;
    /** The size of a schema: of arguments, results and forms. */
    schema?: SchemaLimits;
}
export declare const toLimits: (given?: HostedLimits) => Required<HostedLimits>;
/** Returns text of a server on one line, without control characters and marks that reorder text, and not too long. */
export declare function toPlainText(text: string, length: number): string;
