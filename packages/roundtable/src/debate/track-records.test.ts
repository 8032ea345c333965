import { createMemoryStore } from '@sweatpants/framework/log'
import { createMortalStore } from '@sweatpants/framework/testing'
import { expect, test } from 'vitest'
import { createFakeTable, type FakeTable, say } from './fixtures/fake-table.ts'
import { setTable } from './fixtures/set-table.ts'
import type { CallerOptions } from './roundtable.ts'

const { signal } = new AbortController()
const input = { topic: 'Tea or coffee?', answers: ['Tea', 'Coffee'], rounds: 1 }
const answering = (answer: string) => () => say(`${answer}.`, { answer })
const acts = { ann: answering('Tea'), bob: answering('Coffee'), cat: answering('Coffee') }

const seatTable = (store = createMemoryStore()): FakeTable => setTable(acts, { store })

const hold = async (table: FakeTable, options: CallerOptions = {}) =>
  table.finish(await table.start(input, options), { signal })

test('what the owner marked as wrong changes how much seats count in later debates, and for no other owner', async () => {
  const store = createMemoryStore()
  const table = seatTable(store)
  const first = await hold(table, { principal: 'eve' })
  expect(first.consensus).toMatchObject({ decision: { answer: 'Coffee' }, outcomes: 0 })
  for (let i = 0; i < 12; i++) {
    const { id } = i === 0 ? first : await hold(table, { principal: 'eve' })
    // The weak pair wins until its record is worse than that of the third.
    const verdict =
      (await table.get(id, { principal: 'eve' })).consensus!.decision!.answer === 'Tea' ? 'right' : 'wrong'
    await table.recordOutcome(id, verdict, { principal: 'eve' })
  }
  await table.close()

  const later = await hold(seatTable(store), { principal: 'eve' })
  expect(later.consensus).toMatchObject({
    decision: { answer: 'Tea' },
    outcomes: 12,
    weights: [
      { known: 12, right: 12 },
      { known: 12, right: 0 },
      { known: 12, right: 0 },
    ],
  })
  expect((await hold(seatTable(store), { principal: 'dan' })).consensus).toMatchObject({
    decision: { answer: 'Coffee' },
    outcomes: 0,
  })
})

test('without outcomes, agreement in past debates tells seats apart', async () => {
  const table = seatTable()
  for (let i = 0; i < 6; i++) await hold(table)
  const [ann, bob] = (await hold(table)).consensus!.weights
  expect(bob!.skill).toBeGreaterThan(ann!.skill)
})

test('the last outcome counts, and a repeated command does not change it', async () => {
  const table = seatTable()
  const { id } = await hold(table)
  await table.recordOutcome(id, 'right', { commandId: 'first' })
  await table.recordOutcome(id, 'wrong', { note: 'It was cold.' })
  await table.recordOutcome(id, 'right', { commandId: 'first' })
  expect((await table.get(id)).outcome).toMatchObject({ verdict: 'wrong', answer: 'Coffee', note: 'It was cold.' })
  expect((await hold(table)).consensus).toMatchObject({
    outcomes: 1,
    weights: [
      { known: 1, right: 1 },
      { known: 1, right: 0 },
      { known: 1, right: 0 },
    ],
  })
})

test('an outcome that a debate shows counts, also after a kill between any two writes', async () => {
  const shown: boolean[] = []
  for (let life = 0; life < 3; life++) {
    const store = createMemoryStore()
    const { id } = await hold(seatTable(store))
    const mortal = createMortalStore(store, { life })
    const killed = createFakeTable(acts, { store: mortal.store, takesOver: false })
    const recorded = killed.recordOutcome(id, 'right')
    await Promise.race([mortal.dead, recorded])
    const next = seatTable(store)
    const hasOutcome = (await next.get(id)).outcome !== undefined
    shown.push(hasOutcome)
    if (hasOutcome) expect((await hold(next)).consensus?.outcomes, `killed before write ${life}`).toBe(1)
  }
  expect(shown).toEqual([false, false, true])
})

test('a repeated outcome does not replace the last one, also if the process is killed before its second write', async () => {
  const store = createMemoryStore()
  const table = seatTable(store)
  const { id } = await hold(table)
  await table.recordOutcome(id, 'wrong', { commandId: 'first' })
  await table.recordOutcome(id, 'right')
  const mortal = createMortalStore(store, { life: 1 })
  const killed = createFakeTable(acts, { store: mortal.store, takesOver: false })
  await Promise.race([mortal.dead, killed.recordOutcome(id, 'wrong', { commandId: 'first' })])
  const next = seatTable(store)
  expect((await next.get(id)).outcome?.verdict).toBe('right')
  expect((await hold(next)).consensus?.weights.map(({ right }) => right)).toEqual([0, 1, 1])
})

test('an outcome is refused without a decision, and by another owner', async () => {
  const tied = setTable({ ann: acts.ann, bob: acts.bob })
  const { id } = await hold(tied)
  await expect(tied.recordOutcome(id, 'right')).rejects.toMatchObject({ code: 'invalid' })
  const { id: other } = await hold(tied, { principal: 'eve' })
  await expect(tied.recordOutcome(other, 'right', { principal: 'dan' })).rejects.toMatchObject({ code: 'not_found' })
})
