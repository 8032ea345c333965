import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { limitStore } from '../log/fixtures/limit-store.ts'
import type { Store } from '../log/log.ts'
import { createEncryptedStore } from '../stores/encrypted.ts'
import { createSqliteStore } from '../stores/sqlite.ts'
import { createMortalStore } from '../testing/mortal-store.ts'
import { createMcpTool } from '../tools/builder.ts'
import { createRunControls } from './run-controls.ts'
import { listSchedules, removeSchedule, schedule } from './schedule.ts'
import { startSchedules } from './start-schedules.ts'

const HOUR = 3_600_000
const LEASE = 100
const START = Date.UTC(2026, 5, 1, 12)

const until = (look: () => unknown) => expect.poll(look, { timeout: 5_000, interval: 5 })

/** Nodes on one file, with a clock that the test sets. */
function createNodes() {
  const directory = mkdtempSync(join(tmpdir(), 'schedule-'))
  let time = START
  const now = () => time
  const ran: unknown[] = []
  const report = createMcpTool('report')
    .execute(function* (params, ctx) {
      yield* ctx.step('write', () => void ran.push(params))
      return 'written'
    })
    .build()
  const ask = createMcpTool('ask')
    .elicits({ sure: { response: z.object({ ok: z.boolean() }) } })
    .execute(function* (_, ctx) {
      return (yield* ctx.elicit('sure', { message: 'Sure?' })).action
    })
    .build()
  const opened: Store[] = []
  const started: { close(): Promise<void> }[] = []
  const open = () => {
    const store = createSqliteStore({ path: join(directory, 'runs.db'), now })
    opened.push(store)
    return store
  }
  onTestFinished(async () => {
    for (const node of started) await node.close()
    for (const store of opened) await store.close()
    rmSync(directory, { recursive: true })
  })
  return {
    open,
    now,
    ran,
    report,
    ask,
    advance(ms: number) {
      time += ms
    },
    async start(store = open(), isKilled = false) {
      const node = await startSchedules({
        store,
        tools: [report, ask],
        now,
        leaseTtl: LEASE,
        scanEvery: 10,
        onError: () => {},
      })
      if (!isKilled) started.push(node)
      return node
    },
  }
}

const runsOf = async (store: Store): Promise<string[]> => (await store.runs.list()).runs.map(({ id }) => id).toSorted()

const completedIn = async (store: Store): Promise<number> => (await store.runs.list({ state: 'completed' })).runs.length

test('schedules that cannot be started leave no heartbeat behind', async () => {
  const { open, start } = createNodes()
  const store = open()
  const beat = vi.spyOn(store.leases, 'beat').mockRejectedValueOnce(new Error('no answer'))
  await expect(start(store)).rejects.toThrow('no answer')
  const before = beat.mock.calls.length
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(beat.mock.calls).toHaveLength(before)
})

test('a schedule begins one run per tick, with any number of nodes', async () => {
  const { open, start, now, advance, ran, report } = createNodes()
  const store = open()
  for (let node = 0; node < 3; node++) await start()
  await schedule(store, report, { region: 'eu' }, { every: HOUR }, { now })
  for (let tick = 1; tick <= 3; tick++) {
    advance(HOUR)
    await until(() => completedIn(store)).toBe(tick)
  }
  expect(ran.length).toBe(3)
  expect(await runsOf(store)).toEqual([
    'report@2026-06-01T13:00:00.000Z',
    'report@2026-06-01T14:00:00.000Z',
    'report@2026-06-01T15:00:00.000Z',
  ])
  expect(ran).toEqual([{ region: 'eu' }, { region: 'eu' }, { region: 'eu' }])
  await until(async () => (await listSchedules(store))[0]).toMatchObject({
    name: 'report',
    lastRun: 'report@2026-06-01T15:00:00.000Z',
    nextAt: START + 4 * HOUR,
  })
})

test('a node begins no run after the end of its scope', async () => {
  const { open, start, now, advance, ran, report } = createNodes()
  const store = open()
  await schedule(store, report, {}, { every: HOUR }, { now })
  {
    await using _node = await start(store, true)
    advance(HOUR)
    await until(() => completedIn(store)).toBe(1)
  }
  advance(HOUR)
  // A node that still took part would look every 10 ms.
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(ran.length).toBe(1)
})

