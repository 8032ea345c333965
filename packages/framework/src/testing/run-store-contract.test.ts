import { describe, expect, test } from 'vitest'
import { createMemoryRunStore, type RunRecord, type RunStore } from '../tools/run-store.ts'
import { journalContract } from './journal-contract.ts'
import { runStoreContract } from './run-store-contract.ts'

/** What a faulty store does differently. It is made once for each storage. */
type Fault = (store: RunStore) => Partial<RunStore>

const withRecord = (
  store: RunStore,
  runId: string,
  change: (record: RunRecord) => RunRecord,
): RunRecord | undefined => {
  const record = store.get(runId) as RunRecord | undefined
  return record && change(record)
}

/** Each fault with the case that is there to find it. */
const faults: Record<string, { fault: Fault; found: string }> = {
  'has one journal for all runs': {
    fault: (store) => ({ journal: () => store.journal('all') }),
    found: 'keeps the journals of runs apart',
  },
  'makes up a record': {
    fault: (store) => ({ get: (runId) => store.get(runId) ?? { expiresAt: 0, data: null } }),
    found: 'has no record before the first put, whatever the journal holds',
  },
  'begins the journal with the record': {
    fault: (store) => ({
      put(runId, record) {
        store.journal(runId).append(0, { header: {} as never, entries: [], progress: {} as never })
        return store.put(runId, record)
      },
    }),
    found: 'begins no journal with a record',
  },
  'loses what is empty': {
    fault: (store) => ({
      get: (runId) =>
        withRecord(store, runId, ({ expiresAt, data }) => ({
          expiresAt,
          data: JSON.parse(JSON.stringify(data), (_, value) => value || undefined),
        })),
    }),
    found: 'reads a record back through another store',
  },
  'merges records': {
    fault: (store) => ({
      put: (runId, { expiresAt, data }) =>
        store.put(runId, {
          expiresAt,
          data: { ...(withRecord(store, runId, (r) => r)?.data as object), ...(data as object) },
        }),
    }),
    found: 'replaces a record as a whole',
  },
  'keeps a record live': {
    fault: (store) => {
      const records = new Map<string, RunRecord>()
      return {
        get: (runId) => records.get(runId),
        put: (runId, record) => void records.set(runId, record),
        close: store.close,
      }
    },
    found: 'takes a record as it is when it is put',
  },
  'does not tell A from a': {
    fault: (store) => ({
      get: (id) => store.get(id.toLowerCase()),
      put: (id, record) => store.put(id.toLowerCase(), record),
    }),
    found: 'takes any text for a run id',
  },
  'keeps the journal of a deleted run': {
    fault: (store) => ({ delete: (runId) => store.put(runId, undefined as never) }),
    found: 'deletes the journal and the record of one run, which can then begin anew',
  },
  'collects too late': {
    fault: (store) => ({ collect: (now) => store.collect(now - 1) }),
    found: 'collects the runs whose time has come, and says how many',
  },
  'goes by the first record': {
    fault: (store) => ({
      put: (runId, { expiresAt, data }) =>
        store.put(runId, { expiresAt: withRecord(store, runId, (record) => record)?.expiresAt ?? expiresAt, data }),
    }),
    found: 'collects by the last record',
  },
  'counts journals': {
    fault: (store) => ({
      collect(now) {
        store.collect(now)
        return 0
      },
    }),
    found: 'counts a collected run that has no journal',
  },
  'collects what has no record': {
    fault: (store) => ({
      collect(now) {
        store.delete('a')
        return store.collect(now)
      },
    }),
    found: 'never collects a run without a record',
  },
  'is closed once': {
    fault: () => {
      let open = true
      return {
        close() {
          if (!open) throw new Error('closed')
          open = false
        },
      }
    },
    found: 'can be closed twice',
  },
  'forgets when it is closed': {
    fault: (store) => ({ close: () => store.delete('a') }),
    found: 'has everything again after it was closed',
  },
  'gives a run to whoever asks': {
    fault: () => ({ claim: () => true }),
    found: 'gives a run to one owner at a time, whichever store they claim it through',
  },
  'looks before it takes': {
    fault: (store) => {
      const owned = new Set<string>()
      return {
        async claim(runId) {
          const isFree = !owned.has(runId)
          await Promise.resolve()
          owned.add(runId)
          return isFree && store.get(runId) !== undefined
        },
      }
    },
    found: 'gives a run to one of many who claim it at once',
  },
  'keeps to the first claim': {
    fault: (store) => {
      const owned = new Set<string>()
      return {
        claim(runId, claim) {
          const key = `${runId} ${claim.owner}`
          if (owned.has(key)) return true
          owned.add(key)
          return store.claim!(runId, claim)
        },
      }
    },
    found: 'lets an owner claim again, for longer',
  },
  'claims for ever': {
    fault: (store) => ({ claim: (runId, claim) => store.claim!(runId, { ...claim, ttl: Number.MAX_VALUE }) }),
    found: 'gives a run to another when its claim has run out',
  },
  'lets anybody give back': {
    fault: (store) => ({
      release(runId) {
        const record = store.get(runId) as RunRecord | undefined
        if (record !== undefined) store.put(runId, record)
      },
    }),
    found: 'gives back what is the owner’s, and nothing else',
  },
  'puts without a claim': {
    fault: (store) => ({ put: (runId, record) => store.put(runId, record) }),
    found: 'claims with a record, and gives back with one',
  },
  'has the owner in the record': {
    fault: (store) => ({
      claim(runId, claim) {
        const given = store.claim!(runId, claim)
        const record = store.get(runId) as RunRecord | undefined
        if (record !== undefined) store.put(runId, { ...record, data: claim.owner }, claim)
        return given
      },
    }),
    found: 'keeps the record as it is under a claim',
  },
  'claims what is not there': {
    fault: (store) => ({
      claim(runId, claim) {
        if (store.get(runId) === undefined) store.put(runId, { expiresAt: 1, data: null })
        return store.claim!(runId, claim)
      },
    }),
    found: 'claims no run without a record, and forgets the claim with the run',
  },
}

