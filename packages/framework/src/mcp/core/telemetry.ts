/**
 * OpenTelemetry spans of calls, questions and steps, named by the semantic conventions for MCP and GenAI, or else
 * `sweatpants.*`. Nothing is created, loaded or wrapped while the application has no tracer provider.
 */
import type { Attributes, Span } from '@opentelemetry/api'
import type { SampleReply } from '../../tools/effects/sample.ts'
import { isPromise, type MaybePromise } from '../../tools/maybe-promise.ts'
import type { Deferred, Outcome } from '../../tools/outcome.ts'
import type { Peer, PeerEffect, Question } from '../../tools/peer.ts'
import type { RunOptions } from '../../tools/run-tool.ts'
import { ErrorCode, ProtocolError } from './errors.ts'
import { type OpenTelemetry, openTelemetry } from './open-telemetry.ts'
import { inSpan, recordFailure, type TraceOptions, toContent, toFailure } from './span.ts'

export interface TracedCall {
  method: string
  /** Set only for a tool that exists, because an invented name would become the name of a span. */
  tool?: string | undefined
  /** The protocol version. */
  revision: string
  requestId?: string | number | undefined
  sessionId?: string | undefined
  callId?: string | undefined
  principal?: string | undefined
  /** From the request's `_meta`, for the application's propagator. */
  traceparent?: string | undefined
  tracestate?: string | undefined
  /** Tells a call that was cancelled from one that failed. */
  signal?: AbortSignal | undefined
  /** Recorded only as content. */
  arguments?: unknown
}

/** Runs a request in a server span, whose parent is the client's span if the request names it. */
export function traceCall<T>(call: TracedCall, fn: () => MaybePromise<T>, options: TraceOptions = {}): MaybePromise<T> {
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
      attributes: attributesOfCall(call, options),
      parent,
      // The client's span is the parent, and the span of the HTTP request is linked.
      links: parent !== around && request !== undefined ? [{ context: request }] : [],
      onValue: (span, value) =>
        call.signal?.aborted ? span.addEvent('cancelled') : recordResult(api, span, value, options),
      onError: (span, error) =>
        call.signal?.aborted ? span.addEvent('cancelled') : recordError(api, span, error, options),
    },
    fn,
  )
}

function attributesOfCall(call: TracedCall, { recordContent }: TraceOptions): Attributes {
  const { method, tool, revision, requestId, sessionId, callId, principal } = call
  return {
    'mcp.method.name': method,
    'mcp.protocol.version': revision,
    'mcp.session.id': sessionId,
    'jsonrpc.request.id': requestId === undefined ? undefined : String(requestId),
    'gen_ai.operation.name': tool === undefined ? undefined : 'execute_tool',
    'gen_ai.tool.name': tool,
    'gen_ai.tool.call.arguments': recordContent ? toContent(call.arguments) : undefined,
    'enduser.id': principal,
    'sweatpants.call.id': callId,
  }
}

function recordResult(api: OpenTelemetry, span: Span, value: unknown, options: TraceOptions): void {
  const { isError, resultType } = (value ?? {}) as { isError?: unknown; resultType?: unknown }
  if (options.recordContent) span.setAttributes({ 'gen_ai.tool.call.result': toContent(value) })
  if (resultType === 'input_required') span.addEvent('deferred')
  if (isError === true) recordFailure(span, api, { name: 'tool_error', message: 'the tool failed' }, options)
}

/** Records an error code. A mistake of the client does not fail the server's span. */
function recordError(api: OpenTelemetry, span: Span, error: unknown, options: TraceOptions): void {
  if (!(error instanceof ProtocolError)) return recordFailure(span, api, toFailure(error), options)
  const { code, message } = error
  span.setAttribute('rpc.response.status_code', String(code))
  const isServerError = code === ErrorCode.internal || (code >= -32099 && code <= -32000)
  if (isServerError) recordFailure(span, api, { name: String(code), message }, options)
}

/** Returns the peer with a span for each question. Deferring a question ends its span, because the answer comes in another request. */
export function tracePeer(peer: Peer, options: TraceOptions = {}): Peer {
  const api = openTelemetry()
  if (api === undefined) return peer
  return {
    answer(effect, signal) {
      if (!isWaitedFor(effect)) return peer.answer(effect, signal)
      return inSpan(
        api,
        {
          name: effect.type === effect.key ? effect.type : `${effect.type} ${effect.key}`,
          kind: api.SpanKind.CLIENT,
          attributes: attributesOfQuestion(effect, options),
          signal,
          onValue: (span, outcome) => recordOutcome(api, span, effect, outcome, options),
          onError: (span, error) => recordFailure(span, api, toFailure(error), options),
        },
        () => peer.answer(effect, signal),
      )
    },
  }
}

