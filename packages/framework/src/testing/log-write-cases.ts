import assert from 'node:assert/strict'
import { FenceError, RegisterError, StreamGoneError } from '../log/log.ts'
import {
  begin,
  KINDS,
  LONG,
  type LogCheck,
  type LogsUnderContract,
  numbered,
  numbersOf,
  PAST,
  refTo,
  refused,
  SHORT,
  take,
  timeOf,
} from './log-case.ts'

/** The writes of a driver: fences, registers, runs, expiry. */
export const logWriteCases: Record<string, LogCheck> = {
  async 'L2 an append with the last fence or without one is stored, with another it is refused'(logs) {
    const { log, other, otherLeases, leases, advance } = logs
    await begin(log, 'a')
    for (const fence of [0, 1]) await refused(() => log.append('a', { events: numbered(9), fence }), FenceError)
    await leases.beat('one', SHORT)
    const lapsed = await take(leases, 'a', 'one')
    await log.append('a', { events: numbered(1), fence: lapsed })
    await advance(PAST)
    await log.append('a', { events: numbered(2), fence: lapsed })
    await otherLeases.beat('two', LONG)
    const fence = await take(otherLeases, 'a', 'two')
    const stale = { events: numbered(9), fence: lapsed, commandId: 'c', about: 'stale', register: 'stale', dueAt: 0 }
    await refused(() => log.append('a', { ...stale, release: true }), FenceError)
    await refused(() => log.append('a', { events: numbered(9), fence: fence + 1 }), FenceError)
    await refused(() => log.append('a', { events: numbered(9), fence: lapsed, isQuiet: true }), FenceError)
    await log.append('a', { events: numbered(3) })
    await other.append('a', { events: numbered(4), fence })
    assert.deepEqual(await numbersOf(log, 'a'), [1, 2, 3, 4])
    assert.equal(await log.find('a', 'c'), undefined)
    const { about, register, isDriven } = (await log.get('a'))!
    assert.deepEqual([about, register, isDriven], [null, undefined, true])
  },

  async 'the fence of a deleted stream is refused by a new one with its id'({ log, leases }) {
    await begin(log, 'a')
    await leases.beat('one', LONG)
    const deleted = await take(leases, 'a', 'one')
    await log.delete('a')
    await begin(log, 'a')
    const stale = { events: numbered(9), fence: deleted }
    await refused(() => log.append('a', stale), FenceError)
    await take(leases, 'a', 'one')
    await refused(() => log.append('a', stale), FenceError)
  },

  async 'L3 a stream that is opened with a higher fence refuses the lower one from then on'({ log, leases, other }) {
    const { first, second } = await takeTwice(log, leases)
    await log.create('run', { about: null, register: 1, events: numbered(1) })
    assert.deepEqual((await log.open('run', first))?.events.length, 1)
    await log.append('run', { events: numbered(2), fence: first })
    assert.equal((await log.open('run', first))?.head, 2, 'expected the same fence to open it again')

    const opened = (await other.open('run', second))!
    assert.deepEqual([opened.head, opened.register, opened.events.length], [2, 1, 2])
    await refused(() => log.append('run', { events: numbered(9), fence: first }), FenceError)
    await refused(() => log.open('run', first), FenceError)
    await other.append('run', { events: numbered(3), fence: second })
    assert.equal((await log.open('run'))?.head, 3, 'expected a read without a fence to take nothing over')
    await other.append('run', { events: numbered(4), fence: second })
    assert.deepEqual(await numbersOf(log, 'run'), [1, 2, 3, 4])
  },

  async 'the append of an earlier driver comes before the takeover or is refused'({ log, leases, other }) {
    const { first, second } = await takeTwice(log, leases)
    await log.create('run', { about: null, events: [] })
    await log.open('run', first)
    const appending = Promise.allSettled(
      Array.from({ length: 20 }, async (_, i) => log.append('run', { events: numbered(i), fence: first })),
    )
    const opened = (await other.open('run', second))!
    const stored = (await appending).filter(({ status }) => status === 'fulfilled').length
    assert.equal(opened.events.length, stored)
    assert.equal((await other.get('run'))?.head, stored)
  },

  async 'a run takes the fence of its owner'({ log, leases, other }) {
    const { second } = await takeTwice(log, leases)
    const run = { about: null, register: 1, events: numbered(1), under: { ...refTo('owner'), fence: second } }
    assert.deepEqual(await log.create('run', run), { lsn: 1, repeated: false, fence: second })
    await other.append('run', { events: numbered(2), fence: second })
    await refused(() => log.append('run', { events: numbered(9), fence: second + 1 }), FenceError)
    assert.deepEqual(await numbersOf(log, 'run'), [1, 2])
  },

  async 'a run is refused when the fence of its owner is stale, or its owner is gone'({ log, leases, other }) {
    const { first, second } = await takeTwice(log, leases)
    const run = { about: null, events: numbered(1) }
    await refused(() => log.create('run', { ...run, under: { ...refTo('owner'), fence: first } }), FenceError)
    await refused(() => log.create('run', { ...run, under: { ...refTo('none'), fence: second } }), FenceError)
    await refused(
      () => log.create('run', { ...run, under: { kind: 'another', id: 'owner', fence: second } }),
      FenceError,
    )
    assert.equal(await other.get('run'), undefined)
  },

  async 'a stream without the fence of its owner needs the owner, and is deleted with it'({ log, leases, other }) {
    const piece = { about: null, events: numbered(1), under: refTo('owner') }
    await refused(() => log.create('piece', piece), StreamGoneError)
    await begin(log, 'owner')
    assert.deepEqual(await log.create('piece', piece), { lsn: 1, repeated: false })
    await take(leases, 'owner', 'one')
    await other.create('another piece', piece)
    await log.delete('owner', { withRuns: true })
    assert.equal(await other.get('piece'), undefined)
    assert.equal(await log.get('another piece'), undefined)
  },

  async 'a run that is created during a takeover is found by the new driver or refused'(logs) {
    const { log, leases, other, otherLeases } = logs
    await begin(log, 'owner')
    for (let round = 0; round < 10; round++) {
      const fence = await take(leases, 'owner', 'one')
      const run = { about: null, events: [], under: { ...refTo('owner'), fence } }
      const create = async () => log.create(`run ${round}`, run)
      const takeOver = async () => {
        await otherLeases.acquire(refTo('owner'), 'two')
        return other.get(`run ${round}`)
      }
      const creating = create().catch((error) => error as Error)
      const [created, found] = await Promise.all([creating, takeOver()])
      if (found !== undefined) assert.ok(!(created instanceof Error), `expected run ${round} to be created`)
      else if (created instanceof Error) assert.ok(created instanceof FenceError, `expected no ${created}`)
      else assert.fail(`run ${round} was created after the takeover, with the fence of the earlier driver`)
    }
  },

  async 'a stream that is created for a node is driven by it'({ log, leases, other, otherLeases }) {
    await leases.beat('one', LONG)
    const created = await log.create('a', { about: null, events: numbered(1), node: 'one', dueAt: 0 })
    assert.ok(created.fence !== undefined, 'expected a fence')
    assert.equal((await other.get('a'))?.isDriven, true)
    assert.deepEqual(await otherLeases.due(KINDS, 10), [])
    assert.equal(await otherLeases.acquire(refTo('a'), 'two'), undefined)
    await log.append('a', { events: numbered(2), fence: created.fence })
    await begin(log, 'b')
    assert.ok((await take(leases, 'b', 'one')) > created.fence, 'expected each fence to be larger than the last')
  },

  async 'an append may release the stream'({ log, leases, other, otherLeases }) {
    await begin(log, 'a')
    await leases.beat('one', LONG)
    const fence = await take(leases, 'a', 'one')
    await log.append('a', { events: numbered(1), fence })
    assert.equal((await other.get('a'))?.isDriven, true)
    await log.append('a', { events: [], head: 1, fence, dueAt: 0, release: true })
    assert.equal((await other.get('a'))?.isDriven, false)
    assert.deepEqual(await otherLeases.due(KINDS, 10), [refTo('a')])
    assert.ok((await take(otherLeases, 'a', 'two')) > fence, 'expected a larger fence')
  },

  async 'the register stays as it is until an append replaces it as a whole'({ log, other }) {
    await begin(log, 'a')
    assert.equal('register' in (await other.get('a'))!, false)
    await log.append('a', { events: numbered(1), register: { write: 1, open: ['q'] } })
    await log.append('a', { events: numbered(2) })
    await log.append('a', { events: numbered(3), isQuiet: true })
    assert.deepEqual((await other.get('a'))?.register, { write: 1, open: ['q'] })
    await log.append('a', { events: [], register: { write: 2 }, isQuiet: true })
    for (const record of [await other.get('a'), await other.open('a'), (await other.list(undefined))[0]]) {
      assert.deepEqual(record?.register, { write: 2 })
    }
    await log.append('a', { events: [], register: null })
    assert.equal((await other.get('a'))?.register, null)
  },

  async 'a register that is too large is refused, and nothing is stored'({ log }) {
    const largest = 'x'.repeat(16_382)
    await refused(() => log.create('a', { about: null, events: [], register: `${largest}x` }), RegisterError)
    assert.equal(await log.get('a'), undefined)
    await log.create('a', { about: null, events: [], register: largest })
    await refused(() => log.append('a', { events: numbered(1), register: `${largest}x` }), RegisterError)
    assert.deepEqual(await numbersOf(log, 'a'), [])
    await log.append('a', { events: numbered(1), register: largest, isQuiet: true })
    assert.equal((await log.get('a'))?.register, largest)
  },

  async 'a write that is sent again is recognised by its command or its number'({ log, other }) {
    await begin(log, 'a')
    const command = { events: numbered(1), commandId: 'c' }
    await log.append('a', command)
    assert.deepEqual(await other.append('a', command), { lsn: 1, repeated: true })
    const write = { events: numbered(2, 3), head: 1, write: 4, register: 'second' }
    assert.deepEqual(await log.append('a', write), { lsn: 3, repeated: false })
    await log.append('a', { events: numbered(4) })
    assert.deepEqual(await other.append('a', write), { lsn: 4, repeated: true })
    assert.deepEqual(await numbersOf(other, 'a'), [1, 2, 3, 4])
    for (const record of [await other.get('a'), await other.open('a'), (await other.list(undefined))[0]]) {
      assert.equal(record?.lastWrite, 4)
    }
  },

  async 'L5 a numbered write that arrives after a later one changes nothing'({ log, leases, other }) {
    await begin(log, 'a')
    assert.equal((await log.get('a'))?.lastWrite, 0)
    await leases.beat('one', LONG)
    const fence = await take(leases, 'a', 'one')
    await log.append('a', { events: [], fence, write: 2, register: 'second', isQuiet: true })
    const late = { events: numbered(9), fence, write: 1, register: 'first', about: 'first', dueAt: 0, release: true }
    assert.deepEqual(await other.append('a', late), { lsn: 0, repeated: true })
    assert.deepEqual(await other.append('a', { ...late, isQuiet: true }), { lsn: 0, repeated: true })
    const { about, register, isDriven } = (await log.get('a'))!
    assert.deepEqual([about, register, isDriven], [null, 'second', true])
    assert.deepEqual(await numbersOf(other, 'a'), [])
    const next = await take(leases, 'a', 'one')
    await refused(() => other.append('a', late), FenceError)
    await log.append('a', { events: numbered(1), fence: next, write: 3 })
    assert.deepEqual(await numbersOf(other, 'a'), [1])
  },

  async 'a delete with a stale fence is refused'({ log, leases, other }) {
    const { first, second } = await takeTwice(log, leases)
    await refused(() => log.delete('owner', { fence: first, withRuns: true }), FenceError)
    assert.notEqual(await other.get('owner'), undefined)
    await log.delete('owner', { fence: second })
    assert.equal(await other.get('owner'), undefined)
  },

  async 'a stream is deleted with its runs or without them'(logs) {
    const { store, log, other } = logs
    await createOwners(logs, 'a', 'b')
    await log.delete('run of a', {})
    await createRun(logs, 'a')
    await log.delete('a')
    assert.notEqual(await other.get('run of a'), undefined)
    await begin(log, 'a')
    await log.delete('a', { withRuns: true })
    assert.notEqual(await other.get('run of a'), undefined, 'expected the runs of an earlier stream to stay')
    await log.delete('b', { withRuns: true })
    assert.equal(await other.get('run of b'), undefined)
    assert.equal(await store.log('another').get('run of b'), undefined)
    assert.equal(await other.find('run of b', 'c'), undefined)
    assert.deepEqual(await other.read('run of b', 0), [])
  },

  async 'streams of all kinds are collected with their runs once they have expired'(logs) {
    const { store, log, leases, otherLeases, advance } = logs
    const another = store.log('another')
    await createOwners(logs, 'soon', 'later')
    await begin(log, 'never')
    await log.append('later', { events: [], expiresAt: (await timeOf(log)) + LONG })
    assert.equal(await leases.collect(10), 0)
    const expiresAt = (await timeOf(log)) + SHORT
    await log.append('soon', { events: numbered(1), expiresAt })
    await log.append('soon', { events: numbered(2) })
    await another.create('soon', { about: null, events: ['one'], expiresAt })
    await advance(PAST)
    assert.equal(await otherLeases.collect(1), 1)
    assert.equal(await leases.collect(10), 1)
    assert.equal(await leases.collect(10), 0)
    for (const id of ['soon', 'run of soon']) {
      assert.equal(await log.get(id), undefined)
      assert.equal(await another.get(id), undefined)
      assert.deepEqual(await log.read(id, 0), [])
      await refused(() => log.append(id, { events: [] }), StreamGoneError)
    }
    for (const id of ['later', 'run of later', 'never']) assert.notEqual(await log.get(id), undefined)
  },
}

/** Creates the stream `owner`; returns an earlier and the last fence of it. */
async function takeTwice(log: LogsUnderContract['log'], leases: LogsUnderContract['leases']) {
  await begin(log, 'owner')
  await leases.beat('one', LONG)
  const first = await take(leases, 'owner', 'one')
  return { first, second: await take(leases, 'owner', 'one') }
}

/** Creates streams with a run of this kind and one of another kind under each. */
async function createOwners(logs: LogsUnderContract, ...ids: string[]): Promise<void> {
  for (const id of ids) {
    await begin(logs.log, id)
    const under = { ...refTo(id), fence: await createRun(logs, id) }
    await logs.store.log('another').create(`run of ${id}`, { about: null, events: ['one'], under })
  }
}

/** Creates a run under a stream with a new fence, and returns that. */
async function createRun({ log, leases }: LogsUnderContract, id: string): Promise<number> {
  const fence = await take(leases, id, 'one')
  await log.create(`run of ${id}`, { about: null, events: numbered(1), under: { ...refTo(id), fence } })
  await log.append(`run of ${id}`, { events: numbered(2), commandId: 'c' })
  await log.keepSnapshot(`run of ${id}`, 1, 'state')
  return fence
}
