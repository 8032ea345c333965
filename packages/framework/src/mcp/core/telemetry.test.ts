import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
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
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ProtocolError } from './errors.ts'
import { traceCall } from './telemetry.ts'

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

const only = (): ReadableSpan => {
  expect(exporter.getFinishedSpans()).toHaveLength(1)
  return exporter.getFinishedSpans()[0]!
}

const eventsOf = (span: ReadableSpan | undefined): string[] => span?.events.map(({ name }) => name) ?? []

describe('a call', () => {
  test('is a server span with the attributes of the conventions', async () => {
    const result = await traceCall({ ...call, requestId: 7, principal: 'ada' }, async () => ({ content: [] }))
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
      'jsonrpc.request.id': '7',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'greet',
      'enduser.id': 'ada',
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

describe('nothing is recorded', () => {
  test('of a call without a provider, and everything once there is one', () => {
    trace.disable()
    expect(traceCall(call, () => trace.getActiveSpan())).toBeUndefined()
    expect(exporter.getFinishedSpans()).toEqual([])
    register()
    traceCall(call, () => {})
    expect(only().name).toBe('tools/call greet')
  })

  test('of a call that is not sampled', () => {
    register(new AlwaysOffSampler())
    expect(traceCall(call, () => 'answer')).toBe('answer')
    expect(exporter.getFinishedSpans()).toEqual([])
  })
})
