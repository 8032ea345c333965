import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { Engine } from '../stores/engine.ts'
import { RecordSizeError } from '../tools/errors.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import { type ContractCase, toContract } from './contract.ts'

/** The engines of two nodes on the same empty storage. */
export interface EnginesUnderContract {
  engine: Engine
  other: Engine
  /** Lets at least so many milliseconds pass on the clock of the engine. */
  advance(ms: number): MaybePromise<void>
  /** Called after the case, also when it failed; closes the engines. */
  close?(): MaybePromise<void>
}

/** What every engine does. `create` returns engines without records, for each case anew. */
export const engineContract = (create: () => MaybePromise<EnginesUnderContract>): ContractCase[] =>
  toContract(cases, create)

/** Seconds that an engine may take for what it does later. */
const PATIENCE = 30

const STREAM = 'log.chat.a'
const OTHER_STREAM = 'log.chat.b'

/** Appends records one after the other, and returns their numbers. */
async function appendAll(engine: Engine, name: string, ...records: string[]): Promise<number[]> {
  const numbers: number[] = []
  for (const data of records) {
    const seq = await engine.append(name, data, numbers.at(-1) ?? 0)
    assert.ok(seq !== undefined, `expected ${data} to be appended to ${name}`)
    numbers.push(seq)
  }
  return numbers
}

/** Resolves when it is so, for what an engine does a little later. */
async function until(isSo: () => MaybePromise<boolean>, advance: EnginesUnderContract['advance']): Promise<void> {
  for (let tries = 0; !(await isSo()); tries++) {
    assert.ok(tries < 10 * PATIENCE, `expected it within ${PATIENCE} seconds`)
    await advance(100)
  }
}