test('a tick begins one run if its node is killed at any of its writes', async () => {
  for (let life = 0; life < 4; life++) {
    const { open, start, now, advance, report } = createNodes()
    const store = open()
    await schedule(store, report, {}, { every: HOUR }, { now })
    const mortal = createMortalStore(open(), { life })
    await start(mortal.store, true)
    advance(HOUR)
    if (life < 2) await mortal.dead
    else await until(async () => (await runsOf(store)).length).toBe(1)
    mortal.die()
    // Leases follow the clock of the test, and the last heartbeat may have come after the tick.
    advance(LEASE)
    await start()
    await until(async () => (await store.runs.list({ state: 'completed' })).runs.map(({ id }) => id)).toEqual([
      'report@2026-06-01T13:00:00.000Z',
    ])
  }
})

test('ticks that no node saw begin one run, or none with skip', async () => {
  const { open, start, now, advance, report } = createNodes()
  const store = open()
  await schedule(store, report, {}, { cron: '0 * * * *' }, { now })
  await schedule(store, report, {}, { cron: '0 * * * *' }, { now, name: 'skipping', missed: 'skip' })
  advance(5 * HOUR + HOUR / 2)
  await start()
  await until(async () => (await listSchedules(store)).map(({ lastAt }) => lastAt)).toEqual([
    START + 5 * HOUR,
    START + 5 * HOUR,
  ])
  expect(await runsOf(store)).toEqual(['report@2026-06-01T17:00:00.000Z'])
  await until(() => completedIn(store)).toBe(1)
  advance(HOUR / 2)
  await until(async () => (await runsOf(store)).length).toBe(3)
})

test('a tick begins no run while the last run has not ended, unless overlap allows or queues it', async () => {
  const { open, start, now, advance, ask } = createNodes()
  const store = open()
  await start()
  await start()
  for (const overlap of ['skip', 'queue', 'allow'] as const) {
    await schedule(store, ask, {}, { every: HOUR }, { now, name: overlap, overlap })
  }
  await schedule(store, ask, {}, { every: HOUR }, { now, name: 'default' })
  const ticks = async (name: string) =>
    (await runsOf(store)).filter((id) => id.startsWith(`${name}@`)).map((id) => id.slice(-13, -11))
  const listed = async (name: string) => (await listSchedules(store)).find((one) => one.name === name)
  advance(HOUR)
  await until(async () => (await runsOf(store)).length).toBe(4)
  advance(HOUR)
  await until(() => ticks('allow')).toEqual(['13', '14'])
  await until(() => listed('skip')).toMatchObject({ lastAt: START + 2 * HOUR, skippedAt: START + 2 * HOUR })
  await until(() => listed('queue')).toMatchObject({ lastAt: START + HOUR, queuedAt: START + 2 * HOUR })
  expect(await listed('default')).toMatchObject({ overlap: 'skip' })
  advance(HOUR)
  await until(() => listed('skip')).toMatchObject({ lastAt: START + 3 * HOUR })
  for (const name of ['skip', 'queue', 'default']) expect(await ticks(name), name).toEqual(['13'])

  // The run ends, and the queued ticks begin one run together.
  const controls = createRunControls({ store })
  for (const name of ['skip', 'queue']) await controls.cancel(`${name}@2026-06-01T13:00:00.000Z`)
  await until(async () => (await store.runs.list({ state: 'cancelled' })).runs.length).toBe(2)
  advance(1_000)
  await until(() => ticks('queue')).toEqual(['13', '15'])
  await until(async () => (await listed('queue'))?.queuedAt).toBeUndefined()
  advance(HOUR)
  await until(() => ticks('skip')).toEqual(['13', '16'])
})

