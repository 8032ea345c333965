import assert from 'node:assert/strict'
import { begin, type LogCheck, numbered } from './log-case.ts'

/** Header rows: what lists show, in which order. */
export const logListCases: Record<string, LogCheck> = {
  async 'about stays as it is until an append replaces it'({ log, other }) {
    await log.create('a', { about: { title: '' }, events: [] })
    await log.append('a', { events: numbered(1) })
    assert.deepEqual((await other.get('a'))?.about, { title: '' })
    await log.append('a', { events: [], about: { title: 'Two', tags: [null, 0.5] } })
    assert.deepEqual((await other.get('a'))?.about, { title: 'Two', tags: [null, 0.5] })
    await log.append('a', { events: numbered(2), about: null })
    assert.equal((await other.get('a'))?.about, null)
  },

  async 'a record tells when the stream was created and when it last changed'({ log, advance }) {
    await begin(log, 'a')
    const created = (await log.get('a'))!
    await advance(20)
    await log.append('a', { events: numbered(1) })
    const changed = (await log.get('a'))!
    assert.equal(changed.createdAt, created.createdAt)
    assert.ok(changed.updatedAt > created.updatedAt, `expected a time after ${created.updatedAt}`)
    await advance(20)
    await log.append('a', { events: [], register: 1, dueAt: 0 })
    assert.equal((await log.get('a'))!.updatedAt, changed.updatedAt)
  },

  async 'the streams of a principal are listed, the latest changed first'({ log, other, advance }) {
    const owners = { a: 'ada', b: 'ada', c: 'ada', d: 'bob', e: undefined }
    for (const [id, principal] of Object.entries(owners)) {
      await log.create(id, { ...(principal !== undefined && { principal }), about: id, events: [] })
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

  async 'a list that was read before is as it is now when it is read again'({ log, other }) {
    const create = async (id: string, about: number) => log.create(id, { principal: 'ada', about, events: [] })
    const list = async () => Object.fromEntries((await other.list('ada')).map(({ id, about }) => [id, about]))
    for (const id of ['a', 'b', 'c']) await create(id, 1)
    assert.deepEqual(await list(), { a: 1, b: 1, c: 1 })
    await log.append('a', { events: [], about: 2 })
    await other.append('b', { events: numbered(1), about: 2 })
    await log.delete('c')
    assert.deepEqual(await list(), { a: 2, b: 2 })
    await create('c', 3)
    await log.delete('b')
    assert.deepEqual(await list(), { a: 2, c: 3 })
    assert.equal(await other.count('ada'), 2)
  },

  async 'the streams of a principal are counted'({ log, other }) {
    const owners = { a: 'ada', b: 'ada', c: 'bob', d: undefined }
    for (const [id, principal] of Object.entries(owners)) {
      await log.create(id, { ...(principal !== undefined && { principal }), about: null, events: [] })
    }
    await log.delete('b')
    const counts = await Promise.all(['ada', 'bob', undefined, 'eve'].map((principal) => other.count(principal)))
    assert.deepEqual(counts, [1, 1, 1, 0])
  },

  async 'the streams of a principal are counted up to a limit'({ log, other }) {
    for (const id of ['a', 'b', 'c']) {
      await log.create(id, { principal: 'ada', about: null, events: [] })
      await log.create(`${id}/none`, { about: null, events: [] })
    }
    assert.deepEqual(await Promise.all([2, 3, 4].map((limit) => other.count('ada', limit))), [2, 3, 3])
    assert.deepEqual(await Promise.all([2, 3, 4].map((limit) => other.count(undefined, limit))), [2, 3, 3])
  },
}
