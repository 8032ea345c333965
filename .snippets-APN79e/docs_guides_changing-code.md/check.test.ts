export {}












































import { createMcpTool } from '@sweatpants/framework'
import { checkRuns, schedule, startSchedules } from '@sweatpants/framework/control'
import { createMemoryStore } from '@sweatpants/framework/log'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'

const sure = { response: z.object({ ok: z.boolean() }) }

const today = createMcpTool('order')
  .elicits({ sure })
  .execute(function* (_, ctx) {
    yield* ctx.step('reserve', () => 'reserved')
    return (yield* ctx.elicit('sure', { message: 'Order?' })).action
  })
  .build()

const renamed = createMcpTool('order')
  .elicits({ sure })
  .execute(function* (_, ctx) {
    yield* ctx.step('hold', () => 'held')
    return (yield* ctx.elicit('sure', { message: 'Order?' })).action
  })
  .build()

const patched = createMcpTool('order')
  .elicits({ sure })
  .execute(function* (_, ctx) {
    if (yield* ctx.patched('hold')) yield* ctx.step('hold', () => 'held')
    else yield* ctx.step('reserve', () => 'reserved')
    return (yield* ctx.elicit('sure', { message: 'Order?' })).action
  })
  .build()

test('the next deployment can go on with every order that waits', async () => {
  const store = createMemoryStore()
  await schedule(store, today, {}, { at: Date.now() })
  const running = await startSchedules({ store, tools: [today], scanEvery: 10 })
  await vi.waitFor(async () => expect(await store.runs.count()).toMatchObject({ waiting: 1 }), 5_000)

  const { diverge } = await checkRuns(store, [renamed])
  expect(diverge.map(({ problem }) => problem)).toEqual([expect.stringContaining('hold')])
  expect(await checkRuns(store, [patched])).toMatchObject({ fit: 1, diverge: [] })
  await running.close()
})