const cases: Record<string, (engines: EnginesUnderContract) => Promise<void>> = {
  async 'a record is appended only after the last one'({ engine, other }) {
    assert.equal(await engine.last(STREAM), undefined)
    assert.equal(await engine.append(STREAM, 'early', 7), undefined)
    const [first, second] = await appendAll(engine, STREAM, 'one', 'two')
    assert.ok(second! > first!, `expected more than ${first}, not ${second}`)
    for (const after of [0, first!, second! + 1]) assert.equal(await other.append(STREAM, 'late', after), undefined)
    assert.deepEqual(await other.last(STREAM), { seq: second, data: 'two' })
    assert.deepEqual(await other.read(STREAM, 0, second!), ['one', 'two'])
  },

  async 'of several appends after the same record one is stored'({ engine, other }) {
    let after = 0
    for (let round = 0; round < 10; round++) {
      const racing = [engine, other, engine, other].map((node, i) => node.append(STREAM, `${round}/${i}`, after))
      const stored = (await Promise.all(racing)).filter((seq) => seq !== undefined)
      assert.equal(stored.length, 1)
      after = stored[0]!
    }
    assert.equal((await other.read(STREAM, 0, after))?.length, 10)
  },

  async 'no two records have the same number, and those of all streams grow if they are ordered'(engines) {
    const { engine, other } = engines
    const streams = Array.from({ length: 8 }, (_, i) => `log.chat.${i}`)
    const numbers: number[] = []
    for (const [i, name] of streams.entries()) {
      numbers.push(...(await appendAll(i % 2 === 0 ? engine : other, name, 'one', 'two')))
    }
    assert.equal(new Set(numbers).size, numbers.length)
    if (!engine.isOrdered) return
    assert.deepEqual(
      numbers,
      numbers.toSorted((a, b) => a - b),
    )
  },

  async 'a read returns the records between two numbers in their order'({ engine, other }) {
    const numbers = await appendAll(engine, STREAM, 'one', 'two', 'three', 'four')
    await appendAll(other, OTHER_STREAM, 'of another')
    assert.deepEqual(await other.read(STREAM, numbers[0]!, numbers[2]!), ['two', 'three'])
    assert.deepEqual(await other.read(STREAM, 0, numbers[3]!), ['one', 'two', 'three', 'four'])
    assert.deepEqual(await other.read(STREAM, numbers[3]!, numbers[3]!), [])
  },

  async 'a read of many or of large records is whole'({ engine, other }) {
    const many = Array.from({ length: 1_200 }, (_, i) => `${i}`)
    const numbers = await appendAll(engine, STREAM, ...many)
    assert.deepEqual(await other.read(STREAM, 0, numbers.at(-1)!), many)
    const large = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(Math.min(engine.maxBytes, 1_000_000) - 1_000))
    const places = await appendAll(engine, OTHER_STREAM, ...large)
    assert.deepEqual(await other.read(OTHER_STREAM, 0, places.at(-1)!), large)
  },

  async 'a write that is too large is refused, and nothing is stored'({ engine, other }) {
    if (engine.maxBytes > 100_000_000) return
    const data = 'x'.repeat(engine.maxBytes + 1)
    await assert.rejects(engine.append(STREAM, data, 0), RecordSizeError)
    await assert.rejects(engine.put('value.a', data), RecordSizeError)
    assert.deepEqual((await other.lasts([STREAM])).found, [undefined])
    assert.equal(await other.last('value.a'), undefined)
  },

  async 'records are purged up to a number, and a read of one that is gone returns nothing'({ engine, other }) {
    const [first, second, third] = await appendAll(engine, STREAM, 'one', 'two', 'three')
    await other.purge(STREAM, second!)
    assert.deepEqual(await engine.read(STREAM, second!, third!), ['three'])
    assert.equal(await engine.read(STREAM, 0, second!), undefined)
    assert.equal(await engine.read(STREAM, 0, first!), undefined)
    await other.purge(STREAM, Number.MAX_SAFE_INTEGER)
    assert.equal(await engine.last(STREAM), undefined)
    const again = await engine.append(STREAM, 'again', 0)
    assert.ok(again! > third!, `expected more than ${third}, not ${again}`)
    assert.deepEqual(await other.read(STREAM, third!, again!), ['again'])
  },

  async 'a name has the value that was put last, and is appended to by its number'({ engine, other }) {
    const first = await engine.put('value.a', 'one')
    const second = await other.put('value.a', 'two')
    assert.ok(second > first, `expected more than ${first}, not ${second}`)
    assert.deepEqual(await engine.last('value.a'), { seq: second, data: 'two' })
    assert.equal(await engine.append('value.a', 'late', first), undefined)
    const third = await engine.append('value.a', 'three', second)
    assert.deepEqual(await other.last('value.a'), { seq: third, data: 'three' })
  },

  async 'a purge removes no value that was put after its number'({ engine, other }) {
    const first = await engine.put('value.a', 'one')
    const second = await engine.put('value.a', 'two')
    await other.purge('value.a', first)
    assert.deepEqual(await engine.last('value.a'), { seq: second, data: 'two' })
    await other.purge('value.a', second)
    assert.equal(await engine.last('value.a'), undefined)
    await engine.put('value.a', 'three')
    await engine.put('value.b', 'three')
    await engine.put('others.b', 'kept')
    await other.purge('value.*', Number.MAX_SAFE_INTEGER)
    assert.deepEqual((await engine.lasts(['value.a', 'value.b', 'others.b'])).found.slice(0, 2), [undefined, undefined])
    assert.equal((await engine.last('others.b'))?.data, 'kept')
  },

  async 'a value is gone a little after its time'({ engine, other, advance }) {
    await engine.put('value.short', 'one', 1_000)
    await engine.put('value.long', 'one', 3_600_000)
    assert.equal((await other.last('value.short'))?.data, 'one')
    await until(async () => (await other.last('value.short')) === undefined, advance)
    assert.equal((await other.last('value.long'))?.data, 'one')
  },

  async 'the last records of many names are in the order of the names'({ engine, other }) {
    const names = Array.from({ length: 40 }, (_, i) => `log.chat.${i}`)
    for (const name of names.slice(1)) await appendAll(engine, name, 'old', `of ${name}`)
    const asked = names.toReversed()
    const { found } = await other.lasts(asked)
    const texts = found.map((stored) => (stored === 'same' ? stored : stored?.data))
    assert.deepEqual(
      texts,
      asked.map((name) => (name === names[0] ? undefined : `of ${name}`)),
    )
    assert.deepEqual(found[0], await other.last(asked[0]!))
    assert.deepEqual((await other.lasts([])).found, [])
  },

  async 'of what nothing was appended to since a moment, the last records are the same'({ engine, other }) {
    const [first] = await appendAll(engine, STREAM, 'one')
    await appendAll(engine, OTHER_STREAM, 'one')
    const names = [STREAM, OTHER_STREAM]
    const { at } = await other.lasts(names)
    assert.deepEqual((await other.lasts(names, { since: at })).found, ['same', 'same'])
    const second = await engine.append(STREAM, 'two', first!)
    const moment = other.moment()
    const later = await other.lasts(names, { at: moment, since: at })
    assert.deepEqual(later.found, [{ seq: second, data: 'two' }, 'same'])
    assert.deepEqual((await other.lasts(names, { since: later.at })).found, ['same', 'same'])
  },

  async 'names of a form are found, and those that were put since a number in their order'({ engine, other }) {
    const pattern = 'index.*.x'
    assert.deepEqual([await other.names(pattern), await other.since(pattern, 0)], [[], []])
    for (const name of ['index.c.x', 'index.a.x', 'index.b.x', 'index.a.y', 'index.a.b.x', 'indexes.a.x']) {
      await engine.put(name, 'one')
    }
    assert.deepEqual((await other.names(pattern)).toSorted(), ['index.a.x', 'index.b.x', 'index.c.x'])
    const all = await other.since(pattern, 0)
    assert.deepEqual(
      all.map(({ name }) => name),
      ['index.c.x', 'index.a.x', 'index.b.x'],
    )
    const seq = await engine.put('index.c.x', 'two')
    await engine.purge('index.b.x', Number.MAX_SAFE_INTEGER)
    assert.deepEqual(await other.since(pattern, all[1]!.seq), [{ name: 'index.c.x', seq }])
    assert.deepEqual((await other.names(pattern)).toSorted(), ['index.a.x', 'index.c.x'])
    assert.deepEqual(await other.since(pattern, seq), [])
  },

  async 'more names than one reply holds are found'({ engine, other }) {
    const names = Array.from({ length: 1_100 }, (_, i) => `index.${i}`)
    for (let i = 0; i < names.length; i += 50) {
      await Promise.all(names.slice(i, i + 50).map((name) => engine.put(name, '1')))
    }
    assert.deepEqual((await other.names('index.*')).toSorted(), names.toSorted())
    assert.equal((await other.since('index.*', 0)).length, names.length)
  },

  async 'a signal reaches the listeners of other nodes until they stop'({ engine, other, advance }) {
    const heard: string[] = []
    const own = engine.subscribe('log.chat.a', (text) => heard.push(`own ${text}`))
    const far = other.subscribe('log.chat.a', (text) => heard.push(text))
    const elsewhere = other.subscribe('log.chat.b', (text) => heard.push(`elsewhere ${text}`))
    await Promise.all([own.ready, far.ready, elsewhere.ready])
    engine.signal('log.chat.a', 'one "é"')
    await until(() => heard.length > 0, advance)
    far.stop()
    engine.signal('log.chat.a', 'two')
    engine.signal('log.chat.b', 'three')
    await until(() => heard.length > 1, advance)
    assert.deepEqual(heard, ['one "é"', 'elsewhere three'])
    for (const { stop } of [own, elsewhere]) stop()
  },

  async 'the time goes on, and is the same for all nodes'({ engine, other, advance }) {
    const before = engine.now()
    await advance(20)
    await delay(5)
    assert.ok(engine.now() >= before + 20, `expected at least ${before + 20}, not ${engine.now()}`)
    assert.ok(Math.abs(engine.now() - other.now()) < 1_000)
  },
}
