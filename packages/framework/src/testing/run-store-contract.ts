import assert from 'node:assert/strict'
import { JournalConflictError } from '../tools/errors.ts'
import type { Entry, Header, JournalWrite } from '../tools/journal.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import type { RunRecord, RunStore } from '../tools/run-store.ts'
import type { ContractCase } from './contract.ts'
import { journalContract } from './journal-contract.ts'
import { runStoreClaimCases } from './run-store-claim-cases.ts'

/** Where a store keeps its runs. */
export interface RunStorage {
  /** Another store on the same runs: what one was acknowledged, every later one reads. */
  open(): MaybePromise<RunStore>
  /** Lets so many milliseconds pass for claims; they are waited for when absent. */
  advance?(ms: number): MaybePromise<void>
  /** Called after the case, however it ended; closes what was opened. */
  close?(): MaybePromise<void>
}

/**
 * What every run store does, its journals included. `create` gives storage without runs; each case has its own.
 * `persistent` says that runs outlive the store that wrote them, `claims` that it has `claim` and `release`.
 *
 * ```ts
 * describeContract('sqlite run store', runStoreContract(createTemporaryFile, { persistent: true, claims: true }))
 * ```
 */
export function runStoreContract(
  create: () => MaybePromise<RunStorage>,
  { persistent = false, claims = false }: { persistent?: boolean; claims?: boolean } = {},
): ContractCase[] {
  const journals = journalContract(async () => {
    const { open, close } = await create()
    return { open: async () => (await open()).journal('run-1'), ...(close && { close }) }
  })
  const stores = Object.entries({ ...cases, ...(persistent && persistentCases), ...(claims && runStoreClaimCases) })
  return [
    ...journals.map(({ name, run }) => ({ name: `journal: ${name}`, run })),
    ...stores.map(([name, check]) => ({
      name,
      async run() {
        const storage = await create()
        try {
          await check(storage)
        } finally {
          await storage.close?.()
        }
      },
    })),
  ]
}

type Check = (storage: RunStorage) => Promise<void>

