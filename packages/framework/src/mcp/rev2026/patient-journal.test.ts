import { beforeEach, describe, expect, test } from 'vitest'
import { JournalConflictError } from '../../tools/errors.ts'
import { createMemoryJournal, type Entry, emptyProgress, type Header, type MemoryJournal } from '../../tools/journal.ts'
import { createPatientJournal } from './patient-journal.ts'

const can = { elicitation: false, sampling: false, roots: false, tasks: false }
const header: Header = { format: 1, tool: 't', runId: 'run', seed: '', can, params: '', startedAt: 0 }
const toEntry = (value: number): Entry => ({
  type: 'value',
  at: '0',
  kind: 'step',
  key: 's',
  digest: '',
  time: 0,
  value,
})
const write = (value: number) => ({ entries: [toEntry(value)], progress: emptyProgress() })

describe('a patient journal', () => {
  let kept: MemoryJournal
  let problems: unknown[]
  /** What the store does at each write, before it is as it should be: it fails before or after it has written. */
  let faults: ('before' | 'after')[]
  let isOurs: boolean
  /** How many reads fail. */
  let unread: number

  const open = () =>
    createPatientJournal(
      {
        async read() {
          if (unread-- > 0) throw new Error('read ETIMEDOUT')
          return kept.read()
        },
        async append(revision, given) {
          const fault = faults.shift()
          if (fault === 'before') throw new Error('write ECONNRESET')
          kept.append(revision, given)
          if (fault === 'after') throw new Error('read ECONNRESET')
        },
      },
      { isOurs: () => isOurs, onError: (error) => problems.push(error) },
    )

  beforeEach(() => {
    kept = createMemoryJournal({ revision: 1, header, entries: [], progress: emptyProgress() })
    problems = []
    faults = []
    isOurs = true
    unread = 0
  })

  test('writes when the store is back, and tells of it once', async () => {
    faults = ['before', 'before']
    await open().append(1, write(1))
    expect(kept.read()).toMatchObject({ revision: 2, entries: [toEntry(1)] })
    expect(problems).toEqual([new Error('write ECONNRESET')])
  })

  test('has written what was written, though nobody was told', async () => {
    faults = ['after', 'after']
    await open().append(1, write(1))
    await open().append(2, { entries: [], progress: { ...emptyProgress(), highest: 1 } })
    expect(kept.read()).toMatchObject({ revision: 3, entries: [toEntry(1)], progress: { highest: 1 } })
  })

  test('has written it also when the store is away for the look at it', async () => {
    faults = ['after']
    unread = 1
    await open().append(1, write(1))
    expect(kept.read()).toMatchObject({ revision: 2, entries: [toEntry(1)] })
  })

  test('knows its progress by what it was when it was written', async () => {
    faults = ['after']
    const progress = { ...emptyProgress(), highest: 1 }
    const writing = open().append(1, { entries: [], progress })
    progress.highest = 2
    await writing
    expect(kept.read()).toMatchObject({ revision: 2, progress: { highest: 1 } })
  })

  test('does not take for its own what another has written', async () => {
    faults = ['before']
    const writing = open().append(1, write(1))
    kept.append(1, write(2))
    await expect(writing).rejects.toThrow(JournalConflictError)
    expect(kept.read()).toMatchObject({ revision: 2, entries: [toEntry(2)] })
  })

  test('fails at once when the run may be another’s, and when the store has said why', async () => {
    await expect(open().append(7, write(1))).rejects.toThrow(JournalConflictError)
    isOurs = false
    faults = ['before']
    await expect(open().append(1, write(1))).rejects.toThrow('write ECONNRESET')
    expect(problems).toEqual([])
    expect(kept.read()?.revision).toBe(1)
  })

  test('fails when the store stays away', async () => {
    faults = Array(100).fill('before')
    await expect(open().append(1, write(1))).rejects.toThrow('write ECONNRESET')
    expect(kept.read()?.revision).toBe(1)
  })
})
