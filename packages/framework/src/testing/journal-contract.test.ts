import { describe, expect, test } from 'vitest'
import {
  createMemoryJournal,
  type Entry,
  type Journal,
  type JournalWrite,
  type Progress,
  type Recording,
} from '../tools/journal.ts'
import { type CuttableJournal, createCuttableJournal } from './cuttable-journal.ts'
import { journalContract } from './journal-contract.ts'
import { describeContract } from './vitest.ts'

const LIVE = 'takes progress as it is at the write'

// A memory journal keeps the run's own progress, not a copy: the two live in the same process.
describeContract(
  'memory journal',
  journalContract(() => {
    const journal = createMemoryJournal()
    return { open: () => journal }
  }).filter(({ name }) => name !== LIVE),
)

/** What a faulty journal does differently. It is made once for each storage. */
type Fault = (journal: CuttableJournal) => Partial<Journal>

const onRead =
  (change: (recording: Recording) => Recording): Fault =>
  (journal) => ({
    read: () => {
      const recording = journal.read()
      return recording && change(recording)
    },
  })

const onWrite =
  (change: (write: JournalWrite, revision: number) => JournalWrite): Fault =>
  (journal) => ({ append: (revision, write) => journal.append(revision, change(write, revision)) })

const onEntries = (change: (entries: Entry[]) => Entry[]): Fault =>
  onRead((recording) => ({ ...recording, entries: change([...recording.entries]) }))

const onValues = (change: (value: unknown, key: string) => unknown): Fault =>
  onEntries((entries) => JSON.parse(JSON.stringify(entries), (key, value) => change(value, key)))

const revisionOf = (journal: CuttableJournal): number => journal.read()?.revision ?? 0

/** Each fault with the case that is there to find it. */
const faults: Record<string, { fault: Fault; found: string }> = {
  'reads something before the first write': {
    fault: (journal) => ({ read: () => journal.read() ?? ({ revision: 0, entries: [] } as unknown as Recording) }),
    found: 'has nothing to read before the first write',
  },
  'loses the code of a failure': {
    fault: onValues((value, key) => (key === 'code' ? undefined : value)),
    found: 'reads back header, entries and progress through a new handle',
  },
  'makes up a principal': {
    fault: onRead((recording) => ({ ...recording, header: { principal: '', ...recording.header } })),
    found: 'reads back a header without what is optional',
  },
  'gives entries back in another order': {
    fault: onEntries((entries) => entries.sort((a, b) => (a.at < b.at ? -1 : 1))),
    found: 'keeps entries in the order of many writes, and the last progress',
  },
  'does not look at the revision': {
    fault: (journal) => ({ append: (_, write) => journal.append(revisionOf(journal), write) }),
    found: 'refuses a write at any revision but the present one, and is not changed by it',
  },
  'refuses a stale write with another error': {
    fault: (journal) => ({
      append(revision, write) {
        if (revision !== revisionOf(journal)) throw new Error('stale')
        journal.append(revision, write)
      },
    }),
    found: 'refuses a write at any revision but the present one, and is not changed by it',
  },
  'looks at the revision before it writes instead of while it writes': {
    fault: (journal) => ({
      async append(revision, write) {
        const stale = revision !== revisionOf(journal)
        await Promise.resolve()
        journal.append(stale ? -1 : revisionOf(journal), write)
      },
    }),
    found: 'lets one of two handles go on when both write at once',
  },
  'ignores a header but the first': {
    fault: onWrite(({ header, ...write }, revision) => ({ ...(header && revision === 0 && { header }), ...write })),
    found: 'starts over with a header: the entries before it are gone, the revision goes on',
  },
  'keeps progress live': {
    fault: (journal) => {
      let progress: Progress | undefined
      return {
        read: () => journal.read() && { ...journal.read()!, progress: structuredClone(progress!) },
        append: (revision, write) => {
          journal.append(revision, write)
          progress = write.progress
        },
      }
    },
    found: LIVE,
  },
  'gives readers what it keeps': {
    fault: (journal) => {
      let recording: Recording | undefined
      return {
        read: () => {
          if (recording?.revision !== revisionOf(journal)) recording = journal.read()
          return recording
        },
      }
    },
    found: 'gives each reader progress of its own',
  },
  'replaces lone surrogates': {
    fault: onValues((value) => (typeof value === 'string' ? value.toWellFormed() : value)),
    found: 'keeps any text',
  },
  'copies objects by assignment': {
    fault: onEntries((entries) =>
      entries.map((entry) => {
        if (entry.type !== 'value' || typeof entry.value !== 'object') return entry
        const value: Record<string, unknown> = {}
        for (const [key, field] of Object.entries(entry.value ?? {})) value[key] = field
        return { ...entry, value } as Entry
      }),
    ),
    found: 'keeps keys that mean something in JavaScript',
  },
  'takes false for nothing': {
    fault: onValues((value) => (value === false ? null : value)),
    found: 'keeps numbers, null and empty values apart',
  },
  'makes null of an absent value': {
    fault: onEntries((entries) => entries.map((entry) => (entry.type === 'value' ? { value: null, ...entry } : entry))),
    found: 'keeps an absent value absent',
  },
  'cuts off a long text': {
    fault: onValues((value) => (typeof value === 'string' ? value.slice(0, 65_535) : value)),
    found: 'keeps an entry of 500 kB',
  },
  'reads one page of entries': {
    fault: onEntries((entries) => entries.slice(0, 500)),
    found: 'keeps 1,000 entries of one write in their order',
  },
}

const faultyContract = (fault: Fault) =>
  journalContract(() => {
    const journal = createCuttableJournal()
    const faulty = { read: () => journal.read(), append: journal.append, ...fault(journal) }
    return { open: () => faulty }
  })

describe('the contract finds a journal that', () => {
  test.each(Object.entries(faults))('%s', async (_, { fault, found }) => {
    const sound = faultyContract(() => ({})).find(({ name }) => name === found)!
    await sound.run()
    const faulty = faultyContract(fault).find(({ name }) => name === found)!
    await expect(faulty.run()).rejects.toThrow()
  })

  test('every case finds a fault', () => {
    const found = new Set(Object.values(faults).map((fault) => fault.found))
    expect(journalContract(() => ({ open: () => createMemoryJournal() })).map(({ name }) => name)).toEqual([...found])
  })
})

test('the storage is closed after a case, also when it failed', async () => {
  let closed = 0
  const cases = journalContract(() => ({
    open: () => ({ read: () => undefined, append: () => {} }),
    close: () => {
      closed++
    },
  }))
  await Promise.allSettled(cases.map(({ run }) => run()))
  expect(closed).toBe(cases.length)
})