const cases: Record<string, Check> = {
  async 'keeps the journals of runs apart'({ open }) {
    const store = await open()
    await store.journal('a').append(0, write('a', 'one'))
    await store.journal('b').append(0, write('b', 'two'))
    await store.journal('a').append(1, write('a', 'three'))
    assert.deepEqual(await store.journal('a').read(), { revision: 2, ...write('a', 'three') })
    assert.deepEqual(await store.journal('b').read(), { revision: 1, ...write('b', 'two') })
  },

  async 'has no record before the first put, whatever the journal holds'({ open }) {
    const store = await open()
    await store.journal('a').append(0, write('a', 1))
    assert.equal(await store.get('a'), undefined)
  },

  async 'begins no journal with a record'({ open }) {
    const store = await open()
    await store.put('a', record)
    assert.equal(await store.journal('a').read(), undefined)
    await store.journal('a').append(0, write('a', 1))
    assert.deepEqual(await store.get('a'), record)
  },

  async 'reads a record back through another store'({ open }) {
    await (await open()).put('a', record)
    assert.deepEqual(await (await open()).get('a'), record)
    assert.equal(await (await open()).get('b'), undefined)
  },

  async 'replaces a record as a whole'({ open }) {
    const store = await open()
    await store.put('a', record)
    await store.put('b', record)
    const next = { expiresAt: 7.5, data: { status: 'completed' } }
    await store.put('a', next)
    assert.deepEqual(await store.get('a'), next)
    assert.deepEqual(await store.get('b'), record)
  },

  async 'takes a record as it is when it is put'({ open }) {
    const live = structuredClone(record)
    await (await open()).put('a', live)
    live.expiresAt = 0
    Object.assign(live.data as object, { status: 'later' })
    assert.deepEqual(await (await open()).get('a'), record)
  },

  async 'takes any text for a run id'({ open }) {
    const store = await open()
    const ids = ['', 'chat/1/2', "'; drop table runs; --", 'naïve 日本語 🦜', 'A', 'a', 'a ', '%', '__proto__']
    for (const [i, id] of ids.entries()) {
      await store.put(id, { expiresAt: i, data: id })
      await store.journal(id).append(0, write(id, i))
    }
    for (const [i, id] of ids.entries()) {
      assert.deepEqual(await store.get(id), { expiresAt: i, data: id })
      assert.deepEqual(await store.journal(id).read(), { revision: 1, ...write(id, i) })
    }
  },

  async 'deletes the journal and the record of one run, which can then begin anew'({ open }) {
    const store = await open()
    for (const id of ['a', 'b']) {
      await store.put(id, record)
      await store.journal(id).append(0, write(id, 'old'))
    }
    await store.delete('a')
    await store.delete('unknown')
    assert.equal(await store.get('a'), undefined)
    assert.equal(await store.journal('a').read(), undefined)
    assert.deepEqual(await store.get('b'), record)
    assert.deepEqual(await store.journal('b').read(), { revision: 1, ...write('b', 'old') })
    await assert.rejects(async () => store.journal('a').append(1, write('a', 'late')), JournalConflictError)
    await store.journal('a').append(0, write('a', 'new'))
    assert.deepEqual(await store.journal('a').read(), { revision: 1, ...write('a', 'new') })
  },

  async 'collects the runs whose time has come, and says how many'({ open }) {
    const store = await open()
    for (const [id, expiresAt] of Object.entries({ past: 99, now: 100, soon: 100.5, later: 101 })) {
      await store.put(id, { expiresAt, data: null })
      await store.journal(id).append(0, write(id, 1))
    }
    assert.equal(await store.collect(100), 2)
    for (const id of ['past', 'now']) {
      assert.equal(await store.get(id), undefined)
      assert.equal(await store.journal(id).read(), undefined)
    }
    for (const id of ['soon', 'later']) {
      assert.notEqual(await store.get(id), undefined)
      assert.equal((await store.journal(id).read())?.revision, 1)
    }
    assert.equal(await store.collect(100), 0)
  },

  async 'collects by the last record'({ open }) {
    const store = await open()
    await store.put('renewed', { expiresAt: 1, data: null })
    await store.put('renewed', { expiresAt: 1000, data: null })
    await store.put('shortened', { expiresAt: 1000, data: null })
    await store.put('shortened', { expiresAt: 1, data: null })
    assert.equal(await store.collect(100), 1)
    assert.deepEqual(await store.get('renewed'), { expiresAt: 1000, data: null })
  },

  async 'counts a collected run that has no journal'({ open }) {
    const store = await open()
    await store.put('a', { expiresAt: 1, data: null })
    assert.equal(await store.collect(1), 1)
  },

  async 'never collects a run without a record'({ open }) {
    const store = await open()
    await store.journal('a').append(0, write('a', 1))
    assert.equal(await store.collect(Number.MAX_SAFE_INTEGER), 0)
    assert.deepEqual(await store.journal('a').read(), { revision: 1, ...write('a', 1) })
  },

  async 'can be closed twice'({ open }) {
    const store = await open()
    await store.close()
    await store.close()
  },
}

const persistentCases: Record<string, Check> = {
  async 'has everything again after it was closed'({ open }) {
    const store = await open()
    await store.put('a', record)
    await store.journal('a').append(0, write('a', 1))
    await store.close()
    const again = await open()
    assert.deepEqual(await again.get('a'), record)
    assert.deepEqual(await again.journal('a').read(), { revision: 1, ...write('a', 1) })
    await again.journal('a').append(1, write('a', 2))
    assert.equal(await again.collect(record.expiresAt), 1)
  },
}

const record: RunRecord = {
  expiresAt: 1_767_225_600_000,
  data: { status: 'working', result: [null, 0.1, '🦜 \ud83e'], note: '' },
}

const toHeader = (runId: string): Header => ({
  format: 1,
  tool: 'contract',
  runId,
  seed: 'seed',
  can: { elicitation: true, sampling: false, roots: true, tasks: false },
  params: 'd1g3st',
  startedAt: 1_767_225_600_000,
})

const toEntry = (value: string | number): Entry => ({
  type: 'value',
  at: '0',
  kind: 'step',
  key: 'search',
  digest: 'abc',
  time: 1_767_225_600_001,
  value,
})

/** The first write of a run. */
const write = (runId: string, value: string | number): JournalWrite => ({
  header: toHeader(runId),
  entries: [toEntry(value)],
  progress: { asked: {}, emitted: {}, ran: { '': 1.5 } },
})
