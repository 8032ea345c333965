import { type LanguageModelV4CallOptions, type LanguageModelV4Content, type LanguageModelV4FinishReason, type LanguageModelV4GenerateResult, type LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { Usage } from '../tools/usage.ts';
/** What a scripted model answers to one call, or how it fails to. */
export interface ScriptedReply {
    /** What the last message must hold: a text, a pattern, or a function that throws when the request is not as it should be. */
    expect?: string | RegExp | ((request: LanguageModelV4CallOptions) => void);
    text?: string;
    /** The text in the pieces in which it is streamed, in place of `text`. */
    pieces?: readonly string[];
    reasoning?: string;
    calls?: readonly {
        name: string;
        input: Record<string, unknown>;
        id?: string;
    }[];
    /** The answer to a schema, given in the way in which it is asked for. */
    data?: unknown;
    /** Without it the provider says nothing about usage. */
    usage?: Usage;
    /** Default `stop`, or `tool-calls` where there are any. */
    stop?: LanguageModelV4FinishReason['unified'];
    /** The call fails; where there is something to say as well, a stream says that first. A text is the provider's message. */
    error?: Error | string;
    /** The call fails with this status. Without one, a text as `error` is a provider that cannot be reached. */
    status?: number;
    /** Milliseconds, sent as the header `retry-after`. */
    retryAfter?: number;
    /** Never ends, until it is aborted; a stream first says what there is to say. */
    hang?: true;
}
/** The content of a reply, or `undefined` where it holds data and the request asks for none. */
export declare function toContent(reply: ScriptedReply, request: LanguageModelV4CallOptions, number: number): LanguageModelV4Content[] | undefined;
export declare const toResult: (reply: ScriptedReply, content: LanguageModelV4Content[]) => LanguageModelV4GenerateResult;
/** What a stream says, and how it ends: by itself, by an error, or not at all. */
export declare function toParts(reply: ScriptedReply, content: LanguageModelV4Content[]): LanguageModelV4StreamPart[];
/** The error that a provider of the AI SDK would throw. */
export declare function errorOf({ error, status, retryAfter }: ScriptedReply): Error | undefined;
