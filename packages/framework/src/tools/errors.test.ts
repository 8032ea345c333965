import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createMcpTool } from './builder.ts'
import { DivergenceError, OtherCodeError, VersionError } from './errors.ts'
import { createMemoryJournal } from './journal.ts'
import { deferred, failed, succeeded } from './outcome.ts'
import type { Peer } from './peer.ts'
import { runTool } from './run-tool.ts'
import type { McpTool } from './tool.ts'

const deferring: Peer = { answer: (effect) => ('id' in effect ? deferred : succeeded(undefined)) }
const ask = { response: z.object({ ok: z.boolean() }) }
const tool = createMcpTool('t').elicits({ ask })

describe('an error has its numbers as fields', () => {
  const word = { content: { type: 'text', text: 'four' }, model: 'm', usage: { inputTokens: 3, outputTokens: 4 } }
  const wrong: Peer = {
    answer: ({ type }) => succeeded(type === 'sample' ? word : { action: 'accept', content: { ok: 7 } }),
  }
  it.each<[string, McpTool, object]>([
    [
      'ToolDepthError',
      tool
        .limits({ maxDepth: 1 })
        .execute((_, ctx) => ctx.branch((one) => one.branch(function* () {})))
        .build(),
      { depth: 2, limit: 1 },
    ],
    [
      'ToolTokenError',
      tool
        .limits({ maxTokens: 5 })
        .execute(function* (_, ctx) {
          yield* ctx.sample({ prompt: 'a' })
          yield* ctx.sample({ prompt: 'b' })
        })
        .build(),
      { used: 7, budget: 5 },
    ],
    [
      'ToolTimeoutError',
      tool
        .execute((_, ctx) => ctx.branch((own) => own.step('slow', () => new Promise(() => {})), { timeout: 5 }))
        .build(),
      { path: '1', limit: 5 },
    ],
    [
      'SampleValidationError',
      tool.execute((_, ctx) => ctx.sampleSchema({ prompt: 'a', schema: z.object({}), retries: 1 })).build(),
      { attempts: 2, problem: expect.any(String) },
    ],
    ['ElicitError', tool.execute((_, ctx) => ctx.elicit('ask', { message: 'm' })).build(), { attempts: 4 }],
  ])('%s', async (name, failing, fields) => {
    expect(await runTool(failing, {}, { peer: wrong })).toMatchObject({ type: 'failed', error: { name, ...fields } })
  })

  it('JournalConflictError', async () => {
    const journal = createMemoryJournal()
    const asking = tool.execute((_, ctx) => ctx.elicit('ask', { message: 'm' })).build()
    await runTool(asking, {}, { peer: deferring, journal, runId: 'run' })
    const { progress } = journal.read()!
    expect(() => journal.append(0, { entries: [], progress })).toThrow(
      expect.objectContaining({ name: 'JournalConflictError', runId: 'run', expected: 0, found: 1 }),
    )
  })
})

