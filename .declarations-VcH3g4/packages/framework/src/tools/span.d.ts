import type { Context, Span, SpanOptions } from '@opentelemetry/api';
import { type MaybePromise } from './maybe-promise.ts';
import { type OpenTelemetry } from './open-telemetry.ts';
export interface SpanRequest<T> extends SpanOptions {
    name: string;
    /** The parent of the span. Default: the active span. */
    parent?: Context;
    /** Ends the span when it aborts. */
    signal?: AbortSignal;
    onValue(span: Span, value: T): void;
    onError(span: Span, error: unknown): void;
}
/** Runs `fn` inside a span that ends with it. Returns and throws what `fn` does. */
export declare function inSpan<T>(api: OpenTelemetry, request: SpanRequest<T>, fn: (span: Span) => MaybePromise<T>): MaybePromise<T>;
/** Records the name of a failure. Its message may quote a user, and other people than the users of the tools read traces. */
export declare function recordFailure(span: Span, { SpanStatusCode }: OpenTelemetry, { name }: {
    name: string;
}): void;
/** The conventions call an error without a name `_OTHER`. */
export declare const toFailure: (thrown: unknown) => {
    name: string;
};
