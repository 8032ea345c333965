import assert from 'node:assert/strict'
import { LogConflictError, StreamExistsError, StreamGoneError } from '../log/log.ts'
import { begin, KINDS, type LogCheck, numbered, numbersOf, refTo, refused, sorted } from './log-case.ts'

/** The records of a stream: their order, their places, commands and snapshots. */
export const logCases: Record<string, LogCheck> = {
  async 'a new stream has its first events, numbered from 1'({ log, other }) {
    const created = await log.create('a', { principal: 'ada', about: { title: 'One' }, events: numbered(7, 8) })
    assert.deepEqual(created, { lsn: 2, repeated: false })
    const entries = numbered(7, 8).map((event, i) => ({ lsn: i + 1, event }))
    assert.deepEqual(await other.read('a', 0), entries)
    const { createdAt, updatedAt, ...record } = (await other.get('a'))!
    const about = { title: 'One' }
    assert.deepEqual(record, { id: 'a', principal: 'ada', head: 2, about, isDriven: false, lastWrite: 0 })
    assert.equal(updatedAt, createdAt)
    const opened = (await other.open('a'))!
    assert.deepEqual(opened, { ...(await log.get('a')), events: entries })
  },

  async 'a stream may have neither a principal nor events'({ log }) {
    assert.deepEqual(await begin(log, 'a'), { lsn: 0, repeated: false })
    assert.equal('principal' in (await log.get('a'))!, false)
    assert.deepEqual(await log.read('a', 0), [])
    assert.deepEqual((await log.open('a'))?.events, [])
    assert.deepEqual(await log.append('a', { events: numbered(1) }), { lsn: 1, repeated: false })
  },

  async 'a second stream with the same id is refused, and the first stays as it is'({ log, other }) {
    await log.create('a', { principal: 'ada', about: 'first', events: numbered(1) })
    const before = await log.get('a')
    await refused(() => other.create('a', { about: 'second', events: numbered(2) }), StreamExistsError)
    assert.deepEqual(await log.get('a'), before)
    assert.deepEqual(await numbersOf(log, 'a'), [1])
  },

  async 'a stream that does not exist has nothing, and refuses appends'({ log, leases }) {
    await refused(() => log.append('a', { events: numbered(1), commandId: 'c' }), StreamGoneError)
    await log.keepSnapshot('a', 0, 'state')
    await leases.release(refTo('a'), 1)
    await log.delete('a')
    await log.delete('a', { fence: 1, withRuns: true })
    assert.equal(await leases.acquire(refTo('a'), 'node'), undefined)
    assert.equal(await log.get('a'), undefined)
    assert.equal(await log.open('a'), undefined)
    assert.equal(await log.open('a', 1), undefined)
    assert.deepEqual(await log.read('a', 0), [])
    assert.equal(await log.find('a', 'c'), undefined)
    assert.equal(await log.snapshot('a'), undefined)
  },

  async 'events are numbered in the order in which they are appended'({ log, other }) {
    await begin(log, 'a', 1)
    assert.deepEqual(await log.append('a', { events: numbered(2, 3) }), { lsn: 3, repeated: false })
    assert.deepEqual(await other.append('a', { events: numbered(4) }), { lsn: 4, repeated: false })
    assert.deepEqual(await log.append('a', { events: [] }), { lsn: 4, repeated: false })
    for (const node of [log, other]) {
      assert.deepEqual(await numbersOf(node, 'a'), [1, 2, 3, 4])
      assert.equal((await node.get('a'))?.head, 4)
    }
  },

  async 'a read returns the records after a place, at most as many as the limit'({ log }) {
    const numbers = Array.from({ length: 2_500 }, (_, i) => i + 1)
    await begin(log, 'a', ...numbers)
    await begin(log, 'b', 9)
    const found: (number | undefined)[] = []
    for (const length of [1000, 1000, 500, 0]) {
      const page = await log.read('a', found.length, 1000)
      assert.equal(page.length, length)
      assert.equal(page[0]?.lsn ?? 2_501, found.length + 1)
      found.push(...page.map(({ event }) => event.n))
    }
    assert.deepEqual(found, numbers)
    assert.equal((await log.read('a', 1)).length, 2_499)
    assert.deepEqual(await log.read('a', 2_500), [])
    assert.deepEqual(await log.read('a', 9_000), [])
  },

  async 'an append at another head than the last is refused, and changes nothing'({ log, leases, other }) {
    await begin(log, 'a', 1, 2)
    const before = await log.get('a')
    for (const head of [0, 1, 3]) {
      const append = { events: numbered(9), head, commandId: 'c', about: 'late', register: 'late', dueAt: 0 }
      await refused(() => other.append('a', append), LogConflictError)
    }
    assert.deepEqual(await log.get('a'), before)
    assert.deepEqual(await leases.due(KINDS, 10), [])
    assert.deepEqual(await other.append('a', { events: numbered(3), head: 2 }), { lsn: 3, repeated: false })
    assert.deepEqual(await numbersOf(log, 'a'), [1, 2, 3])
  },

  async 'one of two appends at the same head is refused'({ log, other }) {
    await begin(log, 'a', 0)
    const settled = await Promise.allSettled(
      [log, other].map(async (node, i) => node.append('a', { events: numbered(i + 1), head: 1 })),
    )
    const winner = settled.findIndex(({ status }) => status === 'fulfilled')
    const errors = settled.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    assert.equal(errors.length, 1, `expected one of two appends to be refused, not ${errors.length}`)
    assert.ok(errors[0] instanceof LogConflictError, `expected a LogConflictError, not ${errors[0]}`)
    assert.deepEqual(await numbersOf(log, 'a'), [0, winner + 1])
  },

  async 'L4 a command is appended once, and a repeat returns the place of the first'({ log, leases, other }) {
    await begin(log, 'a', 1)
    assert.equal(await log.find('a', 'c'), undefined)
    assert.deepEqual(await log.append('a', { events: numbered(2, 3), commandId: 'c' }), { lsn: 3, repeated: false })
    await log.append('a', { events: numbered(4), commandId: 'd' })
    const before = await log.get('a')
    const again = { events: numbered(9), commandId: 'c', head: 1, fence: 99, about: 'again', register: 9, dueAt: 0 }
    for (const node of [log, other]) {
      assert.deepEqual(await node.append('a', again), { lsn: 3, repeated: true })
      assert.equal(await node.find('a', 'c'), 3)
      assert.equal(await node.find('a', 'd'), 4)
    }
    assert.deepEqual(await log.get('a'), before)
    assert.deepEqual(await leases.due(KINDS, 10), [])
    assert.deepEqual(await numbersOf(log, 'a'), [1, 2, 3, 4])
  },

  async 'a command that comes several times at once is appended once'({ log, other }) {
    await begin(log, 'a')
    const appended = await Promise.all(
      [log, other, log, other].map(async (node, i) =>
        node.append('a', { events: numbered(i), head: 0, commandId: 'c' }),
      ),
    )
    assert.deepEqual(
      appended.map(({ lsn }) => lsn),
      [1, 1, 1, 1],
    )
    const first = appended.findIndex(({ repeated }) => !repeated)
    assert.equal(appended.filter(({ repeated }) => !repeated).length, 1)
    assert.deepEqual(await numbersOf(log, 'a'), [first])
  },

  async 'a command that was refused is unknown'({ log }) {
    await begin(log, 'a', 1)
    await refused(() => log.append('a', { events: numbered(2), head: 0, commandId: 'c' }), LogConflictError)
    assert.equal(await log.find('a', 'c'), undefined)
    assert.deepEqual(await log.append('a', { events: numbered(2), head: 1, commandId: 'c' }), {
      lsn: 2,
      repeated: false,
    })
  },

  async 'streams share no events, commands or snapshots'({ log }) {
    await begin(log, 'a', 1)
    await begin(log, 'b', 2)
    for (const [i, id] of ['a', 'b'].entries()) {
      const appended = await log.append(id, { events: numbered(3 + i), head: 1, commandId: 'c' })
      assert.deepEqual(appended, { lsn: 2, repeated: false })
    }
    await log.keepSnapshot('a', 1, 'of a')
    assert.equal(await log.snapshot('b'), undefined)
    assert.deepEqual(await numbersOf(log, 'a'), [1, 3])
    assert.deepEqual(await numbersOf(log, 'b'), [2, 4])
  },

  async 'streams of different kinds may have the same id'({ store, log, other }) {
    const kinds = store.log<string>('contract/a')
    await begin(log, 'a/b', 1)
    await kinds.create('b', { about: 'another kind', events: ['hello'] })
    await begin(log, 'b', 2)
    await kinds.append('b', { events: ['again'], commandId: 'c' })
    assert.equal(await other.find('b', 'c'), undefined)
    assert.deepEqual(await numbersOf(other, 'b'), [2])
    assert.deepEqual(await numbersOf(other, 'a/b'), [1])
    await other.delete('b')
    assert.equal((await kinds.read('b', 0)).length, 2)
    assert.equal(await other.count(undefined), 1)
  },

  async 'an event is stored as it is when it is appended'({ log }) {
    const event = { type: 'event', n: 1 }
    await log.create('a', { about: null, events: [event] })
    const appending = log.append('a', { events: [event] })
    event.n = 2
    await appending
    const [first] = await log.read('a', 0)
    first!.event.n = 3
    assert.deepEqual(await numbersOf(log, 'a'), [1, 1])
  },

  async 'any text can be stored'({ log, other }) {
    const ids = ['', 'chat/1/2', "'; drop table streams; --", 'naïve 日本語 🦜', 'A', 'a', 'a ', '%', '__proto__']
    const texts = [...ids, '\b " \\ \n \u2028 \u202e', 'lone \ud83e surrogate \udd9c', 'ü🦜'.repeat(50_000)]
    for (const [i, id] of ids.entries()) {
      await log.create(id, { principal: id, about: id, register: id, events: texts.map((type) => ({ type, n: i })) })
      await log.append(id, { events: [], commandId: id })
    }
    for (const [i, id] of ids.entries()) {
      const record = (await other.get(id))!
      assert.deepEqual([record.id, record.principal, record.about, record.register], [id, id, id, id])
      assert.deepEqual(await other.list(id), [record])
      assert.equal(await other.find(id, id), texts.length)
      const entries = texts.map((type, j) => ({ lsn: j + 1, event: { type, n: i } }))
      assert.deepEqual(await other.read(id, 0), entries)
      assert.deepEqual((await other.open(id))?.events, entries)
    }
  },

  async 'L1 many appends at once lose nothing and leave no gap'({ log, other }) {
    await begin(log, 'a')
    const numbers = Array.from({ length: 200 }, (_, i) => i)
    const appended = await Promise.all(
      numbers.map(async (n) => (n % 2 === 0 ? log : other).append('a', { events: numbered(n), commandId: `c${n}` })),
    )
    const found = await numbersOf(log, 'a')
    assert.deepEqual(sorted(found), numbers)
    assert.deepEqual(
      appended.map(({ lsn }) => found[lsn - 1]),
      numbers,
    )
  },

  async 'a stream that is opened while it grows is read as of one moment'({ log, other }) {
    await log.create('a', { about: 0, register: 0, events: [] })
    const numbers = Array.from({ length: 60 }, (_, i) => i + 1)
    let isDone = false
    const reading = [log, other].map(async (node) => {
      while (!isDone) {
        const { head, about, register, events } = (await node.open('a'))!
        assert.deepEqual([about, register, events.length], [head, head, head])
        assert.equal(events.at(-1)?.event.n ?? 0, head)
        const page = await node.read('a', head)
        assert.equal(page[0]?.lsn ?? head + 1, head + 1)
        await new Promise((resolve) => setTimeout(resolve))
      }
    })
    for (const n of numbers) {
      const node = n % 2 === 0 ? log : other
      await node.append('a', { events: numbered(n), about: n, register: n, isQuiet: n % 3 === 0 })
    }
    isDone = true
    await Promise.all(reading)
    assert.deepEqual(await numbersOf(log, 'a'), numbers)
  },

  async 'the newest snapshot is kept'({ log, other }) {
    await begin(log, 'a', 1, 2, 3)
    assert.equal(await log.snapshot('a'), undefined)
    await log.keepSnapshot('a', 2, { sum: 3 })
    await other.keepSnapshot('a', 1, { sum: 1 })
    assert.deepEqual(await log.snapshot('a'), { lsn: 2, state: { sum: 3 } })
    await other.keepSnapshot('a', 3, { sum: 6 })
    assert.deepEqual(await log.snapshot('a'), { lsn: 3, state: { sum: 6 } })
    assert.deepEqual(await numbersOf(log, 'a'), [1, 2, 3])
  },

  async 'a snapshot beyond the end of the stream is not kept'({ log }) {
    await begin(log, 'a', 1)
    await log.keepSnapshot('a', 2, 'of a stream that was deleted meanwhile')
    assert.equal(await log.snapshot('a'), undefined)
  },

  async 'a deleted stream leaves nothing to a new one with its id'({ log, leases, other }) {
    for (const id of ['a', 'b']) {
      await log.create(id, { principal: 'ada', about: 'old', register: 'old', events: numbered(1, 2) })
      await log.append(id, { events: numbered(3), commandId: 'c', dueAt: 0 })
      await log.keepSnapshot(id, 3, 'old')
    }
    await other.delete('a')
    await refused(() => log.append('a', { events: numbered(4) }), StreamGoneError)
    assert.equal(await log.get('a'), undefined)
    assert.deepEqual(await log.read('a', 0), [])
    assert.equal((await log.list('ada')).length, 1)
    assert.deepEqual(await leases.due(KINDS, 10), [refTo('b')])

    await begin(log, 'a', 7)
    assert.deepEqual(await numbersOf(log, 'a'), [7])
    assert.equal('register' in (await log.get('a'))!, false)
    assert.equal(await log.snapshot('a'), undefined)
    assert.equal(await log.find('a', 'c'), undefined)
    assert.deepEqual(await log.append('a', { events: numbered(8), commandId: 'c' }), { lsn: 2, repeated: false })
    assert.deepEqual(await leases.due(KINDS, 10), [refTo('b')])
    assert.deepEqual(await numbersOf(log, 'b'), [1, 2, 3])
    assert.deepEqual(await log.snapshot('b'), { lsn: 3, state: 'old' })
  },
}
