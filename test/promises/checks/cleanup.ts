import { createMcpTool, type McpTool, type Operation } from '@sweatpants/framework'
import { expect } from 'vitest'
import { z } from 'zod'
import { accept, type Path, question, until } from '../path.ts'

type Body = Parameters<ReturnType<typeof begin>['execute']>[0]

const begin = (name: string) => createMcpTool(name).elicits({ sure: { response: z.object({ ok: z.boolean() }) } })

/** A tool that tidies up, however it ends. */
const tidy = (name: string, ran: string[], body: Body): McpTool =>
  begin(name)
    .execute(function* (params, ctx) {
      try {
        return yield* body(params, ctx) as Operation<unknown>
      } finally {
        yield* ctx.step('tidy', () => void ran.push(`tidied ${name}`))
      }
    })
    .build()

const ask: Body = function* (_, ctx) {
  return (yield* ctx.elicit('sure', { message: 'Sure?' })).action
}

/** Ends runs by a result, an error, a refusal and a timeout. */
export async function runsFinally(path: Path): Promise<void> {
  const ran: string[] = []
  await using stage = await path.open({
    tools: [
      tidy('returns', ran, ask),
      tidy('throws', ran, function* (_, ctx) {
        yield* ctx.step('begin', () => {})
        throw new Error('no luck')
      }),
      {
        ...tidy('times_out', ran, function* (_, ctx) {
          yield* ctx.step('hang', () => new Promise<never>(() => {}))
        }),
        limits: { timeout: 50 },
      },
    ],
  })
  const returns = await stage.call('returns')
  const asked = await question(returns)
  expect(ran).toEqual([])
  await returns.answer(asked, accept({ ok: true }))
  expect(await returns.outcome()).toEqual({ type: 'completed', text: 'accept' })
  const throws = await stage.call('throws')
  expect(await throws.outcome()).toEqual({ type: 'failed', message: expect.stringContaining('no luck') })
  const timesOut = await stage.call('times_out')
  expect(await timesOut.outcome()).toEqual({ type: 'failed', message: expect.stringContaining('50 ms') })
  expect(ran).toEqual(['tidied returns', 'tidied throws', 'tidied times_out'])
}

/** Cancels a call while a step runs. */
export async function runsFinallyWhenCancelled(path: Path): Promise<void> {
  const ran: string[] = []
  const begun = Promise.withResolvers<void>()
  const aborted = Promise.withResolvers<void>()
  const hang = tidy('hang', ran, function* (_, ctx) {
    yield* ctx.step('hang', ({ signal }) => {
      signal.addEventListener('abort', () => aborted.resolve())
      begun.resolve()
      return new Promise<never>(() => {})
    })
  })
  await using stage = await path.open({ tools: [hang] })
  const call = await stage.call('hang')
  const outcome = call.outcome()
  await begun.promise
  await call.cancel()
  await aborted.promise
  expect(await outcome).toEqual({ type: 'cancelled' })
  await until(() => ran.length > 0)
  expect(ran).toEqual(['tidied hang'])
}

/** Cancels a call while a question is open. */
export async function runsFinallyWhenCancelledAtQuestion(path: Path): Promise<void> {
  const ran: string[] = []
  await using stage = await path.open({ tools: [tidy('ask', ran, ask)] })
  const call = await stage.call('ask')
  await question(call)
  await call.cancel()
  expect(await call.outcome()).toEqual({ type: 'cancelled' })
  await until(() => ran.length > 0)
  expect(ran).toEqual(['tidied ask'])
}

/** Deletes the session of a call while its question is open, and that of another call while a step runs. */
export async function runsFinallyWhenDeleted(path: Path): Promise<void> {
  const ran: string[] = []
  const begun = Promise.withResolvers<void>()
  const hang = tidy('hang', ran, function* (_, ctx) {
    yield* ctx.step('hang', () => {
      begun.resolve()
      return new Promise<never>(() => {})
    })
  })
  await using stage = await path.open({ tools: [tidy('ask', ran, ask), hang] })
  const waits = await stage.call('ask')
  await question(waits)
  await waits.deleteSession!()
  await until(() => ran.length > 0)
  const works = await stage.call('hang')
  await begun.promise
  await works.deleteSession!()
  await until(() => ran.length > 1)
  expect(ran).toEqual(['tidied ask', 'tidied hang'])
}

/** Calls a tool that asks, with a client that cannot be asked, at a server that puts no question in words. */
export async function runsFinallyWithoutCapability(path: Path): Promise<void> {
  const ran: string[] = []
  await using stage = await path.open({ tools: [tidy('ask', ran, ask)], questionsInWords: false })
  const call = await stage.call('ask', {}, { canElicit: false })
  expect(await call.outcome()).toMatchObject({ type: 'refused', code: -32021 })
  expect(ran).toEqual(['tidied ask'])
}

/** Ends runs whose `finally` never settles. */
export async function boundsFinally(path: Path): Promise<void> {
  const ran: string[] = []
  const stuck = begin('stuck')
    .limits({ timeout: 50, cleanup: 100 })
    .execute(function* (_, ctx) {
      try {
        yield* ctx.step('hang', () => new Promise<never>(() => {}))
      } finally {
        yield* ctx.step('never', () => new Promise<never>(() => void ran.push('tidying')))
      }
    })
    .build()
  await using stage = await path.open({ tools: [stuck] })
  const call = await stage.call('stuck')
  expect(await call.outcome()).toMatchObject({ type: 'failed' })
  expect(ran).toEqual(['tidying'])
  // A chat that is locked would not take the next message.
  const again = await stage.call('stuck', {}, { after: call })
  expect(await again.outcome()).toMatchObject({ type: 'failed' })
}
