import assert from 'node:assert/strict'
import { searchTexts } from '../log/text-index.ts'
import type { LogCheck, LogsUnderContract } from './log-case.ts'
import type { ContractEvent } from './log-contract.ts'

/** Says a text, which replaces an earlier one with the same `n`. */
const said = (n: number, text: string): ContractEvent => ({ type: text, n })

/** Searches from the other node. Returns the streams and keys that are found. */
async function find({ otherStore, other }: LogsUnderContract, query: string, principal?: string, limit = 10) {
  const read = async (id: string) => {
    const entries = await other.read(id, 0)
    const last = new Map(entries.map(({ event }) => [event.n!, event.type]))
    const texts = [...last].map(([n, text]) => ({ key: `${n}`, text, time: n }))
    return { lsn: entries.length, texts: texts.filter(({ text }) => text !== '') }
  }
  const searchable = { store: otherStore, log: other, kind: 'contract', read }
  const found = await searchTexts(searchable, principal, query, limit)
  return found.map(({ id, key, text }) => `${id} ${key} ${text}`)
}

/** Full-text search, by an index or by reading all streams. */
export const textCases: Record<string, LogCheck> = {
  async 'a text is found by the beginnings of its words, in any order, case and accent'(logs) {
    await logs.log.create('a', { about: null, events: [said(1, 'Un CAFÉ à Lisbonne, s’il vous plaît')] })
    for (const query of ['cafe', 'lisb CAFÉ', 'plait', 'vous "café"*']) {
      assert.deepEqual(await find(logs, query), ['a 1 Un CAFÉ à Lisbonne, s’il vous plaît'], query)
    }
    for (const query of ['', ' - ', 'isbonne', 'cafe porto']) assert.deepEqual(await find(logs, query), [], query)
  },

  async 'a text without spaces is found by any of its characters'(logs) {
    await logs.log.create('a', { about: null, events: [said(1, '飛行機で東京へ')] })
    assert.deepEqual(await find(logs, '東京'), ['a 1 飛行機で東京へ'])
    assert.deepEqual(await find(logs, '大阪'), [])
  },

  async 'the latest texts are found first, up to a limit'(logs) {
    await logs.log.create('a', { about: null, events: [said(1, 'tea'), said(4, 'tea')] })
    await logs.log.create('b', { about: null, events: [said(3, 'tea'), said(2, 'tea')] })
    assert.deepEqual(await find(logs, 'tea'), ['a 4 tea', 'b 3 tea', 'b 2 tea', 'a 1 tea'])
    assert.deepEqual(await find(logs, 'tea', undefined, 2), ['a 4 tea', 'b 3 tea'])
  },

  async 'many texts of one moment are kept'({ store: { texts }, log }) {
    if (texts === undefined) return
    await log.create('a', { about: null, events: [said(1, 'tea')] })
    const many = Array.from({ length: 5_000 }, (_, i) => ({ key: `${i}`, text: 'tea', time: 1 }))
    await texts.keep({ kind: 'contract', id: 'a' }, 1, many)
    assert.equal((await texts.find('contract', undefined, ['tea'], 10_000)).length, 5_000)
  },

  async 'only texts of the principal are found'(logs) {
    await logs.log.create('a', { principal: 'ada', about: null, events: [said(1, 'tea')] })
    await logs.log.create('b', { principal: 'bob', about: null, events: [said(2, 'tea')] })
    await logs.log.create('c', { about: null, events: [said(3, 'tea')] })
    await logs.store.log('another').create('d', { about: null, events: [said(4, 'tea')] })
    assert.deepEqual(await find(logs, 'tea', 'ada'), ['a 1 tea'])
    assert.deepEqual(await find(logs, 'tea'), ['c 3 tea'])
    assert.deepEqual(await find(logs, 'tea', 'eve'), [])
  },

  async 'a text is found as it is after the last append'(logs) {
    await logs.log.create('a', { about: null, events: [said(1, 'green tea'), said(2, 'black tea')] })
    assert.deepEqual(await find(logs, 'tea'), ['a 2 black tea', 'a 1 green tea'])
    await logs.log.append('a', { events: [said(1, 'coffee'), said(2, ''), said(3, 'white tea')] })
    assert.deepEqual(await find(logs, 'tea'), ['a 3 white tea'])
    assert.deepEqual(await find(logs, 'coffee'), ['a 1 coffee'])
  },

  async 'no text of a deleted stream is found, also if another one takes its id'(logs) {
    await logs.log.create('a', { about: null, events: [said(1, 'green tea')] })
    assert.deepEqual(await find(logs, 'tea'), ['a 1 green tea'])
    await logs.log.delete('a')
    assert.deepEqual(await find(logs, 'tea'), [])
    await logs.log.create('a', { about: null, events: [said(1, 'black tea')] })
    assert.deepEqual(await find(logs, 'tea'), ['a 1 black tea'])
  },

  async 'a text with any characters is kept'(logs) {
    const odd = ['a\0b tea', '"tea"', "it's tea", '\\ & | ! : * ( ) tea']
    await logs.log.create('a', { about: null, events: odd.map((text, n) => said(n, text)) })
    assert.deepEqual(await find(logs, 'tea'), odd.map((text, n) => `a ${n} ${text}`).reverse())
    assert.deepEqual(await find(logs, "it's"), ["a 2 it's tea"])
  },

  async 'texts of an earlier place do not replace later ones, and those of a missing stream are not kept'({
    store: { texts },
    log,
  }) {
    if (texts === undefined) return
    const ref = { kind: 'contract', id: 'a' }
    await log.create('a', { about: null, events: [said(1, 'tea'), said(2, 'tea')] })
    await texts.keep(ref, 2, [{ key: '2', text: 'tea', time: 2 }])
    await texts.keep(ref, 1, [{ key: '1', text: 'tea', time: 1 }])
    await texts.keep({ kind: 'contract', id: 'gone' }, 1, [{ key: '1', text: 'tea', time: 1 }])
    assert.deepEqual(await texts.behind('contract', undefined), [])
    assert.deepEqual(await texts.find('contract', undefined, ['tea'], 10), [
      { id: 'a', key: '2', text: 'tea', time: 2 },
    ])
  },
}