type Asked = Exclude<Question, { type: 'detach' }>

/** Whether an effect waits for a person, a model or the client. */
const isWaitedFor = (effect: PeerEffect): effect is Asked =>
  effect.type === 'elicit' || effect.type === 'sample' || effect.type === 'roots'

function attributesOfQuestion(effect: Asked, { recordContent }: TraceOptions): Attributes {
  const { type, key, id, attempt } = effect
  const common = {
    'sweatpants.effect.type': type,
    'sweatpants.effect.key': key,
    'sweatpants.effect.id': id,
    'sweatpants.effect.attempt': attempt,
    'sweatpants.effect.request': recordContent ? toContent(contentOf(effect)) : undefined,
  }
  if (type === 'elicit') return { ...common, 'mcp.method.name': 'elicitation/create' }
  if (type === 'roots') return { ...common, 'mcp.method.name': 'roots/list' }
  return {
    ...common,
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.max_tokens': effect.maxTokens,
    'gen_ai.request.temperature': effect.temperature,
  }
}

function contentOf(effect: Asked): unknown {
  if (effect.type === 'elicit') return { message: effect.message, context: effect.context }
  if (effect.type === 'sample') return { systemPrompt: effect.systemPrompt, messages: effect.messages }
  return undefined
}

function recordOutcome(
  api: OpenTelemetry,
  span: Span,
  effect: Asked,
  outcome: Outcome | Deferred,
  options: TraceOptions,
): void {
  if (outcome.type === 'deferred') {
    span.addEvent('deferred')
    return
  }
  if (outcome.type === 'failure') return recordFailure(span, api, outcome.failure, options)
  if (options.recordContent) span.setAttributes({ 'sweatpants.effect.value': toContent(outcome.value) })
  if (effect.type === 'sample') recordReply(span, outcome.value)
}

/** Records a reply that is not yet checked: a client may have sent anything. */
function recordReply(span: Span, value: unknown): void {
  const { model, stopReason, usage } = (value ?? {}) as Partial<Record<keyof SampleReply, unknown>>
  if (typeof model === 'string') span.setAttribute('gen_ai.response.model', model)
  if (typeof stopReason === 'string') span.setAttribute('gen_ai.response.finish_reasons', [stopReason])
  const { inputTokens, outputTokens } = (usage ?? {}) as Record<string, unknown>
  if (typeof inputTokens === 'number') span.setAttribute('gen_ai.usage.input_tokens', inputTokens)
  if (typeof outputTokens === 'number') span.setAttribute('gen_ai.usage.output_tokens', outputTokens)
}

type RunStep = NonNullable<RunOptions['runStep']>

/** Returns `runStep` with a span for each performed step, or as it was if nothing is traced. */
export function traceSteps(runStep?: RunStep, options: TraceOptions = {}): RunStep | undefined {
  const api = openTelemetry()
  if (api === undefined) return runStep
  const run: RunStep = runStep ?? ((_, body, step) => body(step))
  return (name, body, step) =>
    inSpan<unknown>(
      api,
      {
        name: `step ${name}`,
        attributes: {
          'sweatpants.effect.type': 'step',
          'sweatpants.effect.key': name,
          'sweatpants.effect.id': placeOf(step.idempotencyKey),
        },
        signal: step.signal,
        onValue: (span, value) =>
          options.recordContent && span.setAttributes({ 'sweatpants.effect.value': toContent(value) }),
        onError: (span, error) => recordFailure(span, api, toFailure(error), options),
      },
      () => {
        const result = run(name, body, step)
        // A lazy thenable, such as a query builder's, begins its work inside the span.
        return isPromise(result) ? Promise.resolve(result) : result
      },
    )
}

/** Returns the place in the run, without the id of the run, which may be the secret id of a task, and without the fingerprint. */
const placeOf = (idempotencyKey: string): string | undefined =>
  /((?:\w+\.\d+\/)*\d+)\/[0-9a-f]{32}$/.exec(idempotencyKey)?.[1]
