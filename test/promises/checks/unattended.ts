import { setTimeout as delay } from 'node:timers/promises'
import { createMcpTool } from '@sweatpants/framework'
import { type ListedSchedule, listSchedules, schedule, startSchedules } from '@sweatpants/framework/control'
import { createInbox } from '@sweatpants/framework/inbox'
import { expect, vi } from 'vitest'
import { z } from 'zod'
import { createMortalStore, type MortalStore } from '../../../packages/framework/src/testing/mortal-store.ts'
import { startWorld } from '../../mcp/world.ts'
import { NAP } from '../errands.ts'
import { accept, type Path, question, until } from '../path.ts'
import { IDLE, KEYS } from '../served.ts'

/** Kills the server while a step runs, and starts another one that no client talks to. */
export async function resumesWork(path: Path): Promise<void> {
  await using world = await startWorld()
  world.hold('step-2')
  await using stage = await path.open({ errands: ['walk'], world })
  const call = await stage.call('walk')
  await call.answer(await question(call), accept({ ok: true }))
  await world.begun('step-2')
  await stage.servers.kill()
  world.release('step-2')
  await stage.servers.start()
  await world.begun('step-8')
  expect(world.counts).toMatchObject({ leave: 1, 'step-1': 1, 'step-2': 2, 'step-8': 1 })
}

/** Kills the server while a timer runs, and starts another one after the timer was due. */
export async function wakesUp(path: Path): Promise<void> {
  await using world = await startWorld()
  world.hold('close-eyes')
  await using stage = await path.open({ errands: ['nap'], world })
  const call = await stage.call('nap')
  await call.answer(await question(call), accept({ ok: true }))
  await world.begun('close-eyes')
  await stage.servers.kill()
  await delay(NAP)
  world.release('close-eyes')
  await stage.servers.start()
  await Promise.race([world.begun('get-up'), world.begun('oversleep')])
  // A timer that was started anew would end after the shorter one, which begins in this process.
  expect(world.counts).not.toHaveProperty('oversleep')
  expect(world.counts).toMatchObject({ 'lie-down': 1, 'get-up': 1 })
}

/** Milliseconds that a question lasts. It must be seen before, also on the slower stores of the matrix. */
const LASTS = (process.env.MODE === 'matrix' ? 20 : 4) * IDLE

/** Lets a question expire while no client asks for it and no server runs. */
export async function expiresQuestions(path: Path): Promise<void> {
  const ran: string[] = []
  const ask = createMcpTool('ask')
    .elicits({ sure: { response: z.object({ ok: z.boolean() }), expiresIn: LASTS } })
    .execute(function* (_, ctx) {
      const answer = yield* ctx.elicit('sure', { message: 'Sure?' })
      yield* ctx.step('go on', () => void ran.push(answer.action))
      return answer.action
    })
    .build()
  await using stage = await path.open({ tools: [ask] })
  const call = await stage.call('ask')
  await question(call)
  // Until a chat has dropped the call from memory: then only the store knows of the deadline.
  await delay(2 * IDLE)
  await stage.servers.close()
  await delay(LASTS - IDLE)
  await stage.servers.start()
  await until(() => ran.length > 0)
  expect(ran).toEqual(['cancel'])
}

/** Lets the time of a task pass while its question is open: first as long as the question may be answered, then longer. */
export async function keepsWaitingTasks(path: Path): Promise<void> {
  const ran: string[] = []
  const ask = createMcpTool('ask')
    .elicits({ sure: { response: z.object({ ok: z.boolean() }), expiresIn: 60_000 } })
    .execute(function* (_, ctx) {
      try {
        const first = yield* ctx.elicit('sure', { message: 'Sure?' })
        return first.action
      } finally {
        yield* ctx.step('tidy', () => void ran.push('tidied'))
      }
    })
    .build()
  const wait = createMcpTool('wait')
    .elicits({ sure: { response: z.object({ ok: z.boolean() }) } })
    .execute(function* (_, ctx) {
      try {
        const { action } = yield* ctx.elicit('sure', { message: 'Sure?' })
        return action
      } finally {
        yield* ctx.step('tidy', () => void ran.push('tidied after all'))
      }
    })
    .build()
  const hear = createMcpTool('hear')
    .execute(function* (_, ctx) {
      const url = yield* ctx.signalUrl('paid')
      yield* ctx.step('tell', () => void ran.push(url))
      return `paid by ${yield* ctx.signal('paid', z.string())}`
    })
    .build()
  await using stage = await path.open({ tools: [ask, wait, hear], taskTtl: 1_500 })
  const signalled = await stage.call('hear')
  await until(() => ran.length > 0)
  const url = ran.pop()!
  const [kept, expired] = await Promise.all([stage.call('ask'), stage.call('wait')])
  const asked = await question(kept)
  expect(await expired.outcome()).toMatchObject({ type: 'refused', message: expect.stringContaining('expired') })
  expect(ran).toEqual(['tidied after all'])
  await until(() => stage.servers.errors.length > 0)
  expect(stage.servers.errors.map(String)).toEqual([expect.stringContaining('has expired')])
  await kept.answer(asked, accept({ ok: true }))
  expect(await kept.outcome()).toEqual({ type: 'completed', text: 'accept' })
  await using inbox = createInbox({ store: stage.servers.store!, keys: KEYS, baseUrl: 'http://inbox.example' })
  await inbox.sendSignal(url, 'the bank')
  expect(await signalled.outcome()).toEqual({ type: 'completed', text: 'paid by the bank' })
}

const LONG = { timeout: 10_000, interval: 20 }

const hasNext = ({ nextAt }: ListedSchedule): boolean => nextAt !== undefined

/** Lets three nodes share schedules that are due at once. One of them dies at one of its first writes. */
export async function ticksOnce(path: Path): Promise<void> {
  const report = createMcpTool('report')
    .execute(function* (_, ctx) {
      return yield* ctx.step('write', () => 'written')
    })
    .build()
  await using stage = await path.open({ tools: [report] })
  const store = stage.servers.store!
  for (let life = 0; life < 4; life++) {
    const name = `report-${life}`
    const node = async (mortal: MortalStore) =>
      startSchedules({ store: mortal.store, tools: [report], leaseTtl: 200, scanEvery: 10, onError: () => {} })
    await schedule(store, report, {}, { at: Date.now() }, { name })
    const mortal = createMortalStore(store, { life })
    await node(mortal)
    const others = await Promise.all([node(createMortalStore(store)), node(createMortalStore(store))])
    const runs = async () => (await store.runs.list({ search: `${name}@` })).runs
    await vi.waitFor(async () => expect(await runs()).toMatchObject([{ state: 'completed' }]), LONG)
    await vi.waitFor(async () => expect((await listSchedules(store)).filter(hasNext)).toEqual([]), LONG)
    mortal.die()
    for (const other of others) await other.close()
    expect(await runs()).toHaveLength(1)
  }
}
