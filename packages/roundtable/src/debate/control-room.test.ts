import { createRunControls } from '@sweatpants/framework/control'
import { listQuestions } from '@sweatpants/framework/inbox'
import { createMemoryStore, type Store } from '@sweatpants/framework/log'
import { expect, test, vi } from 'vitest'
import { askFirst, createFakeTable, createHeld, isSummary, say } from './fixtures/fake-table.ts'
import { setTable } from './fixtures/set-table.ts'

const signal = new AbortController().signal

const rows = async (store: Store) => (await store.runs.list()).runs

const untilState = (store: Store, state: string) =>
  vi.waitFor(async () => expect(await rows(store)).toMatchObject([{ state }]))

test('an operator cancels a round while models are asked: the calls are aborted, and the debate is stopped', async () => {
  const store = createMemoryStore()
  const held = createHeld(say('Tea'))
  const table = setTable({ ann: askFirst('How much?', 'required', say('Tea')), bob: held.act }, { store })
  const begun = await table.start({ topic: 'Tea or coffee?' })
  const finished = table.finish(begun, { signal })
  await held.begun
  await vi.waitFor(async () => expect((await listQuestions(store)).questions).toHaveLength(1))
  const [run] = await rows(store)
  const controls = createRunControls({ store })
  expect((await controls.show(run!.id)).actions).toEqual(['cancel'])
  await controls.cancel(run!.id)
  await expect(finished).rejects.toMatchObject({ code: 'interrupted' })
  await untilState(store, 'cancelled')
  expect(held.aborted()).toBe(1)
  expect(await table.get(begun.sessionId)).toMatchObject({ status: 'completed', endReason: 'stopped' })
  expect(await table.list()).toMatchObject([{ status: 'completed', pendingContextRequests: 0 }])
  expect((await listQuestions(store)).questions).toEqual([])
  await expect(controls.cancel(run!.id)).rejects.toMatchObject({ code: 'run_ended' })
})

test('an operator cancels a round that waits for its caller, and the next process lists it as cancelled', async () => {
  const store = createMemoryStore()
  const held = createHeld(say('Tea'))
  const table = createFakeTable({ ann: held.act }, { store })
  const begun = await table.start({ topic: 'Tea or coffee?' })
  await held.begun
  await table.interrupt(begun.sessionId)
  await untilState(store, 'waiting')
  await table.close()
  const [run] = await rows(store)
  const controls = createRunControls({ store })
  await expect(controls.retry(run!.id)).rejects.toMatchObject({
    code: 'not_supported',
    message: expect.stringContaining('continue the debate'),
  })
  await controls.cancel(run!.id)
  const next = setTable({ ann: held.act }, { store })
  await untilState(store, 'cancelled')
  expect(await next.get(begun.sessionId)).toMatchObject({ endReason: 'stopped' })
})

test('an operator cancels a write-up, and its caller receives an error', async () => {
  const store = createMemoryStore()
  const held = createHeld('The write-up.')
  const table = setTable({ ann: () => say('Tea') }, { store, conclude: held.act })
  const session = await table.finish(await table.start({ topic: 'Tea?', rounds: 2 }), { signal })
  const written = table.synthesize(session.id)
  await held.begun
  const [run] = await rows(store)
  expect(run?.id).toContain('/synthesis/')
  await createRunControls({ store }).cancel(run!.id)
  await expect(written).rejects.toThrow('it was cancelled')
  await vi.waitFor(async () => expect(await rows(store)).toEqual([]))
  expect(held.aborted()).toBe(1)
})

test('a round that failed can go on, so its journal cannot be forgotten, and no seat is asked again', async () => {
  const store = createMemoryStore()
  let isBroken = true
  const skills = new Proxy<Record<string, number>>(
    {},
    { get: () => (isBroken ? expect.fail('the skills are gone') : undefined) },
  )
  const table = setTable({ ann: () => say('Tea'), bob: () => say('Tea') }, { store, skills, onError: () => {} })
  const begun = await table.start({ topic: 'Tea or coffee?', rounds: 1 })
  await expect(table.finish(begun, { signal })).rejects.toMatchObject({ code: 'interrupted' })
  await untilState(store, 'waiting')
  const [run] = await rows(store)
  expect(run).toMatchObject({ detail: { problem: expect.stringContaining('the skills are gone') } })
  const controls = createRunControls({ store })
  expect((await controls.show(run!.id)).actions).toEqual(['cancel'])
  await expect(controls.forget(run!.id)).rejects.toMatchObject({ code: 'run_running' })
  isBroken = false
  const session = await table.finish(await table.continue(begun.sessionId), { signal })
  expect(session.status).toBe('completed')
  const seats = table.asked.filter(({ request }) => !isSummary(request)).map(({ seat }) => seat)
  expect(seats.toSorted()).toEqual(['ann', 'bob'])
})
