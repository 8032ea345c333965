/**
 * OpenTelemetry spans of requests, named by the semantic conventions for MCP and GenAI, or else `sweatpants.*`. The run that a
 * request begins or resumes has its own spans below it. Nothing is created while the application has no tracer provider.
 */
import type { Attributes, Span } from '@opentelemetry/api'
import type { MaybePromise } from '../../tools/maybe-promise.ts'
import { type OpenTelemetry, openTelemetry } from '../../tools/open-telemetry.ts'
import { inSpan, recordFailure, toFailure } from '../../tools/span.ts'
import { ErrorCode, ProtocolError } from './errors.ts'

export interface TracedCall {
  method: string
  /** Set only for a tool that exists, because an invented name would become the name of a span. */
  tool?: string | undefined
  /** The protocol version. */
  revision: string
  requestId?: string | number | undefined
  principal?: string | undefined
  /** From the request's `_meta`, for the application's propagator. */
  traceparent?: string | undefined
  tracestate?: string | undefined
  /** Tells a call that was cancelled from one that failed. */
  signal?: AbortSignal | undefined
}

/** Runs a request in a server span, whose parent is the client's span if the request names it. */
export function traceCall<T>(call: TracedCall, fn: () => MaybePromise<T>): MaybePromise<T> {
  const api = openTelemetry()
  if (api === undefined) return fn()
  const { method, tool, traceparent, tracestate } = call
  const around = api.context.active()
  const parent = traceparent === undefined ? around : api.propagation.extract(around, { traceparent, tracestate })
  const request = api.trace.getSpanContext(around)
  return inSpan(
    api,
    {
      name: tool === undefined ? method : `${method} ${tool}`,
      kind: api.SpanKind.SERVER,
      attributes: attributesOfCall(call),
      parent,
      // The client's span is the parent, and the span of the HTTP request is linked.
      links: parent !== around && request !== undefined ? [{ context: request }] : [],
      onValue: (span, value) => (call.signal?.aborted ? span.addEvent('cancelled') : recordResult(api, span, value)),
      onError: (span, error) => (call.signal?.aborted ? span.addEvent('cancelled') : recordError(api, span, error)),
    },
    fn,
  )
}

function attributesOfCall(call: TracedCall): Attributes {
  const { method, tool, revision, requestId, principal } = call
  return {
    'mcp.method.name': method,
    'mcp.protocol.version': revision,
    'jsonrpc.request.id': requestId === undefined ? undefined : String(requestId),
    'gen_ai.operation.name': tool === undefined ? undefined : 'execute_tool',
    'gen_ai.tool.name': tool,
    'enduser.id': principal,
  }
}

function recordResult(api: OpenTelemetry, span: Span, value: unknown): void {
  const { isError, resultType } = (value ?? {}) as { isError?: unknown; resultType?: unknown }
  if (resultType === 'input_required') span.addEvent('deferred')
  if (isError === true) recordFailure(span, api, { name: 'tool_error' })
}

/** Records an error code. A mistake of the client does not fail the server's span. */
function recordError(api: OpenTelemetry, span: Span, error: unknown): void {
  if (!(error instanceof ProtocolError)) return recordFailure(span, api, toFailure(error))
  const { code } = error
  span.setAttribute('rpc.response.status_code', String(code))
  const isServerError = code === ErrorCode.internal || (code >= -32099 && code <= -32000)
  if (isServerError) recordFailure(span, api, { name: String(code) })
}