const contractOf = (fault: Fault) =>
  runStoreContract(
    () => {
      const memory = createMemoryRunStore()
      const store: RunStore = {
        ...memory,
        put: (runId, record, claim) => memory.put(runId, structuredClone(record), claim),
      }
      const faulty = { ...store, ...fault(store) }
      return { open: () => faulty }
    },
    { persistent: true, claims: true },
  )

describe('the contract finds a store that', () => {
  test.each(Object.entries(faults))('%s', async (_, { fault, found }) => {
    await contractOf(() => ({}))
      .find(({ name }) => name === found)!
      .run()
    await expect(
      contractOf(fault)
        .find(({ name }) => name === found)!
        .run(),
    ).rejects.toThrow()
  })

  test('every case finds a fault', () => {
    const journalCases = journalContract(() => ({ open: () => createMemoryRunStore().journal('') }))
    const found = Object.values(faults).map((fault) => fault.found)
    expect(contractOf(() => ({})).map(({ name }) => name)).toEqual([
      ...journalCases.map(({ name }) => `journal: ${name}`),
      ...found,
    ])
  })
})

test('a store that is not persistent, or has no claims, is not asked for it', () => {
  const names = runStoreContract(() => ({ open: createMemoryRunStore })).map(({ name }) => name)
  expect(names).not.toContain('has everything again after it was closed')
  expect(names).not.toContain('gives a run to one of many who claim it at once')
})

test('the storage is closed after a case, also when it failed', async () => {
  let closed = 0
  const cases = runStoreContract(() => ({
    open: () => ({ ...createMemoryRunStore(), journal: () => ({ read: () => undefined, append() {} }) }),
    close: () => void closed++,
  }))
  await Promise.allSettled(cases.map(({ run }) => run()))
  expect(closed).toBe(cases.length)
})