describe('R13 a run that meets other code', () => {
  const build = (steps: string[], version: string) =>
    tool
      .version(version)
      .execute(function* (_, ctx) {
        yield* ctx.log('info', steps.join())
        for (const step of steps) yield* ctx.step(step, () => step)
        yield* ctx.elicit('ask', { message: 'm' })
      })
      .build()

  it.each<[string, McpTool, new (...args: never) => OtherCodeError, RegExp, object]>([
    [
      'that takes other steps',
      build(['pay'], '1'),
      DivergenceError,
      /step "search" at 0, but the tool asks for step "pay"/,
      {},
    ],
    [
      'that takes fewer steps',
      build([], '1'),
      DivergenceError,
      /step "search" at 0, but the tool asks for elicit "ask"/,
      {},
    ],
    [
      'of another version',
      build(['search'], '2'),
      VersionError,
      /version 1 of t, and this is version 2/,
      { begun: '1', current: '2' },
    ],
    [
      'that takes other arguments',
      { ...build(['search'], '1'), parameters: z.object({ to: z.string() }) },
      DivergenceError,
      /has begun, and the tool refuses it now: t: wrong arguments: to: .*; the schema of the parameters has changed, or /,
      {},
    ],
    [
      'that needs more of the client',
      { ...build(['search'], '1'), requires: { sampling: true } },
      DivergenceError,
      /has begun, and the tool refuses it now: .*sampling/,
      {},
    ],
  ])('R13 stops and leaves its journal as it is: %s', async (_, changed, kind, message, fields) => {
    const journal = createMemoryJournal()
    await runTool(build(['search'], '1'), {}, { peer: deferring, journal, can: { sampling: false } })
    const before = structuredClone(journal.read())
    const error = await runTool(
      changed,
      {},
      { peer: deferring, journal, answers: { ask: { action: 'decline' } } },
    ).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(kind)
    expect(error).toBeInstanceOf(OtherCodeError)
    expect(error).toMatchObject({ ...fields, message: expect.stringMatching(message) })
    expect((error as OtherCodeError).clientMessage).not.toMatch(/step|version \d|journal/)
    expect(journal.read()).toEqual(before)
    const resumed = await runTool(
      build(['search'], '1'),
      {},
      { peer: deferring, journal, answers: { ask: { action: 'decline' } } },
    )
    expect(resumed).toMatchObject({ type: 'completed' })
  })
})

describe('R13 a schema of parameters that depends on the time', () => {
  const build = (parameters: z.ZodObject, isPast: () => boolean) =>
    createMcpTool('book')
      .parameters(parameters)
      .elicits({ ask: { response: z.object({}) } })
      .execute(function* (_, ctx) {
        yield* ctx.elicit('ask', { message: 'm' })
        return isPast() ? 'too late' : 'booked'
      })
      .build()

  it('stops a waiting run with what to do, and the run goes on once the body checks instead', async () => {
    let isPast = false
    const date = z.string().refine(() => !isPast, 'in the past')
    const journal = createMemoryJournal()
    const go = (tool: McpTool) =>
      runTool(tool, { date: '2026-01-01' }, { peer: deferring, journal, answers: { ask: { action: 'decline' } } })
    const wrong = build(z.object({ date }), () => false)
    await runTool(wrong, { date: '2026-01-01' }, { peer: deferring, journal })
    isPast = true
    await expect(go(wrong)).rejects.toThrow(
      /date: in the past; .* depends on the time\. Deploy one that takes these arguments, and check in the body what/,
    )
    const right = build(z.object({ date: z.string() }), () => isPast)
    expect(await go(right)).toMatchObject({ type: 'completed', value: 'too late' })
  })
})

describe('a question that cannot be asked', () => {
  const missing: Peer = {
    answer: () => failed(Object.assign(new Error('no elicitation here'), { code: -32021, data: { elicitation: {} } })),
  }

  it('fails with what the peer said, which the tool may catch', async () => {
    const catching = tool
      .execute(function* (_, ctx) {
        try {
          yield* ctx.elicit('ask', { message: 'm' })
        } catch {
          return 'went on'
        }
      })
      .build()
    const journal = createMemoryJournal()
    expect(await runTool(catching, {}, { peer: missing, journal })).toMatchObject({ value: 'went on' })
    expect(journal.read()!.entries).toMatchObject([{ type: 'failure', failure: { code: -32021 } }])
  })

  it('runs the finally, and ends the run with its code if the tool does not catch it', async () => {
    const log: string[] = []
    const cleaning = tool
      .execute(function* (_, ctx) {
        try {
          yield* ctx.elicit('ask', { message: 'm' })
        } finally {
          yield* ctx.step('close', () => void log.push('closed'))
        }
      })
      .build()
    expect(await runTool(cleaning, {}, { peer: missing })).toMatchObject({
      type: 'failed',
      error: { name: 'ElicitError', failure: { code: -32021, data: { elicitation: {} } } },
    })
    expect(log).toEqual(['closed'])
  })
})
