import assert from 'node:assert/strict'
import { FenceError } from '../chat/session-log.ts'
import { begin, type ContractLog, numbered, numbersOf, refused, type SessionLogCheck } from './session-log-case.ts'

/** Longer than any case takes. */
const LONG = 60_000

/** Over once `PAST` has passed. */
const SHORT = 50
const PAST = 100

/** Who drives a session, and which sessions want to be driven. */
export const sessionLeaseCases: Record<string, SessionLogCheck> = {
  async 'gives a session to one node of those that are alive'({ log, other }) {
    await begin(log, 'a')
    await begin(log, 'b')
    await log.beat('one', LONG)
    await other.beat('two', LONG)
    await take(log, 'a', 'one')
    assert.equal(await other.acquire('a', 'two'), undefined)
    await take(other, 'b', 'two')
    assert.equal(await log.acquire('b', 'one'), undefined)
  },

  async 'gives a session to one of two nodes that ask at once'({ log, other }) {
    await begin(log, 'a')
    await log.beat('one', LONG)
    await other.beat('two', LONG)
    const fences = await Promise.all([log.acquire('a', 'one'), other.acquire('a', 'two')])
    assert.equal(fences.filter((fence) => fence !== undefined).length, 1)
  },

  async 'gives a session to its node again, with a larger fence'({ log, other }) {
    await begin(log, 'a')
    await log.beat('one', LONG)
    await other.beat('two', LONG)
    const first = await take(log, 'a', 'one')
    const second = await take(log, 'a', 'one')
    assert.ok(second > first, `expected a fence above ${first}, not ${second}`)
    assert.equal(await other.acquire('a', 'two'), undefined)
    await refused(() => log.append('a', { events: numbered(1), fence: first }), FenceError)
    await log.append('a', { events: numbered(2), fence: second })
  },

  async 'gives the session of a node that has lapsed to another, with a larger fence'({ log, other, advance }) {
    await begin(log, 'a')
    await log.beat('one', SHORT)
    const lapsed = await take(log, 'a', 'one')
    await advance(PAST)
    await other.beat('two', LONG)
    const fence = await take(other, 'a', 'two')
    assert.ok(fence > lapsed, `expected a fence above ${lapsed}, not ${fence}`)
    await log.beat('one', LONG)
    assert.equal(await log.acquire('a', 'one'), undefined)
  },

  async 'leaves a session with its node for as long as that says that it is alive'({ log, other, advance }) {
    await begin(log, 'a')
    await log.beat('one', SHORT)
    await take(log, 'a', 'one')
    await log.beat('one', LONG)
    await advance(PAST)
    await other.beat('two', LONG)
    assert.equal(await other.acquire('a', 'two'), undefined)
  },

  async 'takes a node for lapsed that never said that it is alive'({ log, other }) {
    await begin(log, 'a')
    await take(log, 'a', 'one')
    await other.beat('two', LONG)
    await take(other, 'a', 'two')
  },

  async 'gives a session that was released to another at once'({ log, other }) {
    await begin(log, 'a')
    await log.beat('one', LONG)
    await other.beat('two', LONG)
    const released = await take(log, 'a', 'one')
    await log.release('a', released)
    const fence = await take(other, 'a', 'two')
    assert.ok(fence > released, `expected a fence above ${released}, not ${fence}`)
  },

  async 'releases nothing for a fence that is not the last'({ log, other }) {
    await begin(log, 'a')
    await log.beat('one', LONG)
    await other.beat('two', LONG)
    const first = await take(log, 'a', 'one')
    const second = await take(log, 'a', 'one')
    await log.release('a', first)
    assert.equal(await other.acquire('a', 'two'), undefined)
    await log.append('a', { events: numbered(1), fence: second })
  },

  async 'appends with the last fence, or with none, and refuses any other'({ log, other, advance }) {
    await begin(log, 'a')
    for (const fence of [0, 1]) await refused(() => log.append('a', { events: numbered(9), fence }), FenceError)
    await log.beat('one', SHORT)
    const lapsed = await take(log, 'a', 'one')
    await log.append('a', { events: numbered(1), fence: lapsed })
    await advance(PAST)
    await log.append('a', { events: numbered(2), fence: lapsed })
    await other.beat('two', LONG)
    const fence = await take(other, 'a', 'two')
    const stale = { events: numbered(9), fence: lapsed, commandId: 'c', about: 'stale', dueAt: 0 }
    await refused(() => log.append('a', stale), FenceError)
    await refused(() => log.append('a', { events: numbered(9), fence: fence + 1 }), FenceError)
    await log.append('a', { events: numbered(3) })
    await other.append('a', { events: numbered(4), fence })
    assert.deepEqual(await numbersOf(log, 'a'), [1, 2, 3, 4])
    assert.equal(await log.find('a', 'c'), undefined)
    assert.equal((await log.get('a'))?.about, null)
  },

  async 'does not take the fence of a deleted session for one of the next'({ log }) {
    await begin(log, 'a')
    await log.beat('one', LONG)
    const deleted = await take(log, 'a', 'one')
    await log.delete('a')
    await begin(log, 'a')
    const stale = { events: numbered(9), fence: deleted }
    await refused(() => log.append('a', stale), FenceError)
    await take(log, 'a', 'one')
    await refused(() => log.append('a', stale), FenceError)
  },

  async 'lists the sessions that are due, those first that have been for longest'({ log, other }) {
    const time = await timeOf(log)
    const dueAt = { second: time - 2_000, third: time - 1_000, first: time - 3_000, later: time + LONG, done: 0 }
    for (const [sessionId, at] of Object.entries(dueAt)) {
      await begin(log, sessionId)
      await log.append(sessionId, { events: numbered(1), dueAt: at })
      await log.append(sessionId, { events: numbered(2) })
    }
    await log.append('done', { events: numbered(3), dueAt: null })
    assert.deepEqual(await other.due(10), ['first', 'second', 'third'])
    assert.deepEqual(await other.due(2), ['first', 'second'])
    await log.append('first', { events: [], dueAt: time + LONG })
    assert.deepEqual(await other.due(10), ['second', 'third'])
  },

  async 'lists a session once its time has come'({ log, advance }) {
    await begin(log, 'a')
    await log.append('a', { events: [], dueAt: (await timeOf(log)) + SHORT })
    await advance(PAST)
    assert.deepEqual(await log.due(10), ['a'])
  },

  async 'lists no session that a node which is alive drives'({ log, other, advance }) {
    await log.beat('one', LONG)
    for (const sessionId of ['driven', 'lapsed', 'released']) {
      await begin(log, sessionId)
      await log.append(sessionId, { events: [], dueAt: 0 })
    }
    await take(log, 'driven', 'one')
    await log.release('released', await take(log, 'released', 'one'))
    assert.deepEqual((await other.due(10)).toSorted(), ['lapsed', 'released'])
    await log.beat('short', SHORT)
    await take(log, 'lapsed', 'short')
    await advance(PAST)
    assert.deepEqual((await other.due(10)).toSorted(), ['lapsed', 'released'])
    assert.equal((await other.due(1)).length, 1)
    await log.delete('lapsed')
    assert.deepEqual(await other.due(10), ['released'])
  },
}

async function take(log: ContractLog, sessionId: string, node: string): Promise<number> {
  const fence = await log.acquire(sessionId, node)
  assert.ok(fence !== undefined, `expected ${node} to be given session ${sessionId}`)
  return fence
}

/** What time it is for the log, which need not be what it is here. */
async function timeOf(log: ContractLog): Promise<number> {
  const sessionId = `at-${crypto.randomUUID()}`
  await begin(log, sessionId)
  const { createdAt } = (await log.get(sessionId))!
  await log.delete(sessionId)
  return createdAt
}
