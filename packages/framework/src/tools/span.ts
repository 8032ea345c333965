import type { Context, Span, SpanOptions } from '@opentelemetry/api'
import { isPromise, type MaybePromise } from './maybe-promise.ts'
import { type OpenTelemetry, SCOPE } from './open-telemetry.ts'

export interface SpanRequest<T> extends SpanOptions {
  name: string
  /** The parent of the span. Default: the active span. */
  parent?: Context
  /** Ends the span when it aborts. */
  signal?: AbortSignal
  onValue(span: Span, value: T): void
  onError(span: Span, error: unknown): void
}

/** Runs `fn` inside a span that ends with it. Returns and throws what `fn` does. */
export function inSpan<T>(
  api: OpenTelemetry,
  request: SpanRequest<T>,
  fn: (span: Span) => MaybePromise<T>,
): MaybePromise<T> {
  const { name, parent = api.context.active(), signal, onValue, onError, ...options } = request
  const span = api.trace.getTracer(SCOPE).startSpan(name, options, parent)
  let isOver = false
  const end = (record: () => void): void => {
    signal?.removeEventListener('abort', cancel)
    if (isOver) return
    isOver = true
    record()
    span.end()
  }
  const cancel = (): void => end(() => span.addEvent('cancelled'))
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
    result = api.context.with(api.trace.setSpan(parent, span), () => fn(span))
  } catch (error) {
    return fail(error)
  }
  return isPromise(result) ? result.then(succeed, fail) : succeed(result)
}

/** Records the name of a failure. Its message may quote a user, and other people than the users of the tools read traces. */
export function recordFailure(span: Span, { SpanStatusCode }: OpenTelemetry, { name }: { name: string }): void {
  span.setAttribute('error.type', name)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** The conventions call an error without a name `_OTHER`. */
export const toFailure = (thrown: unknown): { name: string } => (thrown instanceof Error ? thrown : { name: '_OTHER' })