test('a schedule whose key is missing does not hide the others, is named, and can be removed', async () => {
  const { open, report } = createNodes()
  const [old, fresh] = ['o', 'f'].map((letter) => letter.repeat(32)) as [string, string]
  // While keys are rotated, one node writes with the old key and another one with the new key.
  const before = await createEncryptedStore(open(), [old, fresh])
  const after = await createEncryptedStore(open(), [fresh, old])
  for (const name of ['first', 'lost', 'last']) await schedule(after, report, {}, { every: HOUR }, { name })
  await schedule(before, report, {}, { every: 2 * HOUR }, { name: 'lost' })
  const store = await createEncryptedStore(open(), [fresh])
  const errors: unknown[] = []
  const listed = await listSchedules(store, { onError: (error) => errors.push(error) })
  expect(listed.map(({ name }) => name).sort()).toEqual(['first', 'last'])
  expect(errors).toEqual([
    expect.objectContaining({
      name: 'StoreError',
      cause: expect.objectContaining({ message: expect.stringContaining('of schedule lost cannot be decrypted') }),
    }),
  ])
  await removeSchedule(store, 'lost')
  expect(await listSchedules(store, { onError: (error) => errors.push(error) })).toHaveLength(2)
  expect(errors).toHaveLength(1)
})

test('a schedule at a time ticks once, a removed one does not, and a changed one ticks by its new values', async () => {
  const { open, start, now, advance, ran, report } = createNodes()
  const store = open()
  await schedule(store, report, { what: 'once' }, { at: START + HOUR }, { now, name: 'once' })
  await schedule(store, report, { what: 'past' }, { at: new Date(START - HOUR) }, { now, name: 'past' })
  await schedule(store, report, { what: 'never' }, { every: HOUR }, { now, name: 'removed' })
  await schedule(store, report, { what: 'old' }, { every: 24 * HOUR }, { now, name: 'changed' })
  await removeSchedule(store, 'removed')
  await schedule(store, report, { what: 'new' }, { every: 2 * HOUR }, { now, name: 'changed' })
  await start()
  await until(() => ran.length).toBe(1)
  for (let hour = 1; hour <= 2; hour++) {
    advance(HOUR)
    await until(() => ran.length).toBe(hour + 1)
  }
  expect(ran).toEqual([{ what: 'past' }, { what: 'once' }, { what: 'new' }])
  expect((await listSchedules(store)).find(({ name }) => name === 'once')).not.toHaveProperty('nextAt')
})

test('a schedule that is set again with the same values keeps its ticks', async () => {
  const { open, now, advance, report } = createNodes()
  const store = open()
  await schedule(store, report, { a: 1, b: 2 }, { every: HOUR }, { now })
  advance(HOUR / 2)
  await schedule(store, report, { b: 2, a: 1 }, { every: HOUR }, { now })
  expect(await listSchedules(store)).toMatchObject([{ nextAt: START + HOUR }])
  await expect(schedule(store, report, {}, { every: 10 })).rejects.toThrow('at most once a second')
  await expect(schedule(store, report, {}, { cron: 'soon' })).rejects.toThrow('5 fields')
})

test('a schedule whose first tick is later than any date is refused', async () => {
  const { open, report } = createNodes()
  const store = open()
  for (const when of [{ every: 8.64e15 }, { at: 8.64e15 + 1 }])
    await expect(schedule(store, report, {}, when)).rejects.toThrow('later than any date')
  expect(await listSchedules(store)).toEqual([])
})

test('a tick whose run is larger than the store accepts is reported once and skipped, and the next tick is tried', async () => {
  const { open, now, advance, report } = createNodes()
  const store = open()
  const errors: unknown[] = []
  await schedule(store, report, { text: 'x'.repeat(2_000) }, { every: HOUR }, { now, name: 'large' })
  await using _node = await startSchedules({
    store: limitStore(store, 'task', 1_000),
    tools: [report],
    scanEvery: 10,
    now,
    onError: (error) => errors.push(error),
  })
  for (const tick of [1, 2]) {
    advance(HOUR)
    await until(() => listSchedules(store)).toMatchObject([
      { lastAt: START + tick * HOUR, skippedAt: START + tick * HOUR },
    ])
    expect(errors).toHaveLength(tick)
    expect(errors.at(-1)).toMatchObject({ name: 'RecordSizeError' })
  }
})
