import { setTimeout as delay } from 'node:timers/promises'
import { createMcpTool, type Json, type McpTool } from '@sweatpants/framework'
import { createInbox } from '@sweatpants/framework/inbox'
import { expect } from 'vitest'
import { z } from 'zod'
import { accept, type Path, question, refusalOf, type Stage, tolerateRefusal } from '../path.ts'
import { KEYS } from '../served.ts'

/** Offers flights that are known only when it runs. */
const pick = createMcpTool('pick')
  .elicits({ flight: { response: z.object({ id: z.string() }) } })
  .execute(function* (_, ctx) {
    const flights = yield* ctx.step('search', () => ['A1', 'B2'])
    const choices = { id: flights.map((value) => ({ value, title: `Flight ${value}` })) }
    const answer = yield* ctx.elicit('flight', { message: 'Which?', choices })
    return answer.action === 'accept' ? answer.content.id : answer.action
  })
  .build()

/** Answers with a value that was not offered, then with one that was. */
export async function offersChoices(path: Path): Promise<void> {
  await using stage = await path.open({ tools: [pick] })
  const call = await stage.call('pick')
  const asked = await question(call)
  const wrong = call.answer(asked, accept({ id: 'C3' }))
  // A chat checks the answer against the form before it takes the answer, and the question stays as it is.
  if (path.name === 'chat') expect((await refusalOf(wrong)).message).toContain('does not fit its schema')
  await tolerateRefusal(wrong)
  const again = path.name === 'chat' ? asked : await question(call)
  // A client of MCP reads the reason in the message.
  if (path.name !== 'chat') expect(`${again.message} ${again.refusal}`).toContain('"C3" is not one of A1, B2')
  await call.answer(again, accept({ id: 'B2' }))
  expect(await call.outcome()).toEqual({ type: 'completed', text: 'B2' })
}

/** Takes only what is offered: the terminal asks again by itself. */
export async function offersChoicesInTerminal(path: Path): Promise<void> {
  await using stage = await path.open({ tools: [pick] })
  const call = await stage.call('pick')
  await call.answer(await question(call), accept({ id: 'B2' }))
  expect(await call.outcome()).toEqual({ type: 'completed', text: 'B2' })
}

/** Fails twice. */
const flaky = (): McpTool => {
  const keys = new Set<string>()
  return createMcpTool('flaky')
    .execute(function* (_, ctx) {
      return yield* ctx.step(
        'send',
        ({ attempt, idempotencyKey }) => {
          keys.add(idempotencyKey)
          if (attempt < 3) throw new Error('not yet')
          return `attempt ${attempt} with ${keys.size} key`
        },
        { retry: { attempts: 3, backoff: 20 } },
      )
    })
    .build()
}

/** Runs a step that fails twice. */
export async function retriesSteps(path: Path): Promise<void> {
  await using stage = await path.open({ tools: [flaky()] })
  const call = await stage.call('flaky')
  expect(await call.outcome()).toEqual({ type: 'completed', text: 'attempt 3 with 1 key' })
}

/** Reports from inside a step, and goes on when it is told to. */
const builder = createMcpTool('builder')
  .execute(function* (_, ctx) {
    yield* ctx.step('compile', async ({ report }) => {
      report('parsing', 1)
      await Promise.resolve()
      report('linking', 2)
    })
    return 'built'
  })
  .build()

/** Reads the progress that a step reports. */
export async function reportsFromSteps(path: Path): Promise<void> {
  await using stage = await path.open({ tools: [builder] })
  const call = await stage.call('builder')
  expect(await call.outcome()).toEqual({ type: 'completed', text: 'built' })
  expect(await call.progress()).toEqual(expect.arrayContaining([1, 2]))
}

/** Reports ten thousand times, for longer than half a second. */
const chatty = createMcpTool('chatty')
  .execute(function* (_, ctx) {
    yield* ctx.step('count', async ({ report }) => {
      for (let count = 1; count <= 10_000; count++) {
        report(`line ${count}`, count)
        if (count % 1_000 === 0) await delay(60)
      }
    })
    return 'counted'
  })
  .build()

/** Reads the progress of a step that reports without end. */
export async function limitsReports(path: Path): Promise<void> {
  await using stage = await path.open({ tools: [chatty] })
  const start = performance.now()
  const call = await stage.call('chatty')
  expect(await call.outcome()).toEqual({ type: 'completed', text: 'counted' })
  const seconds = (performance.now() - start) / 1_000
  const shown = await call.progress()
  expect(shown[0]).toBe(1)
  expect(shown.at(-1)).toBe(10_000)
  expect(shown.length).toBeGreaterThan(2)
  expect(shown.length).toBeLessThanOrEqual(2 + 4 * seconds)
}

/** Waits for two signals, and tells where they are sent. */
const waiting = (tell: (url: string) => Promise<void> | void): McpTool =>
  createMcpTool('waiting')
    .execute(function* (_, ctx) {
      const url = yield* ctx.signalUrl('paid')
      yield* ctx.step('tell', () => tell(url))
      const first = yield* ctx.signal('paid', z.object({ amount: z.number() }))
      const second = yield* ctx.signal('paid', z.object({ amount: z.number() }))
      return `${first.amount} and ${second.amount}`
    })
    .build()

