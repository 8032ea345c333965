/**
 * OpenTelemetry spans, metrics and logs of a run, the same on every path.
 *
 * S1 Each time that a process goes on with a run is a span, until the run waits or ends. A span never stays open while a
 *    person thinks.
 * S2 The header of a run names its first span. Each later span links to it, and continues its trace unless a request does. A
 *    span that has ended, such as that of the request which once woke the driver, is linked and is not a parent.
 * S3 Each attempt at a step, question, sample, signal or host call is a span below that of the run. Replay has no spans.
 * S4 Names are recorded, contents are not. The id of a run may be the secret id of a task, so its fingerprint is recorded.
 *    A line of `ctx.log` is recorded as it is.
 */
import type { Attributes, Context, Span, SpanContext } from '@opentelemetry/api'
import { Drained } from './drain.ts'
import type { LogEffect, LogLevel, NotifyEffect } from './effects/emit.ts'
import { Sample, type SampleReply } from './effects/sample.ts'
import { andThen, type MaybePromise } from './maybe-promise.ts'
import { findMetrics } from './metrics.ts'
import { findLogger, type OpenTelemetry, openTelemetry } from './open-telemetry.ts'
import type { Deferred, Outcome, Retried } from './outcome.ts'
import type { Settled } from './outcome-queue.ts'
import type { Pending } from './pending.ts'
import type { Recorder } from './recorder.ts'
import type { RunResult } from './run-tool.ts'
import { fingerprint } from './sha256.ts'
import { inSpan, recordFailure, toFailure } from './span.ts'

/** The effects that take time, and the kind of their spans. */
const KINDS: { readonly [type: string]: 'CLIENT' | 'INTERNAL' } = {
  elicit: 'CLIENT',
  sample: 'CLIENT',
  roots: 'CLIENT',
  signal: 'INTERNAL',
  host: 'INTERNAL',
  step: 'INTERNAL',
}

/** The numbers that OpenTelemetry gives to the levels of syslog. */
const SEVERITIES: Readonly<Record<LogLevel, number>> = {
  debug: 5,
  info: 9,
  notice: 10,
  warning: 13,
  error: 17,
  critical: 18,
  alert: 19,
  emergency: 21,
}

type Performed = Outcome | Deferred | Retried

/** The trace of a run, from when a process goes on with it until the run waits or ends. */
export class RunTrace {
  readonly #api: OpenTelemetry
  readonly #recorder: Recorder
  readonly #principal: string | undefined
  #span: Span | undefined
  #context: Context

  private constructor(api: OpenTelemetry, recorder: Recorder, principal: string | undefined) {
    this.#api = api
    this.#recorder = recorder
    this.#principal = principal
    this.#context = api.context.active()
  }

  /** Returns a trace if the application has registered a provider. */
  static create(recorder: Recorder, principal: string | undefined): RunTrace | undefined {
    const api = openTelemetry()
    return api && new RunTrace(api, recorder, principal)
  }

  /** Runs `drive` in a span. The journal was read before, because its header names the first span (S2). */
  during<T>(drive: () => Promise<RunResult<T>>): MaybePromise<RunResult<T>> {
    const { trace } = this.#api
    const { known, tool } = this.#recorder
    const first = known?.traceparent === undefined ? undefined : fromTraceparent(known.traceparent)
    const ended = this.#findEnded()
    const around = ended === undefined ? this.#context : trace.deleteSpan(this.#context)
    const continues = first !== undefined && trace.getSpanContext(around) === undefined
    this.#count(known === undefined ? 'started' : 'resumed')
    return inSpan<RunResult<T>>(
      this.#api,
      {
        name: `run ${tool.name}`,
        attributes: { ...this.#describe(), 'sweatpants.run.resumed': known !== undefined },
        parent: continues ? trace.setSpanContext(around, first) : around,
        links: [first, ended].flatMap((context) => (context === undefined ? [] : [{ context }])),
        onValue: (span, result) => this.#recordResult(span, result),
        onError: (span, error) => this.#recordBreakdown(span, error),
      },
      (span) => {
        this.#span = span
        this.#context = trace.setSpan(around, span)
        if (trace.isSpanContextValid(span.spanContext())) this.#recorder.traceparent = toTraceparent(span.spanContext())
        return drive()
      },
    )
  }

  /** Returns the active span if it has ended: a driver outlives the request that woke it. */
  #findEnded(): SpanContext | undefined {
    const { trace, TraceFlags } = this.#api
    const active = trace.getSpan(this.#context)
    const found = active?.spanContext()
    // A span that is not sampled, or is another process's, records nothing either.
    const isOurs = found !== undefined && !found.isRemote && (found.traceFlags & TraceFlags.SAMPLED) !== 0
    return isOurs && !active!.isRecording() ? found : undefined
  }

  #describe(): Attributes {
    const { known, tool } = this.#recorder
    return {
      'gen_ai.tool.name': tool.name,
      'enduser.id': known?.principal ?? this.#principal,
      'sweatpants.run.id': known && fingerprint(known.runId),
    }
  }

