import assert from 'node:assert/strict'
import {
  begin,
  type ContractLog,
  hear,
  KINDS,
  type LogCheck,
  numbered,
  numbersOf,
  PAST,
  refTo,
  take,
  timeOf,
} from './log-case.ts'

/** Who is woken when a stream has grown or was deleted. */
export const watchCases: Record<string, LogCheck> = {
  async 'a watcher is woken each time the stream grows'({ log, patience }) {
    await begin(log, 'a')
    using watcher = watch(log, 'a', patience)
    for (const n of [1, 2, 3]) {
      const woken = watcher.next()
      await log.append('a', { events: numbered(n) })
      await woken
    }
  },

  async 'a watcher is woken with the new head by a write of its own store'({ log, patience }) {
    await begin(log, 'a', 1)
    using watcher = watch(log, 'a', patience)
    for (const head of [3, 5]) {
      const woken = watcher.next()
      await log.append('a', { events: numbered(head, head + 1) })
      assert.equal(await woken, head)
    }
  },

  async 'a watcher is woken when the stream is deleted'({ log, patience }) {
    await begin(log, 'a')
    using watcher = watch(log, 'a', patience)
    const woken = watcher.next()
    await log.delete('a')
    await woken
  },

  async 'a watcher is woken when the stream is collected, or deleted with its owner'({
    log,
    leases,
    advance,
    patience,
  }) {
    await begin(log, 'a')
    const under = { ...refTo('a'), fence: await take(leases, 'a', 'one') }
    await log.create('run', { about: null, events: [], under })
    await log.create('b', { about: null, events: [], expiresAt: (await timeOf(log)) + 1 })
    using run = watch(log, 'run', patience)
    using expiring = watch(log, 'b', patience)
    const gone = [run.next(), expiring.next()]
    await log.delete('a', { withRuns: true })
    await advance(PAST)
    await leases.collect(10)
    await Promise.all(gone)
  },

  async 'a watcher on another node is woken'({ log, other, patience }) {
    await begin(log, 'a')
    using watcher = watch(other, 'a', patience)
    const grown = watcher.next()
    await log.append('a', { events: numbered(1) })
    await grown
    const gone = watcher.next()
    await log.delete('a')
    await gone
  },

  async 'a quiet append wakes no watcher, and the next read finds it'(logs) {
    const { log, leases, other, advance, patience } = logs
    await begin(log, 'a')
    const fence = await take(leases, 'a', 'one')
    const { updatedAt } = (await log.get('a'))!
    const heads: (number | undefined)[] = []
    const stop = log.watch('a', (head) => void heads.push(head))
    using last = watch(log, 'a', patience)
    const woken = last.next()
    await advance(20)
    await log.append('a', { events: numbered(1, 2), fence, register: 1, isQuiet: true })
    await log.append('a', { events: numbered(3), fence, about: 'quiet', dueAt: 0, isQuiet: true })
    assert.deepEqual(await leases.due(KINDS, 10), [refTo('a')])
    await log.append('a', { events: [], fence, dueAt: null, isQuiet: true })
    assert.deepEqual(await leases.due(KINDS, 10), [])
    assert.deepEqual(await numbersOf(other, 'a'), [1, 2, 3])
    const record = await other.get('a')
    assert.deepEqual([record?.updatedAt, record?.about, record?.register], [updatedAt, 'quiet', 1])
    await log.append('a', { events: numbered(4), fence })
    await woken
    assert.deepEqual(heads, [4])
    stop()
  },

  async 'a watcher that has stopped is not woken, and the others are'({ log, patience }) {
    await begin(log, 'a')
    let calls = 0
    const listener = () => void calls++
    const stops = [log.watch('a', listener), log.watch('a', listener)]
    using last = watch(log, 'a', patience)

    const both = last.next()
    await log.append('a', { events: numbered(1) })
    await both
    assert.ok(calls >= 2, `expected both watchers to be woken, not ${calls}`)

    stops[0]!()
    const before = calls
    const one = last.next()
    await log.append('a', { events: numbered(2) })
    await one
    assert.ok(calls > before, 'expected the watcher that has not stopped to be woken')

    stops[1]!()
    const stopped = calls
    const none = last.next()
    await log.append('a', { events: numbered(3) })
    await none
    assert.equal(calls, stopped, 'a watcher that has stopped was woken')
  },
}

const watch = (log: ContractLog, id: string, patience: number) =>
  hear<number | undefined>((listener) => log.watch(id, listener), patience)
