import type { Context, Span, SpanOptions } from '@opentelemetry/api'
import { isPromise, type MaybePromise } from '../../tools/maybe-promise.ts'
import type { OpenTelemetry } from './open-telemetry.ts'

export interface TraceOptions {
  /**
   * Also record what was asked and answered: arguments, messages, results, the texts of errors. Off by default, because
   * traces are read by other people than those who use the tools.
   */
  recordContent?: boolean
}

export interface SpanRequest<T> extends SpanOptions {
  name: string
  /** What the span belongs to. Default: the span that is active. */
  parent?: Context
  /** Ends the span at once when it aborts: nobody wants the outcome any more. */
  signal?: AbortSignal
  onValue(span: Span, value: T): void
  onError(span: Span, error: unknown): void
}

/** Runs `fn` inside a span that ends with it. What `fn` gives or throws comes through unchanged. */
export function inSpan<T>(api: OpenTelemetry, request: SpanRequest<T>, fn: () => MaybePromise<T>): MaybePromise<T> {
  const { name, parent = api.context.active(), signal, onValue, onError, ...options } = request
  const span = api.trace.getTracer('@sweatpants/framework').startSpan(name, options, parent)
  const cancel = (): void => {
    span.addEvent('cancelled')
    span.end()
  }
  const end = (record: () => void): void => {
    signal?.removeEventListener('abort', cancel)
    if (!span.isRecording()) return
    record()
    span.end()
  }
  const succeed = (value: T): T => {
    end(() => onValue(span, value))
    return value
  }
  const fail = (error: unknown): never => {
    end(() => onError(span, error))
    throw error
  }
  signal?.addEventListener('abort', cancel, { once: true })
  let result: MaybePromise<T>
  try {
    result = api.context.with(api.trace.setSpan(parent, span), fn)
  } catch (error) {
    return fail(error)
  }
  return isPromise(result) ? result.then(succeed, fail) : succeed(result)
}

/** A failure by its kind. Its text may quote what a tool was told, and is content. */
export function recordFailure(
  span: Span,
  { SpanStatusCode }: OpenTelemetry,
  { name, message }: { name: string; message: string },
  { recordContent }: TraceOptions,
): void {
  span.setAttribute('error.type', name)
  span.setStatus({ code: SpanStatusCode.ERROR, ...(recordContent && { message }) })
}

/** `_OTHER` is what the conventions call an error that has no name. */
export const toFailure = (thrown: unknown): { name: string; message: string } =>
  thrown instanceof Error ? thrown : { name: '_OTHER', message: String(thrown) }

/** Content as an attribute holds it: JSON, where there is any. */
export function toContent(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return String(value)
  }
}