  #count(state: string): void {
    findMetrics()?.runs.add(1, { ...this.#tool, 'sweatpants.run.state': state })
  }

  get #tool(): Attributes {
    return { 'gen_ai.tool.name': this.#recorder.tool.name }
  }

  #recordResult(span: Span, result: RunResult): void {
    const state = result.type === 'parked' ? 'waiting' : result.type
    this.#count(state)
    span.setAttributes({ ...this.#describe(), 'sweatpants.run.state': state })
    if (result.type === 'failed') recordFailure(span, this.#api, result.error)
  }

  /** A run that was released goes on in another process: that is not an error. */
  #recordBreakdown(span: Span, error: unknown): void {
    this.#count('interrupted')
    span.setAttributes({ ...this.#describe(), 'sweatpants.run.state': 'interrupted' })
    if (!(error instanceof Drained)) recordFailure(span, this.#api, toFailure(error))
  }

  /** Performs an effect in a span of its own (S3). */
  perform(pending: Pending, perform: () => MaybePromise<Performed>): MaybePromise<Performed> {
    const { type, key } = pending.effect
    const kind = KINDS[type]
    if (kind === undefined) return perform()
    return inSpan<Performed>(
      this.#api,
      {
        name: type === key ? type : `${type} ${key}`,
        kind: this.#api.SpanKind[kind],
        attributes: describeEffect(pending),
        parent: this.#context,
        signal: pending.signal,
        onValue: (span, outcome) => this.#recordOutcome(span, pending, outcome),
        onError: (span, error) => !(error instanceof Drained) && recordFailure(span, this.#api, toFailure(error)),
      },
      () => (type === 'step' ? this.#measure(key, perform) : perform()),
    )
  }

  #measure(step: string, perform: () => MaybePromise<Performed>): MaybePromise<Performed> {
    const start = performance.now()
    return andThen(perform(), (outcome) => {
      const failure = 'failure' in outcome && { 'error.type': outcome.failure.name }
      const attributes = { ...this.#tool, 'sweatpants.effect.key': step, ...failure }
      findMetrics()?.stepDuration.record((performance.now() - start) / 1_000, attributes)
      return outcome
    })
  }

  #recordOutcome(span: Span, { effect }: Pending, outcome: Performed): void {
    if (outcome.type === 'deferred') span.addEvent('deferred')
    else if ('failure' in outcome) recordFailure(span, this.#api, outcome.failure)
    else if (effect instanceof Sample) recordReply(span, outcome.value)
  }

  /** A question that was asked at `askedAt` is settled. If an earlier span asked it, the span of the run says so. */
  settled({ pending, handedIn, time }: Settled, askedAt: number | undefined): void {
    const { effect, id, address, answered } = pending
    const { type, key } = effect
    if (askedAt === undefined || (type !== 'elicit' && type !== 'signal')) return
    const age = Math.max(0, time - askedAt) / 1_000
    const named = { 'sweatpants.effect.type': type, 'sweatpants.effect.key': key }
    findMetrics()?.questionAge.record(age, { ...this.#tool, ...named })
    if (handedIn === undefined) return
    const by = answered.flatMap((one) => one.by ?? [])
    this.#span?.addEvent('answered', {
      ...named,
      'sweatpants.effect.id': id,
      'sweatpants.effect.at': address,
      'sweatpants.question.age': age,
      ...(by.length > 0 && { 'sweatpants.answered.by': by }),
    })
  }

  /** A line of `ctx.log` is a log record and an event of the span in which it was written. */
  emitted(effect: LogEffect | NotifyEffect): void {
    if (effect.type !== 'log') return
    const { trace, context } = this.#api
    const { level, message } = effect
    const active = trace.getActiveSpan()
    const isActive = active?.isRecording() === true
    const span = isActive ? active : this.#span
    span?.addEvent('log', { 'sweatpants.log.level': level, 'sweatpants.log.message': message })
    findLogger()?.emit({
      severityNumber: SEVERITIES[level],
      severityText: level,
      body: message,
      attributes: this.#describe(),
      context: isActive ? context.active() : this.#context,
    })
  }
}

function describeEffect({ effect, id, address, attempt }: Pending): Attributes {
  const { type, key, to } = effect
  const common = {
    'sweatpants.effect.type': type,
    'sweatpants.effect.key': key,
    'sweatpants.effect.at': address,
    'sweatpants.effect.attempt': attempt,
    ...(id !== '' && { 'sweatpants.effect.id': id }),
    ...(to !== undefined && { 'sweatpants.effect.to': [...to] }),
  }
  if (type === 'elicit') return { ...common, 'mcp.method.name': 'elicitation/create' }
  if (type === 'roots') return { ...common, 'mcp.method.name': 'roots/list' }
  if (!(effect instanceof Sample)) return common
  return {
    ...common,
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.max_tokens': effect.settings.maxTokens,
    'gen_ai.request.temperature': effect.settings.temperature,
  }
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

const toTraceparent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`

function fromTraceparent(traceparent: string): SpanContext | undefined {
  const [, traceId, spanId, flags] = traceparent.split('-')
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
}
