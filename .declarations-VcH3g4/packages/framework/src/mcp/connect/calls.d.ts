import { type Client, type ClientCapabilities, type RequestOptions, type Tool } from '@modelcontextprotocol/client';
import type { QuietContext } from '../../tools/context.ts';
import type { StepContext } from '../../tools/effects/step.ts';
import type { Capabilities } from '../../tools/journal.ts';
import type { Operation } from '../../tools/operation.ts';
import type { InputRequest } from '../core/input-request.ts';
import type { CallToolResult } from '../core/outcome.ts';
import type { CallContext, Heard } from './call-context.ts';
import type { Relay } from './relay.ts';
import type { Wire } from './transport.ts';
/** A call of a tool that another server has. */
export interface HostedCall {
    tool: string;
    arguments: Record<string, unknown>;
    /** Arguments that are repeated in headers over HTTP. */
    headers: Record<string, string>;
    can: Capabilities;
    /** Whether the server says that calling it again does no harm. */
    repeatable: boolean;
}
/** A question of the server, as our run records it. */
export interface HostedQuestion extends InputRequest {
    /** Tells it from the others of its round. */
    id: string;
    /** The key under which our run asks it. */
    key: string;
}
/** The reply of our run to a question. */
export type Reply = {
    type: 'answer';
    value: Record<string, unknown>;
} | {
    type: 'refusal';
    problem: string;
};
export type Replies = {
    [id: string]: Reply;
};
export interface Asked {
    type: 'asked';
    questions: HostedQuestion[];
    /** What the next request must send back. */
    state?: string;
    /** The id of the task that the server runs the call as. */
    task?: string;
}
/** The outcome of one request of a call. It is recorded, and holds all that is known of the call after it. */
export type Round = {
    type: 'ended';
    result: CallToolResult;
} | Asked;
/** The calls to one server, by the rules of its revision. */
export interface Calls {
    /** Whether another process can send a lost request again within its call. If not, the call has to start again. */
    readonly resends: boolean;
    /** Returns why a tool cannot be called, or `undefined`. */
    problemOf(tool: Tool): string | undefined;
    /** Sends a call. */
    begin(call: HostedCall, step: StepContext, relay: Relay): Promise<Round>;
    /** Sends the replies to a round. */
    reply(call: HostedCall, asked: Asked, replies: Replies, step: StepContext, relay: Relay): Promise<Round>;
    /** Waits for the replies as long as the server does; returns none if the server has stopped waiting. */
    wait(ctx: QuietContext, asked: Asked, replies: Operation<Replies>): Operation<Replies>;
    /** Called when the run no longer waits for the round. */
    abandon(asked: Asked): void;
    /** Receives the notifications of the server. */
    readonly heard: Pick<CallContext<Heard>, 'log' | 'progress'>;
}
/** Returns the client capabilities for what a run can do, where `apps` says whether the host shows views of the server. */
export declare const declare: ({ elicitation, url, sampling, roots }: Omit<Capabilities, 'tasks'>, apps: boolean) => ClientCapabilities;
/** Sends `tools/call`. The client's own helper cannot do several rounds of a tool with an output schema. */
export declare function sendCall(client: Client, wire: Wire, params: Record<string, unknown>, options: RequestOptions): Promise<{
    [x: string]: unknown;
    _meta?: {
        [x: string]: unknown;
        "io.modelcontextprotocol/serverInfo"?: {
            version: string;
            websiteUrl?: string | undefined;
            description?: string | undefined;
            icons?: {
                src: string;
                mimeType?: string | undefined;
                sizes?: string[] | undefined;
                theme?: "dark" | "light" | undefined;
            }[] | undefined;
            name: string;
            title?: string | undefined;
        } | undefined;
    } | undefined;
    content: ({
        type: "text";
        text: string;
        annotations?: {
            audience?: ("assistant" | "user")[] | undefined;
            priority?: number | undefined;
            lastModified?: string | undefined;
        } | undefined;
        _meta?: {
            [x: string]: unknown;
        } | undefined;
    } | {
        type: "image";
        data: string;
        mimeType: string;
        annotations?: {
            audience?: ("assistant" | "user")[] | undefined;
            priority?: number | undefined;
            lastModified?: string | undefined;
        } | undefined;
        _meta?: {
            [x: string]: unknown;
        } | undefined;
    } | {
        type: "audio";
        data: string;
        mimeType: string;
        annotations?: {
            audience?: ("assistant" | "user")[] | undefined;
            priority?: number | undefined;
            lastModified?: string | undefined;
        } | undefined;
        _meta?: {
            [x: string]: unknown;
        } | undefined;
    } | {
        uri: string;
        description?: string | undefined;
        mimeType?: string | undefined;
        size?: number | undefined;
        annotations?: {
            audience?: ("assistant" | "user")[] | undefined;
            priority?: number | undefined;
            lastModified?: string | undefined;
        } | undefined;
        _meta?: {
            [x: string]: unknown;
        } | undefined;
        icons?: {
            src: string;
            mimeType?: string | undefined;
            sizes?: string[] | undefined;
            theme?: "dark" | "light" | undefined;
        }[] | undefined;
        name: string;
        title?: string | undefined;
        type: "resource_link";
    } | {
        type: "resource";
        resource: {
            uri: string;
            mimeType?: string | undefined;
            _meta?: {
                [x: string]: unknown;
            } | undefined;
            text: string;
        } | {
            uri: string;
            mimeType?: string | undefined;
            _meta?: {
                [x: string]: unknown;
            } | undefined;
            blob: string;
        };
        annotations?: {
            audience?: ("assistant" | "user")[] | undefined;
            priority?: number | undefined;
            lastModified?: string | undefined;
        } | undefined;
        _meta?: {
            [x: string]: unknown;
        } | undefined;
    })[];
    structuredContent?: unknown;
    isError?: boolean | undefined;
}>;
