import assert from 'node:assert/strict'
import { LogConflictError, SessionExistsError, SessionGoneError } from '../chat/session-log.ts'
import { begin, numbered, numbersOf, refused, type SessionLogCheck } from './session-log-case.ts'

/** What is in a log, and who may append to it. */
export const sessionLogCases: Record<string, SessionLogCheck> = {
  async 'begins a session with its first events, numbered from 1'({ log, other }) {
    const begun = await log.create('a', { principal: 'ada', about: { title: 'One' }, events: numbered(7, 8) })
    assert.deepEqual(begun, { lsn: 2, repeated: false })
    const entries = numbered(7, 8).map((event, i) => ({ lsn: i + 1, event }))
    assert.deepEqual(await other.read('a', 0), entries)
    const { createdAt, updatedAt, ...record } = (await other.get('a'))!
    assert.deepEqual(record, { sessionId: 'a', principal: 'ada', head: 2, about: { title: 'One' } })
    assert.equal(updatedAt, createdAt)
  },

  async 'begins a session of nobody in particular, without events'({ log }) {
    assert.deepEqual(await begin(log, 'a'), { lsn: 0, repeated: false })
    assert.equal('principal' in (await log.get('a'))!, false)
    assert.deepEqual(await log.read('a', 0), [])
    assert.deepEqual(await log.append('a', { events: numbered(1) }), { lsn: 1, repeated: false })
  },

  async 'refuses to begin a session that there is, and does not change it'({ log, other }) {
    await log.create('a', { principal: 'ada', about: 'first', events: numbered(1) })
    const before = await log.get('a')
    await refused(() => other.create('a', { about: 'second', events: numbered(2) }), SessionExistsError)
    assert.deepEqual(await log.get('a'), before)
    assert.deepEqual(await numbersOf(log, 'a'), [1])
  },

  async 'knows nothing of a session that there is not'({ log }) {
    await refused(() => log.append('a', { events: numbered(1), commandId: 'c' }), SessionGoneError)
    await log.keepSnapshot('a', 0, 'state')
    await log.release('a', 1)
    await log.delete('a')
    assert.equal(await log.acquire('a', 'node'), undefined)
    assert.equal(await log.get('a'), undefined)
    assert.deepEqual(await log.read('a', 0), [])
    assert.equal(await log.find('a', 'c'), undefined)
    assert.equal(await log.snapshot('a'), undefined)
  },

  async 'numbers events in the order in which they are appended'({ log, other }) {
    await begin(log, 'a', 1)
    assert.deepEqual(await log.append('a', { events: numbered(2, 3) }), { lsn: 3, repeated: false })
    assert.deepEqual(await other.append('a', { events: numbered(4) }), { lsn: 4, repeated: false })
    assert.deepEqual(await log.append('a', { events: [] }), { lsn: 4, repeated: false })
    for (const node of [log, other]) {
      assert.deepEqual(await numbersOf(node, 'a'), [1, 2, 3, 4])
      assert.equal((await node.get('a'))?.head, 4)
    }
  },

  async 'reads what comes after a place, at most as much as it is asked for'({ log }) {
    const numbers = Array.from({ length: 2_500 }, (_, i) => i + 1)
    await begin(log, 'a', ...numbers)
    await begin(log, 'b', 9)
    const found: (number | undefined)[] = []
    for (const pages of [1000, 1000, 500, 0]) {
      const page = await log.read('a', found.length, 1000)
      assert.equal(page.length, pages)
      assert.equal(page[0]?.lsn ?? 2_501, found.length + 1)
      found.push(...page.map(({ event }) => event.n))
    }
    assert.deepEqual(found, numbers)
    assert.equal((await log.read('a', 1)).length, 2_499)
    assert.deepEqual(await log.read('a', 2_500), [])
    assert.deepEqual(await log.read('a', 9_000), [])
  },

  async 'refuses an append at any head but the present one, and is not changed by it'({ log, other }) {
    await begin(log, 'a', 1, 2)
    const before = await log.get('a')
    for (const head of [0, 1, 3]) {
      const append = { events: numbered(9), head, commandId: 'c', about: 'late', dueAt: 0 }
      await refused(() => other.append('a', append), LogConflictError)
    }
    assert.deepEqual(await log.get('a'), before)
    assert.deepEqual(await log.due(10), [])
    assert.deepEqual(await other.append('a', { events: numbered(3), head: 2 }), { lsn: 3, repeated: false })
    assert.deepEqual(await numbersOf(log, 'a'), [1, 2, 3])
  },

  async 'lets one of two appends at the same head go on'({ log, other }) {
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

  async 'appends a command once, and answers as the first time whatever has happened since'({ log, other }) {
    await begin(log, 'a', 1)
    assert.equal(await log.find('a', 'c'), undefined)
    assert.deepEqual(await log.append('a', { events: numbered(2, 3), commandId: 'c' }), { lsn: 3, repeated: false })
    await log.append('a', { events: numbered(4), commandId: 'd' })
    const before = await log.get('a')
    const again = { events: numbered(9), commandId: 'c', head: 1, fence: 99, about: 'again', dueAt: 0 }
    for (const node of [log, other]) {
      assert.deepEqual(await node.append('a', again), { lsn: 3, repeated: true })
      assert.equal(await node.find('a', 'c'), 3)
      assert.equal(await node.find('a', 'd'), 4)
    }
    assert.deepEqual(await log.get('a'), before)
    assert.deepEqual(await log.due(10), [])
    assert.deepEqual(await numbersOf(log, 'a'), [1, 2, 3, 4])
  },

  async 'appends a command once when it comes several times at the same moment'({ log, other }) {
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

  async 'does not know a command that was refused'({ log }) {
    await begin(log, 'a', 1)
    await refused(() => log.append('a', { events: numbered(2), head: 0, commandId: 'c' }), LogConflictError)
    assert.equal(await log.find('a', 'c'), undefined)
    assert.deepEqual(await log.append('a', { events: numbered(2), head: 1, commandId: 'c' }), {
      lsn: 2,
      repeated: false,
    })
  },

  async 'keeps sessions apart'({ log }) {
    await begin(log, 'a', 1)
    await begin(log, 'b', 2)
    for (const [i, sessionId] of ['a', 'b'].entries()) {
      const appended = await log.append(sessionId, { events: numbered(3 + i), head: 1, commandId: 'c' })
      assert.deepEqual(appended, { lsn: 2, repeated: false })
    }
    await log.keepSnapshot('a', 1, 'of a')
    assert.equal(await log.snapshot('b'), undefined)
    assert.deepEqual(await numbersOf(log, 'a'), [1, 3])
    assert.deepEqual(await numbersOf(log, 'b'), [2, 4])
  },

  async 'keeps what is shown of a session until something else is to be shown'({ log, other }) {
    await log.create('a', { about: { title: '' }, events: [] })
    await log.append('a', { events: numbered(1) })
    assert.deepEqual((await other.get('a'))?.about, { title: '' })
    await log.append('a', { events: [], about: { title: 'Two', tags: [null, 0.5] } })
    assert.deepEqual((await other.get('a'))?.about, { title: 'Two', tags: [null, 0.5] })
    await log.append('a', { events: numbered(2), about: null })
    assert.equal((await other.get('a'))?.about, null)
  },

  async 'says when a session was begun and when it was last changed'({ log, advance }) {
    await begin(log, 'a')
    const begun = (await log.get('a'))!
    await advance(20)
    await log.append('a', { events: numbered(1) })
    const changed = (await log.get('a'))!
    assert.equal(changed.createdAt, begun.createdAt)
    assert.ok(changed.updatedAt > begun.updatedAt, `expected a time after ${begun.updatedAt}, not ${changed.updatedAt}`)
  },

  async 'lists the sessions of a principal, the latest changed first'({ log, other, advance }) {
    const owners = { a: 'ada', b: 'ada', c: 'ada', d: 'bob', e: undefined }
    for (const [sessionId, principal] of Object.entries(owners)) {
      await log.create(sessionId, { ...(principal !== undefined && { principal }), about: sessionId, events: [] })
      await advance(20)
    }
    await log.append('b', { events: numbered(1) })
    const listed = await other.list('ada')
    assert.deepEqual(listed, [await log.get('b'), await log.get('c'), await log.get('a')])
    assert.deepEqual(await other.list('ada', 2), listed.slice(0, 2))
    assert.deepEqual(await other.list('bob', 2), [await log.get('d')])
    assert.deepEqual(await other.list(undefined), [await log.get('e')])
    assert.deepEqual(await other.list('eve'), [])
  },

  async 'counts the sessions of a principal'({ log, other }) {
    const owners = { a: 'ada', b: 'ada', c: 'bob', d: undefined }
    for (const [sessionId, principal] of Object.entries(owners)) {
      await log.create(sessionId, { ...(principal !== undefined && { principal }), about: null, events: [] })
    }
    await log.delete('b')
    const counts = await Promise.all(['ada', 'bob', undefined, 'eve'].map((principal) => other.count(principal)))
    assert.deepEqual(counts, [1, 1, 1, 0])
  },

  async 'takes an event as it is when it is appended'({ log }) {
    const event = { type: 'event', n: 1 }
    await log.create('a', { about: null, events: [event] })
    const appending = log.append('a', { events: [event] })
    event.n = 2
    await appending
    const [first] = await log.read('a', 0)
    first!.event.n = 3
    assert.deepEqual(await numbersOf(log, 'a'), [1, 1])
  },

  async 'keeps any text'({ log, other }) {
    const ids = ['', 'chat/1/2', "'; drop table sessions; --", 'naïve 日本語 🦜', 'A', 'a', 'a ', '%', '__proto__']
    const texts = [...ids, '\b " \\ \n \u2028 \u202e', 'lone \ud83e surrogate \udd9c', 'ü🦜'.repeat(50_000)]
    for (const [i, id] of ids.entries()) {
      await log.create(id, { principal: id, about: id, events: texts.map((type) => ({ type, n: i })) })
      await log.append(id, { events: [], commandId: id })
    }
    for (const [i, id] of ids.entries()) {
      const { sessionId, principal, about } = (await other.get(id))!
      assert.deepEqual([sessionId, principal, about], [id, id, id])
      assert.deepEqual(
        (await other.list(id)).map((record) => record.sessionId),
        [id],
      )
      assert.equal(await other.find(id, id), texts.length)
      assert.deepEqual(
        (await other.read(id, 0)).map(({ event }) => event),
        texts.map((type) => ({ type, n: i })),
      )
    }
  },

  async 'loses nothing and leaves no gap when many append at once'({ log, other }) {
    await begin(log, 'a')
    const numbers = Array.from({ length: 200 }, (_, i) => i)
    const appended = await Promise.all(
      numbers.map(async (n) => (n % 2 === 0 ? log : other).append('a', { events: numbered(n), commandId: `c${n}` })),
    )
    const found = await numbersOf(log, 'a')
    assert.deepEqual(
      found.toSorted((a, b) => a! - b!),
      numbers,
    )
    assert.deepEqual(
      appended.map(({ lsn }) => found[lsn - 1]),
      numbers,
    )
  },

  async 'keeps the newest snapshot'({ log, other }) {
    await begin(log, 'a', 1, 2, 3)
    assert.equal(await log.snapshot('a'), undefined)
    await log.keepSnapshot('a', 2, { sum: 3 })
    await other.keepSnapshot('a', 1, { sum: 1 })
    assert.deepEqual(await log.snapshot('a'), { lsn: 2, state: { sum: 3 } })
    await other.keepSnapshot('a', 3, { sum: 6 })
    assert.deepEqual(await log.snapshot('a'), { lsn: 3, state: { sum: 6 } })
    assert.deepEqual(await numbersOf(log, 'a'), [1, 2, 3])
  },

  async 'keeps no snapshot of what is not in the log'({ log }) {
    await begin(log, 'a', 1)
    await log.keepSnapshot('a', 2, 'of a session that was deleted meanwhile')
    assert.equal(await log.snapshot('a'), undefined)
  },

  async 'deletes all of one session, which can then begin anew'({ log, other }) {
    for (const sessionId of ['a', 'b']) {
      await log.create(sessionId, { principal: 'ada', about: 'old', events: numbered(1, 2) })
      await log.append(sessionId, { events: numbered(3), commandId: 'c', dueAt: 0 })
      await log.keepSnapshot(sessionId, 3, 'old')
    }
    await other.delete('a')
    await refused(() => log.append('a', { events: numbered(4) }), SessionGoneError)
    assert.equal(await log.get('a'), undefined)
    assert.deepEqual(await log.read('a', 0), [])
    assert.equal((await log.list('ada')).length, 1)
    assert.deepEqual(await log.due(10), ['b'])

    await begin(log, 'a', 7)
    assert.deepEqual(await numbersOf(log, 'a'), [7])
    assert.equal(await log.snapshot('a'), undefined)
    assert.equal(await log.find('a', 'c'), undefined)
    assert.deepEqual(await log.append('a', { events: numbered(8), commandId: 'c' }), { lsn: 2, repeated: false })
    assert.deepEqual(await log.due(10), ['b'])
    assert.deepEqual(await numbersOf(log, 'b'), [1, 2, 3])
    assert.deepEqual(await log.snapshot('b'), { lsn: 3, state: 'old' })
  },
}
