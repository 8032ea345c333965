import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  context,
  DiagLogLevel,
  diag,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import {
  AlwaysOffSampler,
  InMemorySpanExporter,
  type ReadableSpan,
  type Sampler,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createMcpTool } from '../../tools/builder.ts'
import { deferred, failed, succeeded } from '../../tools/outcome.ts'
import type { Peer } from '../../tools/peer.ts'
import { type RunResult, runTool } from '../../tools/run-tool.ts'
import { ProtocolError } from './errors.ts'
import type { TraceOptions } from './span.ts'
import { traceCall, tracePeer, traceSteps } from './telemetry.ts'

const exporter = new InMemorySpanExporter()

function register(sampler?: Sampler): void {
  trace.disable()
  trace.setGlobalTracerProvider(
    new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })], ...(sampler && { sampler }) }),
  )
}

beforeEach(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  register()
})

afterEach(() => {
  trace.disable()
  context.disable()
  propagation.disable()
  exporter.reset()
})

const call = { method: 'tools/call', tool: 'greet', revision: '2026-07-28' }

const spans = (): Record<string, ReadableSpan> =>
  Object.fromEntries(exporter.getFinishedSpans().map((span) => [span.name, span]))

const only = (): ReadableSpan => {
  expect(exporter.getFinishedSpans()).toHaveLength(1)
  return exporter.getFinishedSpans()[0]!
}

const eventsOf = (span: ReadableSpan | undefined): string[] => span?.events.map(({ name }) => name) ?? []

/** Everything that would leave the process. */
const exported = (): string =>
  JSON.stringify(
    exporter.getFinishedSpans().map(({ name, attributes, events, status, links }) => ({
      name,
      attributes,
      events,
      status,
      links,
    })),
  )

