import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AlwaysOffSampler, type ReadableSpan } from '@opentelemetry/sdk-trace'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createMcpTool } from './builder.ts'
import { Drained } from './drain.ts'
import { type Exported, exportInMemory } from './fixtures/telemetry.ts'
import { createMemoryJournal } from './journal.ts'
import { deferred, failed, succeeded } from './outcome.ts'
import type { Peer } from './peer.ts'
import { RunHandle } from './run-handle.ts'
import { type RunOptions, type RunResult, runTool } from './run-tool.ts'
import { fingerprint } from './sha256.ts'

let exported: Exported

beforeEach(() => {
  exported = exportInMemory()
})

afterEach(() => exported.end())

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
    const found = yield* ctx.step('search', async ({ log }) => {
      log('info', 'two seats left')
      await trace.getTracer('database').startActiveSpan('SELECT', async (span) => span.end())
      return 'secret'
    })
    yield* ctx.log('notice', 'searched')
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

const accepted = { action: 'accept' as const, content: { ok: true } }

const peer: Peer = {
  answer(effect) {
    if (effect.type === 'roots') return succeeded({ roots: [] })
    if (effect.type === 'sample') return Promise.resolve(succeeded(reply))
    return Promise.resolve(succeeded(accepted))
  },
}

/** Defers what people are asked. */
const patientPeer: Peer = {
  answer: (effect, signal) => (effect.type === 'elicit' ? deferred : peer.answer(effect, signal)),
}

const run = (options: Partial<RunOptions> & { answers?: Record<string, typeof accepted> } = {}): Promise<RunResult> =>
  runTool(fly, { to: 'secret' }, { peer, runId: 'run-1', principal: 'ada', ...options })

const eventsOf = (span: ReadableSpan): string[] => span.events.map(({ name }) => name)

const idOf = (span: ReadableSpan): string => span.spanContext().spanId

/** Everything that leaves the process. */
const text = (): string =>
  JSON.stringify(exported.spans.map(({ name, attributes, events, status }) => ({ name, attributes, events, status })))

describe('the span of a run', () => {
  test('a run is a span below the active one, with its tool, principal and state (S1)', async () => {
    await trace.getTracer('http').startActiveSpan('POST', async (request) => {
      await run()
      const span = exported.span('run fly')
      expect(span.parentSpanContext?.spanId).toBe(request.spanContext().spanId)
      expect(span).toMatchObject({
        kind: SpanKind.INTERNAL,
        links: [],
        instrumentationScope: { name: '@sweatpants/framework' },
      })
      expect(span.attributes).toStrictEqual({
        'gen_ai.tool.name': 'fly',
        'enduser.id': 'ada',
        'sweatpants.run.id': fingerprint('run-1'),
        'sweatpants.run.resumed': false,
        'sweatpants.run.state': 'completed',
      })
    })
  })

  test('a run that another process resumes continues the trace of the first span, and links to it (S2)', async () => {
    const journal = createMemoryJournal()
    expect(await run({ peer: patientPeer, journal })).toMatchObject({ type: 'parked' })
    const first = exported.span('run fly')
    expect(first.attributes['sweatpants.run.state']).toBe('waiting')
    expect(await run({ journal, answers: { '1/confirm': accepted } })).toMatchObject({ type: 'completed' })
    const second = exported.named('run fly')[1]!
    expect(second.spanContext().traceId).toBe(first.spanContext().traceId)
    expect(second.links.map(({ context }) => context.spanId)).toEqual([idOf(first)])
    expect(second.attributes).toMatchObject({
      'sweatpants.run.id': first.attributes['sweatpants.run.id'],
      'sweatpants.run.resumed': true,
      'sweatpants.run.state': 'completed',
    })
  })

  test('a run that a request resumes belongs to the trace of the request, and links to the first span', async () => {
    const journal = createMemoryJournal()
    await run({ peer: patientPeer, journal })
    const first = exported.span('run fly')
    await trace.getTracer('http').startActiveSpan('POST', async (request) => {
      await run({ journal, answers: { '1/confirm': accepted } })
      const second = exported.named('run fly')[1]!
      expect(second.parentSpanContext?.spanId).toBe(request.spanContext().spanId)
      expect(second.spanContext().traceId).not.toBe(first.spanContext().traceId)
      expect(second.links.map(({ context }) => context.spanId)).toEqual([idOf(first)])
    })
  })

  test('a run that begins after the active span has ended links to that span, and has a trace of its own', async () => {
    await trace.getTracer('http').startActiveSpan('POST', async (request) => {
      request.end()
      await run()
      const span = exported.span('run fly')
      expect(span.parentSpanContext).toBeUndefined()
      expect(span.spanContext().traceId).not.toBe(request.spanContext().traceId)
      expect(span.links.map(({ context }) => context.spanId)).toEqual([request.spanContext().spanId])
    })
  })

  test('a run that goes on in place links to its first span each time', async () => {
    const handle = new RunHandle(fly, { to: 'x' }, { peer: patientPeer })
    await expect.poll(() => handle.waits).toBe(true)
    handle.answer({ '1/confirm': accepted })
    expect(await handle.ended).toMatchObject({ type: 'completed' })
    const [first, second] = exported.named('run fly')
    expect(second!.links.map(({ context }) => context.spanId)).toEqual([idOf(first!)])
  })

  test('an answer that arrives later is an event of the span that takes it', async () => {
    const journal = createMemoryJournal()
    await run({ peer: patientPeer, journal })
    await run({ journal, answers: { '1/confirm': accepted } })
    const answered = exported.named('run fly')[1]!.events.find(({ name }) => name === 'answered')
    expect(answered?.attributes).toMatchObject({
      'sweatpants.effect.key': 'confirm',
      'sweatpants.effect.id': '1/confirm',
      'sweatpants.question.age': expect.any(Number),
      'sweatpants.answered.by': ['ada'],
    })
  })

  test('a run that fails has the name of its error and not the message', async () => {
    await run({ peer: { answer: () => failed(new RangeError('secret')) } })
    expect(exported.span('run fly')).toMatchObject({
      status: { code: SpanStatusCode.ERROR },
      attributes: { 'sweatpants.run.state': 'failed', 'error.type': 'ElicitError' },
    })
    expect(text()).not.toContain('secret')
  })

  test('a run that is released is interrupted, and is no error', async () => {
    const released = new Drained('the server is shutting down')
    await expect(run({ peer: { answer: () => Promise.reject(released) } })).rejects.toBe(released)
    expect(exported.span('run fly')).toMatchObject({
      status: { code: SpanStatusCode.UNSET },
      attributes: { 'sweatpants.run.state': 'interrupted' },
    })
  })

  test('a run whose journal cannot be read fails in its span', async () => {
    const broken = new RangeError('gone')
    const journal = { read: () => Promise.reject(broken), append: () => {} }
    await expect(run({ journal })).rejects.toBe(broken)
    expect(exported.span('run fly').attributes['error.type']).toBe('RangeError')
  })
})

