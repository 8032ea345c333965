import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { createMcpTool } from './builder.ts'
import { content } from './content.ts'
import { JsonError, ToolUsageError } from './errors.ts'
import type { Operation } from './operation.ts'
import { succeeded } from './outcome.ts'
import { runTool } from './run-tool.ts'

const peer = { answer: () => succeeded(undefined) }
const returning = (value: unknown) =>
  createMcpTool('book')
    .execute(function* () {
      return value
    })
    .build()

class Seat {
  row = 1
}

describe('R11 a result that JSON cannot carry', () => {
  const cycle: { self?: unknown } = {}
  cycle.self = cycle
  it.each<[string, unknown, string]>([
    ['a bigint', { total: 7n }, 'the result of book holds a bigint at total'],
    ['a map', new Map(), 'the result of book holds a Map'],
    ['a set', { seats: new Set() }, 'the result of book holds a Set at seats'],
    ['a date', { on: [new Date(0)] }, 'the result of book holds a Date at on[0]'],
    ['a function', { run: () => {} }, 'the result of book holds a function at run'],
    ['an instance', [new Seat()], 'the result of book holds a Seat at [0]'],
    ['a cycle', cycle, 'the result of book holds a cycle'],
    [
      'content with a bigint',
      content([{ type: 'text', text: '7', _meta: { total: 7n } }]),
      'the result of book holds a bigint at blocks[0]._meta.total',
    ],
  ])('R11 is refused by name: %s', async (_, value, message) => {
    const result = await runTool(returning(value), {}, { peer })
    expect(result).toMatchObject({ type: 'failed', error: expect.any(JsonError) })
    expect(result.type === 'failed' && result.error.message).toContain(message)
  })

  it('R11 is refused after the output schema has seen it, which may make JSON of it', async () => {
    const build = (output: z.ZodType) =>
      createMcpTool('book')
        .output(output)
        .execute(function* () {
          return { on: new Date(0) } as never
        })
        .build()
    const written = z.object({
      on: z
        .any()
        .transform((on: Date) => on.toISOString())
        .pipe(z.string()),
    })
    expect(await runTool(build(written), {}, { peer })).toMatchObject({ value: { on: '1970-01-01T00:00:00.000Z' } })
    expect(await runTool(build(z.object({ on: z.any() })), {}, { peer })).toMatchObject({
      type: 'failed',
      error: { name: 'JsonError', message: expect.stringContaining('a Date at on') },
    })
  })
})

describe('a result that JSON can carry', () => {
  it.each<[string, unknown, unknown]>([
    ['nothing', undefined, undefined],
    ['null', null, null],
    ['an object without what is undefined', { a: 1, b: undefined }, { a: 1 }],
  ])('is the value of the run: %s', async (_, value, expected) => {
    expect(await runTool(returning(value), {}, { peer })).toStrictEqual({
      type: 'completed',
      value: expected,
      usage: expect.anything(),
      ignored: [],
      abandoned: [],
    })
  })

  it('is a copy, so that the tool cannot change it afterwards', async () => {
    const kept = { seats: ['1A'] }
    const result = await runTool(returning(kept), {}, { peer })
    kept.seats.push('1B')
    expect(result).toMatchObject({ value: { seats: ['1A'] } })
  })

  it('may be larger than an entry of the journal', async () => {
    const image = content([{ type: 'image', data: 'x'.repeat(3_000_000), mimeType: 'image/png' }])
    expect(await runTool(returning(image), {}, { peer })).toMatchObject({ type: 'completed', value: image })
    expect(await runTool(returning('x'.repeat(3_000_000)), {}, { peer })).toMatchObject({ type: 'completed' })
  })

  it('may be the whole answer of a person or a model, with its exchange', async () => {
    const tool = createMcpTool('ask')
      .elicits({ sure: { response: z.object({ ok: z.boolean() }) } })
      .execute(function* (_, ctx) {
        return yield* ctx.elicit('sure', { message: 'Sure?' })
      })
      .build()
    const accepting = { answer: () => succeeded({ action: 'accept', content: { ok: true } }) }
    expect(await runTool(tool, {}, { peer: accepting })).toMatchObject({
      value: {
        action: 'accept',
        content: { ok: true },
        exchange: { messages: [{ role: 'assistant' }, { role: 'user' }] },
      },
    })
  })
})

describe('a promise that a tool does not wait for', () => {
  const rejections: unknown[] = []
  const listen = (reason: unknown) => rejections.push(reason)
  afterEach(() => {
    rejections.length = 0
  })

  const reject = () => Promise.reject(new Error('not handled'))
  const executing = (body: () => unknown) =>
    createMcpTool('book')
      .execute(body as never)
      .build()
  it.each<[string, () => Parameters<typeof runTool>[0], typeof ToolUsageError | typeof JsonError, string]>([
    ['returned', () => returning(reject()), ToolUsageError, 'book returned a promise'],
    ['returned inside a value', () => returning({ a: [reject()], b: reject() }), JsonError, 'a Promise at a[0]'],
    ['returned by an async body', () => executing(reject), ToolUsageError, 'returned a promise'],
    [
      'yielded',
      () =>
        executing(function* () {
          yield reject()
        }),
      ToolUsageError,
      'yielded a promise',
    ],
    [
      'returned by a branch',
      () =>
        createMcpTool('book')
          .execute(function* (_, ctx) {
            yield* ctx.branch(function* (): Operation<unknown> {
              return reject()
            } as never)
          })
          .build(),
      ToolUsageError,
      'branch 1 returned a promise',
    ],
  ])('is an error of usage and cannot end the process when it is %s', async (_, build, kind, message) => {
    process.on('unhandledRejection', listen)
    onTestFinished(() => void process.off('unhandledRejection', listen))
    const result = await runTool(build(), {}, { peer })
    expect(result).toMatchObject({ type: 'failed', error: expect.any(kind) })
    expect(result.type === 'failed' && result.error.message).toContain(message)
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(rejections).toEqual([])
  })

  it('is an error of the step when it is part of the value of a step', async () => {
    process.on('unhandledRejection', listen)
    onTestFinished(() => void process.off('unhandledRejection', listen))
    const tool = createMcpTool('book')
      .execute(function* (_, ctx) {
        yield* ctx.step('fetch', () => ({ page: reject() }))
      })
      .build()
    expect(await runTool(tool, {}, { peer })).toMatchObject({
      error: { name: 'StepError', message: expect.stringContaining('a Promise at page') },
    })
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(rejections).toEqual([])
  })
})

describe('what is thrown', () => {
  it.each<[string, unknown, string]>([
    ['a text', 'no seats', '"no seats" was thrown'],
    ['nothing', undefined, 'undefined was thrown'],
    ['an object', { code: 7 }, 'an Object was thrown'],
  ])('and is not an Error has a sentence of its own: %s', async (_, thrown, message) => {
    const tool = createMcpTool('book')
      .execute(function* () {
        throw thrown
      })
      .build()
    expect(await runTool(tool, {}, { peer })).toMatchObject({
      type: 'failed',
      error: {
        name: 'ThrownValueError',
        value: thrown,
        message: expect.stringContaining(`${message}, which is not an Error`),
      },
    })
  })
})