describe('a call', () => {
  test('is a server span with the attributes of the conventions', async () => {
    const result = await traceCall(
      { ...call, requestId: 7, sessionId: 's', callId: 'run-1', principal: 'ada', arguments: { name: 'secret' } },
      async () => ({ content: [] }),
    )
    expect(result).toEqual({ content: [] })
    expect(only()).toMatchObject({
      name: 'tools/call greet',
      kind: SpanKind.SERVER,
      parentSpanContext: undefined,
      status: { code: SpanStatusCode.UNSET },
      instrumentationScope: { name: '@sweatpants/framework' },
    })
    expect(only().attributes).toStrictEqual({
      'mcp.method.name': 'tools/call',
      'mcp.protocol.version': '2026-07-28',
      'mcp.session.id': 's',
      'jsonrpc.request.id': '7',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'greet',
      'enduser.id': 'ada',
      'sweatpants.call.id': 'run-1',
    })
  })

  test('of another method has no tool', () => {
    expect(traceCall({ method: 'tools/list', revision: '2025-11-25' }, () => 'at once')).toBe('at once')
    expect(only().name).toBe('tools/list')
    expect(only().attributes).toStrictEqual({ 'mcp.method.name': 'tools/list', 'mcp.protocol.version': '2025-11-25' })
  })

  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const traceparent = `00-${traceId}-b7ad6b7169203331-01`

  test("belongs to the client's span, and remembers the request that it came by", async () => {
    await trace.getTracer('http').startActiveSpan('POST', async (http) => {
      await traceCall({ ...call, traceparent, tracestate: 'vendor=1' }, async () => {})
      const { parentSpanContext, links } = only()
      expect(parentSpanContext).toMatchObject({ traceId, spanId: 'b7ad6b7169203331', isRemote: true })
      expect(parentSpanContext?.traceState?.serialize()).toBe('vendor=1')
      expect(links.map((link) => link.context.spanId)).toEqual([http.spanContext().spanId])
    })
  })

  test.each([undefined, 'nonsense', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`])(
    'belongs to the request that it came by when the client says %s',
    async (said) => {
      await trace.getTracer('http').startActiveSpan('POST', async (http) => {
        await traceCall({ ...call, traceparent: said }, async () => {})
        expect(only().parentSpanContext?.spanId).toBe(http.spanContext().spanId)
        expect(only().links).toEqual([])
      })
    },
  )

  test('that ends with a failure of the tool is a tool error', async () => {
    await traceCall(call, async () => ({ isError: true, content: [{ type: 'text', text: 'secret' }] }))
    expect(only()).toMatchObject({ status: { code: SpanStatusCode.ERROR }, attributes: { 'error.type': 'tool_error' } })
  })

  test('that throws has the kind of the error, and the same error comes through', async () => {
    const error = new TypeError('secret')
    await expect(traceCall(call, () => Promise.reject(error))).rejects.toBe(error)
    expect(() =>
      traceCall(call, () => {
        throw error
      }),
    ).toThrow(error)
    for (const span of exporter.getFinishedSpans()) {
      expect(span.status).toStrictEqual({ code: SpanStatusCode.ERROR })
      expect(span.attributes['error.type']).toBe('TypeError')
    }
    expect(exporter.getFinishedSpans()).toHaveLength(2)
  })

  test('with a JSON-RPC error has its code, and fails unless the client was wrong', async () => {
    for (const code of [-32602, -32603, -32021]) {
      await expect(traceCall(call, () => Promise.reject(new ProtocolError(code, 'secret')))).rejects.toThrow('secret')
    }
    expect(
      exporter
        .getFinishedSpans()
        .map(({ status, attributes }) => [
          attributes['rpc.response.status_code'],
          status.code === SpanStatusCode.ERROR,
          attributes['error.type'],
        ]),
    ).toEqual([
      ['-32602', false, undefined],
      ['-32603', true, '-32603'],
      ['-32021', true, '-32021'],
    ])
  })

  test('that was cancelled is not an error', async () => {
    const { signal } = abortedController()
    await expect(traceCall({ ...call, signal }, () => Promise.reject(signal.reason))).rejects.toBe(signal.reason)
    expect(only().status.code).toBe(SpanStatusCode.UNSET)
    expect(eventsOf(only())).toEqual(['cancelled'])
  })

  test('that asks for input says so', async () => {
    await traceCall(call, async () => ({ resultType: 'input_required', inputRequests: {} }))
    expect(eventsOf(only())).toEqual(['deferred'])
  })
})

function abortedController(): AbortController {
  const controller = new AbortController()
  controller.abort()
  return controller
}

const reply = {
  content: { type: 'text' as const, text: 'secret' },
  model: 'demo',
  stopReason: 'endTurn',
  usage: { inputTokens: 3, outputTokens: 5 },
}

const fly = createMcpTool('fly')
  .parameters(z.object({ to: z.string() }))
  .elicits({ confirm: { response: z.object({ ok: z.boolean() }) } })
  .execute(function* (_, ctx) {
    const found = yield* ctx.step('search', async () => {
      await trace.getTracer('database').startActiveSpan('SELECT', async (span: Span) => span.end())
      return 'secret'
    })
    const [answer, words] = yield* ctx.all([
      ctx.branch(function* (branch) {
        return yield* branch.elicit('confirm', { message: 'secret?', found })
      }),
      ctx.branch(function* (branch) {
        return yield* branch.sample({ prompt: 'secret?', maxTokens: 9, temperature: 0.5, key: 'words' })
      }),
    ])
    const roots = yield* ctx.roots()
    return [answer.action, words.text, roots.length]
  })
  .build()

/** Answers each question when all that are asked together are there. */
const togetherPeer = (together: number): Peer => {
  const gate = Promise.withResolvers<void>()
  let asked = 0
  return {
    async answer(effect) {
      if (effect.type === 'roots') return succeeded({ roots: [] })
      if (++asked === together) gate.resolve()
      await gate.promise
      return succeeded(effect.type === 'sample' ? reply : { action: 'accept', content: { ok: true } })
    },
  }
}

const run = (peer: Peer, options?: TraceOptions, signal?: AbortSignal): Promise<RunResult> => {
  const runStep = traceSteps(undefined, options)
  return runTool(
    fly,
    { to: 'secret' },
    {
      peer: tracePeer(peer, options),
      runId: 'run-1',
      ...(runStep && { runStep }),
      ...(signal && { signal }),
    },
  )
}

describe('what a tool waits for', () => {
  test('is a child of its call, also when branches wait side by side', async () => {
    await traceCall(call, () => run(togetherPeer(2)))
    const { 'tools/call greet': root, SELECT: select, 'step search': step, ...questions } = spans()
    expect(Object.keys(questions).sort()).toEqual(['elicit confirm', 'roots', 'sample words'])
    for (const span of [step, ...Object.values(questions)]) {
      expect(span?.parentSpanContext?.spanId).toBe(root?.spanContext().spanId)
    }
    expect(select?.parentSpanContext?.spanId).toBe(step?.spanContext().spanId)
  })

  test('is described without its contents', async () => {
    await traceCall(call, () => run(togetherPeer(2)))
    const { 'elicit confirm': elicit, 'sample words': sample, roots, 'step search': step } = spans()
    expect(elicit).toMatchObject({ kind: SpanKind.CLIENT })
    expect(elicit?.attributes).toStrictEqual({
      'mcp.method.name': 'elicitation/create',
      'sweatpants.effect.type': 'elicit',
      'sweatpants.effect.key': 'confirm',
      'sweatpants.effect.id': '1/confirm',
      'sweatpants.effect.attempt': 1,
    })
    expect(sample?.attributes).toStrictEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.max_tokens': 9,
      'gen_ai.request.temperature': 0.5,
      'gen_ai.response.model': 'demo',
      'gen_ai.response.finish_reasons': ['endTurn'],
      'gen_ai.usage.input_tokens': 3,
      'gen_ai.usage.output_tokens': 5,
      'sweatpants.effect.type': 'sample',
      'sweatpants.effect.key': 'words',
      'sweatpants.effect.id': '2/words',
      'sweatpants.effect.attempt': 1,
    })
    expect(roots?.attributes).toMatchObject({ 'mcp.method.name': 'roots/list' })
    expect(step?.attributes).toStrictEqual({
      'sweatpants.effect.type': 'step',
      'sweatpants.effect.key': 'search',
      'sweatpants.effect.id': '0',
    })
    expect(exported()).not.toContain('secret')
    expect(exported()).not.toContain('run-1')
  })

  test('is described with its contents when that is wanted', async () => {
    const options = { recordContent: true }
    await traceCall({ ...call, arguments: { to: 'secret' } }, () => run(togetherPeer(2), options), options)
    const { 'tools/call greet': root, 'elicit confirm': elicit, 'step search': step } = spans()
    expect(root?.attributes['gen_ai.tool.call.arguments']).toBe('{"to":"secret"}')
    expect(elicit?.attributes).toMatchObject({
      'sweatpants.effect.request': '{"message":"secret?","context":{"found":"secret"}}',
      'sweatpants.effect.value': '{"action":"accept","content":{"ok":true}}',
    })
    expect(step?.attributes['sweatpants.effect.value']).toBe('"secret"')
  })

  test('has the attempt when an answer was refused', async () => {
    let attempts = 0
    const peer: Peer = {
      answer(effect) {
        if (effect.type === 'sample') return succeeded(reply)
        if (effect.type === 'roots') return succeeded({ roots: [] })
        return succeeded({ action: 'accept', content: { ok: ++attempts === 2 ? true : 'secret' } })
      },
    }
    await run(peer)
    const elicits = exporter.getFinishedSpans().filter(({ name }) => name === 'elicit confirm')
    expect(elicits.map(({ attributes }) => attributes['sweatpants.effect.attempt'])).toEqual([1, 2])
    expect(exported()).not.toContain('secret')
  })

  test('ends when it is deferred', async () => {
    const parked = await traceCall(call, () => run({ answer: () => deferred }))
    expect(parked.type).toBe('parked')
    const { 'elicit confirm': elicit, 'sample words': sample } = spans()
    expect(eventsOf(elicit)).toEqual(['deferred'])
    expect(eventsOf(sample)).toEqual(['deferred'])
    expect(elicit?.status.code).toBe(SpanStatusCode.UNSET)
  })

  test('ends when the run is cancelled, and is no error', async () => {
    const controller = new AbortController()
    let asked = 0
    const peer: Peer = {
      answer(_, signal) {
        if (++asked === 2) controller.abort()
        const { promise, reject } = Promise.withResolvers<never>()
        signal.addEventListener('abort', () => reject(signal.reason))
        return promise
      },
    }
    expect((await run(peer, {}, controller.signal)).type).toBe('cancelled')
    const { 'elicit confirm': elicit, 'sample words': sample } = spans()
    for (const span of [elicit, sample]) {
      expect(eventsOf(span)).toEqual(['cancelled'])
      expect(span?.status.code).toBe(SpanStatusCode.UNSET)
    }
  })

  test('ends with the kind of its failure', async () => {
    const result = await run({ answer: () => failed(new RangeError('secret')) })
    expect(result.type).toBe('failed')
    expect(spans()['elicit confirm']).toMatchObject({
      status: { code: SpanStatusCode.ERROR },
      attributes: { 'error.type': 'RangeError' },
    })
    expect(exported()).not.toContain('secret')
  })

  test('ends when the peer breaks down', async () => {
    const broken = new RangeError('gone')
    await expect(run({ answer: () => Promise.reject(broken) })).rejects.toBe(broken)
    expect(spans()['elicit confirm']).toMatchObject({
      status: { code: SpanStatusCode.ERROR },
      attributes: { 'error.type': 'RangeError' },
    })
  })

  test('may be answered with nonsense', async () => {
    await run({ answer: () => succeeded(null) })
    expect(spans()['sample words']?.attributes).not.toHaveProperty('gen_ai.response.model')
  })
})

/** Of the run `a/b`, after an answer. */
const KEY = `a/b/1.2/3/${'f'.repeat(32)}`

describe('a step', () => {
  const step = (signal = new AbortController().signal) => ({
    idempotencyKey: KEY,
    signal,
    attempt: 1,
    report: () => {},
    log: () => {},
  })

  test('that fails has the kind of its error, and throws the same', async () => {
    const error = new RangeError('secret')
    const runStep = traceSteps()!
    await expect(runStep('search', () => Promise.reject(error), step())).rejects.toBe(error)
    expect(only()).toMatchObject({
      name: 'step search',
      kind: SpanKind.INTERNAL,
      status: { code: SpanStatusCode.ERROR },
      attributes: { 'error.type': 'RangeError', 'sweatpants.effect.id': '1.2/3' },
    })
    expect(exported()).not.toContain('secret')
  })

  test('ends when its signal aborts, and ignores a later outcome', async () => {
    const warnings: unknown[] = []
    const ignore = () => {}
    const warn = (message: string) => warnings.push(message)
    diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.WARN)
    onTestFinished(() => diag.disable())
    const controller = new AbortController()
    const { promise, resolve } = Promise.withResolvers<string>()
    const result = traceSteps()!('search', () => promise, step(controller.signal))
    controller.abort()
    expect(eventsOf(only())).toEqual(['cancelled'])
    resolve('late')
    expect(await result).toBe('late')
    expect(warnings).toEqual([])
    expect(only().status.code).toBe(SpanStatusCode.UNSET)
  })

  test('is run by the given runStep', () => {
    const runStep = traceSteps((name, body, context) => [name, body(context)])!
    expect(runStep('search', ({ idempotencyKey }) => idempotencyKey, step())).toEqual(['search', KEY])
    expect(only().name).toBe('step search')
  })

  test('that begins when it is awaited begins inside its span', async () => {
    const lazy = {
      // biome-ignore lint/suspicious/noThenProperty: query builders are such thenables
      then: (done: (value: string) => void) => done(trace.getActiveSpan()?.spanContext().spanId ?? 'none'),
    }
    const spanId = await traceSteps()!('query', () => lazy as PromiseLike<string>, step())
    expect(spanId).toBe(only().spanContext().spanId)
  })
})

describe('nothing is recorded', () => {
  test('without a provider, and nothing is wrapped', async () => {
    trace.disable()
    const peer = togetherPeer(2)
    const runStep = () => 'stubbed'
    expect(tracePeer(peer)).toBe(peer)
    expect(traceSteps()).toBeUndefined()
    expect(traceSteps(runStep)).toBe(runStep)
    expect(traceCall(call, () => trace.getActiveSpan())).toBeUndefined()
    expect(await traceCall(call, () => run(peer))).toMatchObject({ value: ['accept', 'secret', 0] })
    expect(exporter.getFinishedSpans()).toEqual([])
  })

  test('of a call that is not sampled', async () => {
    register(new AlwaysOffSampler())
    expect(await traceCall(call, () => run(togetherPeer(2)))).toMatchObject({ value: ['accept', 'secret', 0] })
    expect(exporter.getFinishedSpans()).toEqual([])
  })

  test('where the API is not installed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'without-api-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const copy = join(folder, 'open-telemetry.ts')
    copyFileSync(join(import.meta.dirname, 'open-telemetry.ts'), copy)
    const { openTelemetry } = await import(/* @vite-ignore */ pathToFileURL(copy).href)
    expect(openTelemetry()).toBeUndefined()
  })

  test('while there is no provider, and everything once there is one', () => {
    trace.disable()
    traceCall(call, () => {})
    expect(exporter.getFinishedSpans()).toEqual([])
    register()
    traceCall(call, () => {})
    expect(only().name).toBe('tools/call greet')
  })
})