describe('the spans of effects', () => {
  test('each effect is a span below that of its run, also when branches wait side by side', async () => {
    await run()
    const names = exported.spans.map(({ name }) => name).sort()
    expect(names).toEqual(['SELECT', 'elicit confirm', 'roots', 'run fly', 'sample words', 'step search'])
    for (const name of ['elicit confirm', 'roots', 'sample words', 'step search']) {
      expect(exported.span(name).parentSpanContext?.spanId).toBe(idOf(exported.span('run fly')))
    }
    expect(exported.span('SELECT').parentSpanContext?.spanId).toBe(idOf(exported.span('step search')))
  })

  test('effects are described without their contents (S4)', async () => {
    await run()
    expect(exported.span('elicit confirm')).toMatchObject({ kind: SpanKind.CLIENT })
    expect(exported.span('elicit confirm').attributes).toStrictEqual({
      'mcp.method.name': 'elicitation/create',
      'sweatpants.effect.type': 'elicit',
      'sweatpants.effect.key': 'confirm',
      'sweatpants.effect.id': '1/confirm',
      'sweatpants.effect.at': '1:0',
      'sweatpants.effect.attempt': 1,
    })
    expect(exported.span('sample words').attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.max_tokens': 9,
      'gen_ai.request.temperature': 0.5,
      'gen_ai.response.model': 'demo',
      'gen_ai.response.finish_reasons': ['endTurn'],
      'gen_ai.usage.input_tokens': 3,
      'gen_ai.usage.output_tokens': 5,
    })
    expect(text()).not.toContain('secret')
    expect(text()).not.toContain('run-1')
  })

  test('a replayed effect has no second span (S3)', async () => {
    const journal = createMemoryJournal()
    await run({ peer: patientPeer, journal })
    await run({ journal, answers: { '1/confirm': accepted } })
    expect(exported.named('step search')).toHaveLength(1)
    expect(exported.named('sample words')).toHaveLength(1)
    expect(eventsOf(exported.span('elicit confirm'))).toEqual(['deferred'])
  })

  test('each attempt at a step and each refused answer is a span', async () => {
    let attempts = 0
    const tool = createMcpTool('retry')
      .elicits({ confirm: { response: z.object({ ok: z.boolean() }) } })
      .execute(function* (_, ctx) {
        yield* ctx.elicit('confirm', { message: 'Sure?' })
        return yield* ctx.step(
          'pay',
          () => {
            if (++attempts === 1) throw new RangeError('secret')
            return attempts
          },
          { retry: { attempts: 2, backoff: 1 } },
        )
      })
      .build()
    let asked = 0
    const strict: Peer = {
      answer: () => succeeded({ action: 'accept', content: { ok: ++asked === 1 ? 'secret' : true } }),
    }
    expect(await runTool(tool, {}, { peer: strict })).toMatchObject({ type: 'completed', value: 2 })
    const attemptsOf = (name: string) =>
      exported.named(name).map(({ attributes }) => attributes['sweatpants.effect.attempt'])
    expect(attemptsOf('elicit confirm')).toEqual([1, 2])
    expect(attemptsOf('step pay')).toEqual([1, 2])
    expect(exported.named('step pay')[0]!.attributes['error.type']).toBe('RangeError')
    expect(text()).not.toContain('secret')
  })

  test('the span of a question ends when the run is cancelled, and is no error', async () => {
    const controller = new AbortController()
    const cancelling: Peer = {
      answer(effect, signal) {
        if (effect.type === 'log') return succeeded(undefined)
        if (effect.type === 'sample') controller.abort()
        const { promise, reject } = Promise.withResolvers<never>()
        signal.addEventListener('abort', () => reject(signal.reason))
        return promise
      },
    }
    expect(await run({ peer: cancelling, signal: controller.signal })).toMatchObject({ type: 'cancelled' })
    for (const name of ['elicit confirm', 'sample words']) {
      expect(eventsOf(exported.span(name))).toEqual(['cancelled'])
      expect(exported.span(name).status.code).toBe(SpanStatusCode.UNSET)
    }
  })

  test('a step that begins when it is awaited begins inside its span', async () => {
    const tool = createMcpTool('lazy')
      .execute(function* (_, ctx) {
        return yield* ctx.step(
          'query',
          () =>
            ({
              // biome-ignore lint/suspicious/noThenProperty: query builders are such thenables
              then: (done: (value: string) => void) => done(trace.getActiveSpan()?.spanContext().spanId ?? 'none'),
            }) as PromiseLike<string>,
        )
      })
      .build()
    const result = await runTool(tool, {}, { peer })
    expect(result).toMatchObject({ value: idOf(exported.span('step query')) })
  })

  test('a reply that is no reply is not described', async () => {
    await run({ peer: { answer: () => succeeded(null) } })
    expect(exported.named('sample words')[0]!.attributes).not.toHaveProperty('gen_ai.response.model')
  })
})

