import { createMcpTool, type McpTool } from '@sweatpants/framework'
import { createCuttableJournal, JournalCut, runScript } from '@sweatpants/framework/testing'
import { expect } from 'vitest'
import { z } from 'zod'
import { startWorld, type World } from '../../mcp/world.ts'
import type { WrittenCall } from '../calling-model.ts'
import { errands } from '../errands.ts'
import { accept, type Path, question, refusalOf, until } from '../path.ts'
import { type Call2026, Stage2026 } from '../paths/mcp-2026.ts'
import type { ServerProcesses } from '../processes.ts'

/** Returns the keys under which a step was performed, in order. */
const keysOf = ({ visits }: World, name: string): string[] =>
  visits.flatMap(({ step, idempotencyKey }) => (step === name ? [idempotencyKey] : []))

/** Kills the server while one of two parallel steps runs and the other is recorded. */
export async function keepsKeys(path: Path): Promise<void> {
  await using world = await startWorld()
  world.hold('clothes')
  await using stage = await path.open({ errands: ['pack'], world })
  const call = await stage.call('pack')
  await call.answer(await question(call), accept({ ok: true }))
  await Promise.all([world.begun('clothes'), world.begun('books')])
  await stage.servers.kill()
  world.release('clothes')
  await stage.servers.start()
  await call.retry()
  expect(await call.outcome()).toEqual({ type: 'completed', text: 'accept: clothes and books' })
  expect(world.counts).toMatchObject({ prepare: 1, clothes: 2 })
  for (const step of ['unpack', 'clothes', 'books']) expect(new Set(keysOf(world, step)).size, step).toBe(1)
}

/** Kills the server while a `once` step runs. */
export async function interruptsOnce(path: Path): Promise<void> {
  await using world = await startWorld()
  world.hold('book')
  await using stage = await path.open({ errands: ['book'], world })
  const call = await stage.call('book')
  await call.answer(await question(call), accept({ ok: true }))
  await world.begun('book')
  await stage.servers.kill()
  world.release('book')
  await stage.servers.start()
  await call.retry()
  expect(await call.outcome()).toEqual({ type: 'completed', text: 'accept: interrupted' })
  expect(world.counts).toEqual({ search: 1, book: 1, mail: 1 })
}

/** Ends a script as soon as its journal says that a `once` step has started. */
export async function interruptsOnceInScript(): Promise<void> {
  const book = errands.book((step) => async () => step)
  const script = { answers: { sure: { action: 'accept' as const, content: { ok: true } } } }
  for (let cutAfter = 1; ; cutAfter++) {
    const journal = createCuttableJournal({ cutAfter })
    const cut = await runScript(book, {}, { ...script, journal }).catch((error: unknown) => error)
    expect(cut).toBeInstanceOf(JournalCut)
    if (journal.entries.at(-1)?.type !== 'started') continue
    const { value } = await runScript(book, {}, { journal: journal.reopen() })
    return expect(value).toBe('accept: interrupted')
  }
}

/** Asks, then pays for the answer. */
const shop = (keys: string[]): McpTool =>
  createMcpTool('shop')
    .elicits({ amount: { response: z.object({ amount: z.number() }) } })
    .execute(function* (_, ctx) {
      const answer = yield* ctx.elicit('amount', { message: 'How many?' })
      const amount = answer.action === 'accept' ? answer.content.amount : 0
      yield* ctx.step('pay', ({ idempotencyKey }) => void keys.push(idempotencyKey))
      return `${amount} paid`
    })
    .build()

/** Runs a tool with different answers and with the same answers, under one run id. */
export async function separatesAnswers(path: Path): Promise<void> {
  const keys: string[] = []
  await using stage = await path.open({ tools: [shop(keys)] })
  for (const amount of [1, 2, 1]) {
    const call = await stage.call('shop')
    await call.answer(await question(call), accept({ amount }))
    expect(await call.outcome()).toEqual({ type: 'completed', text: `${amount} paid` })
  }
  expect(keys).toHaveLength(3)
  expect(keys[2]).toBe(keys[0])
  expect(keys[1]).not.toBe(keys[0])
}

/** The same over 2026, where a client can send a state twice. */
export async function separatesAnswersToState(path: Path): Promise<void> {
  const keys: string[] = []
  await using stage = (await path.open({ tools: [shop(keys)] })) as Stage2026
  const call = await stage.call('shop')
  const [asked] = await call.questions()
  const { requestState } = await call.result
  for (const amount of [1, 2, 1]) {
    const inputResponses = { [asked!.id]: accept({ amount }) }
    await stage.round({ name: 'shop', arguments: {}, requestState: requestState!, inputResponses })
  }
  expect(keys[2]).toBe(keys[0])
  expect(keys[1]).not.toBe(keys[0])
}

/** Asks, books once, asks whether to celebrate. */
const booking = (booked: string[]): McpTool =>
  createMcpTool('booking')
    .elicits({ sure: { response: z.object({ ok: z.boolean() }) } })
    .execute(function* (_, ctx) {
      const { action } = yield* ctx.elicit('sure', { message: 'Book?' })
      if (action !== 'accept') return 'not booked'
      const number = yield* ctx.step('book', () => booked.push('booked'), { once: true })
      yield* ctx.elicit('sure', { message: 'Celebrate?' })
      return `booked ${number}`
    })
    .build()

