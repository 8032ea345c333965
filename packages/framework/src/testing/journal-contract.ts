import assert from 'node:assert/strict'
import { JournalConflictError } from '../tools/errors.ts'
import type { Entry, Header, Journal, JournalWrite, Progress } from '../tools/journal.ts'
import type { Json } from '../tools/json.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import { type ContractCase, toContract } from './contract.ts'

/** The storage of one run's journal. */
export interface JournalStorage {
  /** Another handle on it: what one handle was acknowledged, every later one reads. */
  open(): MaybePromise<Journal>
  /** Called after the case, however it ended. */
  close?(): MaybePromise<void>
}

/**
 * What every journal does. `create` gives the storage of a run that has not begun; each case has its own.
 *
 * ```ts
 * describeContract('sqlite journal', journalContract(() => ({ open: () => store.journal(crypto.randomUUID()) })))
 * ```
 */
export function journalContract(create: () => MaybePromise<JournalStorage>): ContractCase[] {
  return toContract(cases, create)
}

const cases: Record<string, (storage: JournalStorage) => Promise<void>> = {
  async 'has nothing to read before the first write'({ open }) {
    assert.equal(await (await open()).read(), undefined)
  },

  async 'reads back header, entries and progress through a new handle'({ open }) {
    const entries: Entry[] = [
      value('0', { done: true }),
      { type: 'failure', ...fact('1'), failure: { name: 'TypeError', message: 'no', code: 'E1', data: [1, null] } },
      { type: 'failure', ...fact('2'), failure: { name: 'McpError', message: 'no', code: -32602 } },
      { type: 'started', ...fact('1.2:0') },
      { type: 'halted', at: '1.2', reason: 'timeout', time: 1_767_225_600_000 },
      { type: 'partial', ...fact('3'), content: { ok: true }, answered: { by: 'ada', at: 7 }, shown: 'print' },
      { type: 'value', ...fact('3'), value: { contents: [] }, answered: [{ by: 'ada', at: 7 }, { at: 8 }] },
      { type: 'value', ...fact('4'), value: 7, signal: 'signal-1' },
      { type: 'retried', ...fact('5'), failure: { name: 'Error', message: 'no' }, attempt: 1, since: 5, nextAt: 9 },
      { type: 'patched', ...fact(''), at: '' },
    ]
    await write(await open(), 0, { header, entries, progress })
    assert.deepEqual(await (await open()).read(), { revision: 1, header, entries, progress })
  },

  async 'reads back a header without what is optional'({ open }) {
    const { version: _version, principal: _principal, ...bare } = header
    await write(await open(), 0, { header: bare, entries: [], progress: noProgress })
    assert.deepEqual(await (await open()).read(), { revision: 1, header: bare, entries: [], progress: noProgress })
  },

  async 'keeps entries in the order of many writes, and the last progress'({ open }) {
    const journal = await open()
    const expected: Entry[] = []
    for (let revision = 0; revision < 30; revision++) {
      const entries = Array.from({ length: revision % 4 }, (_, i) => value(`${revision}:${i}`, [revision, i]))
      expected.push(...entries)
      const highest = { ...progress, highest: revision }
      await write(journal, revision, { ...(revision === 0 && { header }), entries, progress: highest })
    }
    const expectedRecording = { revision: 30, header, entries: expected, progress: { ...progress, highest: 29 } }
    assert.deepEqual(await journal.read(), expectedRecording)
    assert.deepEqual(await (await open()).read(), expectedRecording)
  },

  async 'refuses a write at any revision but the present one, and is not changed by it'({ open }) {
    const journal = await open()
    const refused = (revision: number) =>
      assert.rejects(
        write(journal, revision, { header: { ...header, runId: 'other' }, entries: [value('9', 9)], progress }),
        JournalConflictError,
      )
    await refused(1)
    assert.equal(await journal.read(), undefined)
    await write(journal, 0, { header, entries: [value('0', 0)], progress: noProgress })
    await write(journal, 1, { entries: [value('1', 1)], progress: noProgress })
    for (const revision of [0, 1, 3]) await refused(revision)
    const entries = [value('0', 0), value('1', 1)]
    assert.deepEqual(await (await open()).read(), { revision: 2, header, entries, progress: noProgress })
    await write(journal, 2, { entries: [], progress })
  },

  async 'lets one of two handles go on when both write at once'({ open }) {
    await write(await open(), 0, { header, entries: [], progress })
    const handles = [await open(), await open()]
    const settled = await Promise.allSettled(
      handles.map((handle, i) => write(handle, 1, { entries: [value('0', i)], progress })),
    )
    const winner = settled.findIndex(({ status }) => status === 'fulfilled')
    const errors = settled.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    assert.equal(errors.length, 1, `expected one of two writes to be refused, not ${errors.length}`)
    assert.ok(errors[0] instanceof JournalConflictError, `expected a JournalConflictError, not ${errors[0]}`)
    const recording = await (await open()).read()
    assert.deepEqual(recording?.entries, [value('0', winner)])
    assert.equal(recording?.revision, 2)
  },

  async 'starts over with a header: the entries before it are gone, the revision goes on'({ open }) {
    const journal = await open()
    await write(journal, 0, { header, entries: [value('0', 'old')], progress })
    await write(journal, 1, { entries: [value('1', 'old')], progress })
    const next = { ...header, version: '2', seed: 'other' }
    await write(journal, 2, { header: next, entries: [value('0', 'new')], progress: noProgress })
    const recording = { revision: 3, header: next, entries: [value('0', 'new')], progress: noProgress }
    assert.deepEqual(await (await open()).read(), recording)
  },

  async 'takes progress as it is at the write'({ open }) {
    const live = structuredClone(progress)
    await write(await open(), 0, { header, entries: [], progress: live })
    live.asked['7'] = { kind: 'elicit', key: 'sure', time: 7 }
    live.asked['0'] = { kind: 'elicit', key: 'sure', time: 1, attempt: 2, refused: 1, problem: 'later' }
    live.highest = 100
    assert.deepEqual((await (await open()).read())?.progress, progress)
  },

  async 'gives each reader progress of its own'({ open }) {
    const journal = await open()
    await write(journal, 0, { header, entries: [], progress: structuredClone(progress) })
    const first = await journal.read()
    first!.progress.asked['7'] = { kind: 'elicit', key: 'sure', time: 7 }
    assert.deepEqual((await journal.read())?.progress, progress)
  },

  async 'keeps any text'({ open }) {
    const texts = [
      '',
      'naïve 日本語 🦜 \u202e',
      '\0 \b " \\ \n \u2028',
      'lone \ud83e surrogate \udd9c',
      "'; drop table x; --",
    ]
    const entries = texts.map((text, i) => value(String(i), { [text]: text }, text))
    await write(await open(), 0, { header: { ...header, seed: texts.join() }, entries, progress })
    const recording = await (await open()).read()
    assert.deepEqual(recording?.entries, entries)
    assert.equal(recording?.header.seed, texts.join())
  },

  async 'keeps keys that mean something in JavaScript'({ open }) {
    const data: Json = JSON.parse('{"__proto__":{"polluted":true},"constructor":1,"toJSON":2,"1":"one","0":"zero"}')
    await write(await open(), 0, { header, entries: [value('0', data)], progress })
    const [entry] = (await (await open()).read())!.entries
    assert.equal(JSON.stringify(entry), JSON.stringify(value('0', data)))
    assert.equal('polluted' in {}, false)
  },

  async 'keeps numbers, null and empty values apart'({ open }) {
    const values: Json[] = [
      0,
      -1,
      0.1,
      1e21,
      Number.MAX_SAFE_INTEGER,
      5e-324,
      '',
      '0',
      false,
      null,
      [],
      {},
      [[]],
      [null],
    ]
    const entries = values.map((data, i) => value(String(i), data))
    await write(await open(), 0, { header, entries, progress })
    assert.deepEqual((await (await open()).read())?.entries, entries)
  },

  async 'keeps an absent value absent'({ open }) {
    await write(await open(), 0, { header, entries: [{ type: 'value', ...fact('0') }, value('1', null)], progress })
    const [absent, nothing] = (await (await open()).read())!.entries
    assert.equal('value' in absent!, false)
    assert.deepEqual(nothing, value('1', null))
  },

  async 'keeps an entry of 500 kB'({ open }) {
    const large = value('0', 'ü🦜'.repeat(125_000))
    await write(await open(), 0, { header, entries: [large], progress })
    const [entry] = (await (await open()).read())!.entries
    assert.ok(JSON.stringify(entry) === JSON.stringify(large), 'the entry came back changed')
  },

  async 'keeps 1,000 entries of one write in their order'({ open }) {
    const entries = Array.from({ length: 1000 }, (_, i) => value(String(i), i))
    await write(await open(), 0, { header, entries, progress })
    assert.deepEqual((await (await open()).read())?.entries, entries)
  },
}