test('a line of the log is an event of the span in which it was written, once', async () => {
  const journal = createMemoryJournal()
  await run({ peer: patientPeer, journal })
  await run({ journal, answers: { '1/confirm': accepted } })
  const linesOf = (span: ReadableSpan) =>
    span.events.filter(({ name }) => name === 'log').map(({ attributes }) => attributes)
  expect(linesOf(exported.span('step search'))).toEqual([
    { 'sweatpants.log.level': 'info', 'sweatpants.log.message': 'two seats left' },
  ])
  expect(exported.named('run fly').map(linesOf)).toEqual([
    [{ 'sweatpants.log.level': 'notice', 'sweatpants.log.message': 'searched' }],
    [],
  ])
})

describe('metrics', () => {
  test('runs are counted by the states that they enter', async () => {
    const journal = createMemoryJournal()
    await run({ peer: patientPeer, journal })
    await run({ journal, answers: { '1/confirm': accepted } })
    const points = await exported.points('sweatpants.runs')
    const counts = points.map(({ attributes, value }) => [Object.values(attributes), value])
    expect(counts).toEqual(['started', 'waiting', 'resumed', 'completed'].map((state) => [['fly', state], 1]))
  })

  test('steps and questions are measured, also if nothing is traced', async () => {
    exported.end()
    exported = exportInMemory({ isTraced: false })
    await run()
    expect(exported.spans).toEqual([])
    expect(await exported.points('sweatpants.step.duration')).toMatchObject([
      { attributes: { 'gen_ai.tool.name': 'fly', 'sweatpants.effect.key': 'search' }, value: { count: 1 } },
    ])
    expect(await exported.points('sweatpants.question.age')).toMatchObject([
      { attributes: { 'sweatpants.effect.key': 'confirm' }, value: { count: 1 } },
    ])
    expect(await exported.points('sweatpants.loop.lag')).toMatchObject([{ value: expect.any(Number) }])
  })
})

describe('nothing is recorded', () => {
  test('a run without a provider is not traced, and its header names no span', async () => {
    exported.end()
    const journal = createMemoryJournal()
    expect(await run({ journal })).toMatchObject({ value: ['accept', 'secret', 0] })
    expect(exported.spans).toEqual([])
    expect(journal.read()?.header).not.toHaveProperty('traceparent')
  })

  test('a run that is not sampled has no spans', async () => {
    exported.end()
    exported = exportInMemory({ sampler: new AlwaysOffSampler() })
    expect(await run()).toMatchObject({ value: ['accept', 'secret', 0] })
    expect(exported.spans).toEqual([])
  })

  test('the API is not needed if it is not installed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'without-api-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const copy = join(folder, 'open-telemetry.ts')
    copyFileSync(join(import.meta.dirname, 'open-telemetry.ts'), copy)
    const { openTelemetry } = await import(/* @vite-ignore */ pathToFileURL(copy).href)
    expect(openTelemetry()).toBeUndefined()
  })
})