/** Sends one answer many times at once. */
export async function countsOneAnswer(path: Path): Promise<void> {
  const booked: string[] = []
  await using stage = await path.open({ tools: [booking(booked)] })
  const call = await stage.call('booking')
  const asked = await question(call)
  const sent = Array.from({ length: 10 }, () => call.answer(asked, accept({ ok: true })))
  const taken = (await Promise.allSettled(sent)).filter(({ status }) => status === 'fulfilled')
  // A task acknowledges them all, and a chat says that the question is closed.
  expect(taken).toHaveLength(path.name === 'chat' ? 1 : 10)
  await call.answer(await question(call), accept({ ok: true }))
  expect(await call.outcome()).toEqual({ type: 'completed', text: 'booked 1' })
  expect(booked).toEqual(['booked'])
}

/** Sends one request many times, at two servers at once. */
export async function repeatsReply(path: Path): Promise<void> {
  await using world = await startWorld()
  await using stage = (await path.open({ errands: ['book'], world })) as Stage2026
  const call = await stage.call('book')
  const asked = await question(call)
  const servers = stage.servers as ServerProcesses
  await servers.start()
  servers.takesTurns = true
  await call.answer(asked, accept({ ok: true }))
  const replies = await Promise.all([call.result, ...Array.from({ length: 9 }, () => stage.round(call.sent))])
  expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
  expect(world.counts).toEqual({ search: 1, book: 1, mail: 1 })
}

/** Books at once. */
const quick = (booked: string[]): McpTool =>
  createMcpTool('quick')
    .execute(function* (_, ctx) {
      return yield* ctx.step('book', () => `booking ${booked.push('booked')}`, { once: true })
    })
    .build()

/** Sends the first request of a call several times with one key, and once with another. */
export async function repeatsFirstReply(path: Path): Promise<void> {
  const booked: string[] = []
  await using stage = await path.open({ tools: [quick(booked)] })
  const send = async (key: string) => (await stage.call('quick', {}, { key })).outcome()
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => send('order 17')))
  expect(outcomes).toEqual(outcomes.map(() => ({ type: 'completed', text: 'booking 1' })))
  expect(await send('order 18')).toEqual({ type: 'completed', text: 'booking 2' })
  expect(booked).toHaveLength(2)
}

/** Sends one message of a conversation several times, under one command id. */
export async function takesOneCommand(path: Path): Promise<void> {
  const booked: string[] = []
  await using stage = await path.open({ tools: [quick(booked)] })
  const post = async (at: string, body: object) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    return (await stage.servers.fetch(`http://page/api/chat/sessions${at}`, init)).json()
  }
  const { sessionId } = await post('', {})
  const content = JSON.stringify({ tool: 'quick', arguments: {} } satisfies WrittenCall)
  const command = { type: 'send', commandId: 'order 17', content }
  const places = await Promise.all(Array.from({ length: 5 }, () => post(`/${sessionId}/commands`, command)))
  expect(new Set(places.map(({ lsn }) => lsn)).size).toBe(1)
  await until(() => booked.length > 0)
  // The next message is taken up after everything before it.
  await post(`/${sessionId}/commands`, { ...command, commandId: 'order 18' })
  await until(() => booked.length > 1)
  expect(booked).toHaveLength(2)
}

/** Answers a question that was answered, in another way. */
export async function refusesOtherAnswers(path: Path): Promise<void> {
  const booked: string[] = []
  await using stage = await path.open({ tools: [booking(booked)] })
  const call = await stage.call('booking')
  const asked = await question(call)
  await call.answer(asked, accept({ ok: true }))
  await question(call)
  if (stage instanceof Stage2026) await refusesOtherRound(stage, call as Call2026)
  else if (path.name === 'chat') await refusalOf(call.answer(asked, { action: 'decline' }))
  else await call.answer(asked, { action: 'decline' })
  await call.answer(await question(call), accept({ ok: true }))
  expect(await call.outcome()).toEqual({ type: 'completed', text: 'booked 1' })
  expect(booked).toEqual(['booked'])
}

async function refusesOtherRound(stage: Stage2026, { sent }: Call2026): Promise<void> {
  const inputResponses = Object.fromEntries(
    Object.keys(sent.inputResponses!).map((id) => [id, { action: 'decline' as const }]),
  )
  expect(await refusalOf(stage.round({ ...sent, inputResponses }))).toMatchObject({
    code: -32602,
    message: expect.stringContaining('was already answered otherwise'),
  })
}

/** Sends an older state again, after the call has gone on. */
export async function refusesOlderStates(path: Path): Promise<void> {
  const booked: string[] = []
  await using stage = (await path.open({ tools: [booking(booked)] })) as Stage2026
  const call = await stage.call('booking')
  await call.answer(await question(call), accept({ ok: true }))
  const asked = await question(call)
  const older = call.sent
  await call.answer(asked, accept({ ok: true }))
  const reply = await call.result
  expect(await refusalOf(stage.round(older))).toMatchObject({
    code: -32602,
    message: expect.stringContaining('has been used already'),
  })
  expect(await stage.round(call.sent)).toEqual(reply)
  expect(booked).toEqual(['booked'])
}

/** Reaches a `once` step on a server without a durable store. */
export async function saysWhatOnceCannotDo(path: Path): Promise<void> {
  await using world = await startWorld()
  await using stage = await path.open({ errands: ['book'], world, isDurable: false })
  for (let times = 0; times < 2; times++) {
    const call = await stage.call('book')
    await call.answer(await question(call), accept({ ok: true }))
    expect(await call.outcome()).toEqual({ type: 'completed', text: 'accept: book' })
  }
  const servers = stage.servers as ServerProcesses
  await until(() => servers.printed !== '')
  expect(servers.printed.split('\n').filter((line) => line.includes('once'))).toEqual([
    expect.stringContaining('durable'),
  ])
}