const header: Header = {
  format: 1,
  tool: 'contract',
  version: '1',
  runId: 'run-1',
  seed: 'seed',
  can: { elicitation: true, sampling: false, roots: true, tasks: false },
  principal: 'ada',
  params: 'd1g3st',
  startedAt: 1_767_225_600_000,
}

const progress: Progress = {
  asked: {
    '0': { kind: 'elicit', key: 'sure', time: 1 },
    '1:0': {
      kind: 'elicit',
      key: 'sure',
      time: 2,
      shown: 'f1n6e7',
      attempt: 4,
      refused: 2,
      changed: 1,
      problem: 'position: too big',
    },
    '1.2:3': { kind: 'elicit', key: 'sure', time: 3 },
  },
  emitted: 4,
  emittedBefore: 4,
  highest: 0.5,
}

const noProgress: Progress = { asked: {}, emitted: 0 }

const fact = (at: string, key = 'search') => ({ at, kind: 'step', key, digest: 'abc', time: 1_767_225_600_001 })

const value = (at: string, data: Json, key?: string): Entry => ({ type: 'value', ...fact(at, key), value: data })

/** A journal may refuse at once or later. */
const write = async (journal: Journal, revision: number, data: JournalWrite): Promise<void> =>
  journal.append(revision, data)
