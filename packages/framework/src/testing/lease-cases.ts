import assert from 'node:assert/strict'
import { FenceError } from '../log/log.ts'
import { begin, KINDS, LONG, type LogCheck, numbered, PAST, refTo, refused, SHORT, take, timeOf } from './log-case.ts'

/** Which node drives which stream, and which streams are due. */
export const leaseCases: Record<string, LogCheck> = {
  async 'a stream is driven by one live node'({ log, leases, other, otherLeases }) {
    await begin(log, 'a')
    await begin(log, 'b')
    await leases.beat('one', LONG)
    await otherLeases.beat('two', LONG)
    await take(leases, 'a', 'one')
    assert.equal(await otherLeases.acquire(refTo('a'), 'two'), undefined)
    await take(otherLeases, 'b', 'two')
    assert.equal(await leases.acquire(refTo('b'), 'one'), undefined)
    assert.deepEqual([(await other.get('a'))?.isDriven, (await log.open('b'))?.isDriven], [true, true])
  },

  async 'one of two nodes that acquire a stream at once gets it'({ log, leases, otherLeases }) {
    await begin(log, 'a')
    await leases.beat('one', LONG)
    await otherLeases.beat('two', LONG)
    const fences = await Promise.all([leases.acquire(refTo('a'), 'one'), otherLeases.acquire(refTo('a'), 'two')])
    assert.equal(fences.filter((fence) => fence !== undefined).length, 1)
  },

  async 'a node that acquires its stream again gets a larger fence'({ log, leases, otherLeases }) {
    await begin(log, 'a')
    await leases.beat('one', LONG)
    await otherLeases.beat('two', LONG)
    const first = await take(leases, 'a', 'one')
    const second = await take(leases, 'a', 'one')
    assert.ok(second > first, `expected a fence above ${first}, not ${second}`)
    assert.equal(await otherLeases.acquire(refTo('a'), 'two'), undefined)
    await refused(() => log.append('a', { events: numbered(1), fence: first }), FenceError)
    await log.append('a', { events: numbered(2), fence: second })
  },

  async 'a node acquires the stream of a node that has lapsed, with a larger fence'(logs) {
    const { log, leases, other, otherLeases, advance } = logs
    await begin(log, 'a')
    await leases.beat('one', SHORT)
    const lapsed = await take(leases, 'a', 'one')
    await advance(PAST)
    assert.equal((await other.get('a'))?.isDriven, false)
    await otherLeases.beat('two', LONG)
    const fence = await take(otherLeases, 'a', 'two')
    assert.ok(fence > lapsed, `expected a fence above ${lapsed}, not ${fence}`)
    await leases.beat('one', LONG)
    assert.equal(await leases.acquire(refTo('a'), 'one'), undefined)
  },

  async 'a node finds the due streams that it has acquired'({ store, log, leases, otherLeases }) {
    await store.log('another').create('a', { about: null, events: [], dueAt: 0, node: 'one' })
    await log.create('a', { about: null, events: [], dueAt: 0 })
    await log.create('b', { about: null, events: [], dueAt: 0, node: 'one' })
    await log.create('c', { about: null, events: [], dueAt: 0, node: 'two' })
    await begin(log, 'd')
    await leases.beat('one', LONG)
    for (const id of ['a', 'd']) await take(leases, id, 'one')
    const ids = (refs: readonly { id: string }[]) => refs.map(({ id }) => id).toSorted()
    assert.deepEqual(ids(await otherLeases.held(['contract'], 'one', 10)), ['a', 'b'])
    assert.equal((await otherLeases.held(KINDS, 'one', 2)).length, 2)
    assert.deepEqual(await otherLeases.held(['another'], 'one', 10), [{ kind: 'another', id: 'a' }])
  },

  async 'a node keeps its streams as long as it beats'({ log, leases, otherLeases, advance }) {
    await begin(log, 'a')
    await leases.beat('one', SHORT)
    await take(leases, 'a', 'one')
    await leases.beat('one', LONG)
    await advance(PAST)
    await otherLeases.beat('two', LONG)
    assert.equal(await otherLeases.acquire(refTo('a'), 'two'), undefined)
  },

  async 'a node that never beat has lapsed'({ log, leases, otherLeases }) {
    await begin(log, 'a')
    await take(leases, 'a', 'one')
    assert.equal((await log.get('a'))?.isDriven, false)
    await otherLeases.beat('two', LONG)
    await take(otherLeases, 'a', 'two')
  },

  async 'a lease that is further ahead than its ttl has lapsed, until the next beat'(logs) {
    const { log, leases, other, otherLeases, advance } = logs
    await log.create('a', { about: null, events: [], dueAt: 0 })
    await leases.beat('one', LONG)
    await take(leases, 'a', 'one')
    await advance(-3_600_000)
    assert.equal((await other.get('a'))?.isDriven, false)
    assert.deepEqual(await otherLeases.due(KINDS, 10), [refTo('a')])
    await leases.beat('one', LONG)
    assert.equal((await other.get('a'))?.isDriven, true)
    assert.equal(await otherLeases.acquire(refTo('a'), 'two'), undefined)
    await advance(-3_600_000)
    await take(otherLeases, 'a', 'two')
  },

  async 'a node acquires a released stream at once'({ log, leases, otherLeases }) {
    await begin(log, 'a')
    await leases.beat('one', LONG)
    await otherLeases.beat('two', LONG)
    const released = await take(leases, 'a', 'one')
    await leases.release(refTo('a'), released)
    const fence = await take(otherLeases, 'a', 'two')
    assert.ok(fence > released, `expected a fence above ${released}, not ${fence}`)
  },

  async 'a release with a fence that is not the last does nothing'({ log, leases, otherLeases }) {
    await begin(log, 'a')
    await leases.beat('one', LONG)
    await otherLeases.beat('two', LONG)
    const first = await take(leases, 'a', 'one')
    const second = await take(leases, 'a', 'one')
    await leases.release(refTo('a'), first)
    assert.equal(await otherLeases.acquire(refTo('a'), 'two'), undefined)
    await log.append('a', { events: numbered(1), fence: second })
  },

  async 'the due streams of the kinds that are asked for are listed, the longest due first'({
    store,
    log,
    otherLeases,
  }) {
    const time = await timeOf(log)
    const dueAt = { second: time - 2_000, third: time - 1_000, first: time - 3_000, later: time + LONG, done: 0 }
    for (const [id, at] of Object.entries(dueAt)) {
      await begin(log, id)
      await log.append(id, { events: numbered(1), dueAt: at })
      await log.append(id, { events: numbered(2) })
      await log.append(id, { events: numbered(3), isQuiet: true })
    }
    await log.append('done', { events: numbered(3), dueAt: null })
    const another = { kind: 'another', id: 'second' }
    await store.log('another').create('second', { about: null, events: [], dueAt: time - 1_500 })
    const due = [refTo('first'), refTo('second'), another, refTo('third')]
    assert.deepEqual(await otherLeases.due(KINDS, 10), due)
    assert.deepEqual(await otherLeases.due(KINDS, 2), due.slice(0, 2))
    assert.deepEqual(await otherLeases.due(['another'], 10), [another])
    assert.equal((await otherLeases.due(KINDS, 10, 2 * LONG)).length, due.length + 1)
    await log.append('first', { events: [], dueAt: time + LONG })
    assert.deepEqual(await otherLeases.due(KINDS, 10), due.slice(1))
  },

  async 'a stream is due once its time has come'({ log, leases, advance }) {
    await begin(log, 'a')
    await log.append('a', { events: [], dueAt: (await timeOf(log)) + SHORT })
    await advance(PAST)
    assert.deepEqual(await leases.due(KINDS, 10), [refTo('a')])
  },

  async 'a stream that a live node drives is not listed as due'({ log, leases, otherLeases, advance }) {
    await leases.beat('one', LONG)
    for (const id of ['driven', 'lapsed', 'released']) {
      await begin(log, id)
      await log.append(id, { events: [], dueAt: 0 })
    }
    await take(leases, 'driven', 'one')
    await leases.release(refTo('released'), await take(leases, 'released', 'one'))
    const dueIds = async () => (await otherLeases.due(KINDS, 10)).map(({ id }) => id).toSorted()
    assert.deepEqual(await dueIds(), ['lapsed', 'released'])
    await leases.beat('short', SHORT)
    await take(leases, 'lapsed', 'short')
    await advance(PAST)
    assert.deepEqual(await dueIds(), ['lapsed', 'released'])
    assert.equal((await otherLeases.due(KINDS, 1)).length, 1)
    await log.delete('lapsed')
    assert.deepEqual(await dueIds(), ['released'])
  },
}