/** Sends signals to the URL that a tool tells, with the store of its server. */
async function openSignals({ servers }: Stage, urls: readonly string[]) {
  const inbox = createInbox({ store: servers.store!, keys: KEYS, baseUrl: 'http://inbox.example' })
  while (urls.length === 0) await delay(5)
  return (amount: unknown, id: string) => inbox.sendSignal(urls[0]!, { amount } as Json, { id })
}

/** Sends two signals, the first at once when the URL is known and then again, and one that does not fit. */
export async function takesSignals(path: Path): Promise<void> {
  const urls: string[] = []
  const tell = async (url: string) => {
    urls.push(url)
    await (await openSignals(stage, urls))(1, 'a')
  }
  await using stage = await path.open({ tools: [waiting(tell)] })
  const call = await stage.call('waiting')
  const send = await openSignals(stage, urls)
  await send(1, 'a')
  await send('many', 'b')
  await send(2, 'c')
  expect(await call.outcome()).toEqual({ type: 'completed', text: '1 and 2' })
  expect(stage.servers.errors[0]?.message).toContain('a signal was ignored: amount')
}

/** Sends a signal while no server runs, twice. */
export async function takesSignalsAcrossKills(path: Path): Promise<void> {
  const urls: string[] = []
  await using stage = await path.open({ tools: [waiting((url) => void urls.push(url))] })
  const call = await stage.call('waiting')
  const send = await openSignals(stage, urls)
  const store = stage.servers.store!
  // A call of a session is not in the index of runs; it is stored when it waits.
  const isStored = async () =>
    path.name === 'mcp-2025'
      ? (await store.log('run').list(undefined)).length > 0
      : (await store.runs.count()).waiting > 0
  while (!(await isStored())) await delay(10)
  // The client has heard that it has to come back: a request looks every second whether its call waits.
  await delay(2_000)
  for (const amount of [1, 2]) {
    await stage.servers.kill()
    await send(amount, `signal ${amount}`)
    await stage.servers.start()
  }
  expect(await call.outcome()).toEqual({ type: 'completed', text: '1 and 2' })
  expect(urls).toHaveLength(1)
}

/** Sends the person to a page, which reports the amount that was paid. */
const checkout = (urls: string[], paid: number[]): McpTool =>
  createMcpTool('checkout')
    .elicits({ pay: { mode: 'url', response: z.object({ amount: z.number() }) } })
    .execute(function* (_, ctx) {
      const url = yield* ctx.signalUrl('pay')
      yield* ctx.step('begin', () => void urls.push(url))
      const answer = yield* ctx.elicit('pay', { message: 'Pay', url: 'https://pay.example/checkout' })
      if (answer.action !== 'accept') return answer.action
      yield* ctx.step('book', () => void paid.push(answer.content.amount))
      return `paid ${answer.content.amount}`
    })
    .build()

/** The page reports before the person agrees. */
export async function sendsToPages(path: Path): Promise<void> {
  const urls: string[] = []
  const paid: number[] = []
  await using stage = await path.open({ tools: [checkout(urls, paid)] })
  const call = await stage.call('checkout')
  const asked = await question(call)
  const send = await openSignals(stage, urls)
  await send(7, 'paid')
  await call.answer(asked, accept({}))
  expect(await call.outcome()).toEqual({ type: 'completed', text: 'paid 7' })
  expect(paid).toEqual([7])
}

const version = (name: string): McpTool =>
  createMcpTool('order')
    .version(name)
    .elicits({ sure: { response: z.object({ ok: z.boolean() }) } })
    .execute(function* (_, ctx) {
      yield* ctx.step(`prepare ${name}`, () => null)
      yield* ctx.elicit('sure', { message: `Order with ${name}?` })
      return `ordered with ${name}`
    })
    .build()

/** Deploys a second version beside the first while a question is open. */
export async function keepsVersions(path: Path): Promise<void> {
  await using stage = await path.open({ tools: [version('1')] })
  const call = await stage.call('order')
  const asked = await question(call)
  await stage.servers.close()
  await stage.servers.start([version('1'), version('2')])
  await call.answer(asked, accept({ ok: true }))
  expect(await call.outcome()).toEqual({ type: 'completed', text: 'ordered with 1' })
  const next = await stage.call('order')
  await next.answer(await question(next), accept({ ok: true }))
  expect(await next.outcome()).toEqual({ type: 'completed', text: 'ordered with 2' })
  expect(stage.servers.errors).toEqual([])
}

const changing = (isNew: boolean): McpTool =>
  createMcpTool('order')
    .elicits({ sure: { response: z.object({ ok: z.boolean() }) } })
    .execute(function* (_, ctx) {
      const isChecked = isNew && (yield* ctx.patched('check first'))
      if (isChecked) yield* ctx.step('check', () => null)
      yield* ctx.elicit('sure', { message: 'Order?' })
      return isChecked ? 'checked' : 'not checked'
    })
    .build()

/** Deploys a step in front of an open question. */
export async function keepsPatches(path: Path): Promise<void> {
  await using stage = await path.open({ tools: [changing(false)] })
  const call = await stage.call('order')
  const asked = await question(call)
  await stage.servers.close()
  await stage.servers.start([changing(true)])
  await call.answer(asked, accept({ ok: true }))
  expect(await call.outcome()).toEqual({ type: 'completed', text: 'not checked' })
  const next = await stage.call('order')
  await next.answer(await question(next), accept({ ok: true }))
  expect(await next.outcome()).toEqual({ type: 'completed', text: 'checked' })
  expect(stage.servers.errors).toEqual([])
}
