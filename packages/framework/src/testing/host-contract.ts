import assert from 'node:assert/strict'
import { OtherCodeError } from '../tools/errors.ts'
import { createMemoryJournal, type Entry, type Journal, type MemoryJournal } from '../tools/journal.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import { type ContractCase, toContract } from './contract.ts'

/** A run that has its host do one thing, once. What the host does outlives the processes. */
export interface HostUnderContract {
  /** Begins the run, or continues it from the journal, as a process of its own does. */
  begin(process: HostProcess): HostedRun
  /** How often the host has done the thing, in all processes together. */
  done(): MaybePromise<number>
  /** Called after the case, however it ended. */
  close?(): MaybePromise<void>
}

export interface HostProcess {
  journal: Journal
  /** The host awaits this before it does the thing. A rejection is that of a store that fails. */
  before(): Promise<void>
}

export interface HostedRun {
  /** Resolves to what the run got from its host; rejects if the run cannot go on in this process. */
  ended: Promise<unknown>
  /** The process stops driving the run. */
  leave(): void
}

/** What every host keeps beside the run that it performs effects for. `create` gives a run that has not begun; each case has its own. */
export function hostContract(create: () => MaybePromise<HostUnderContract>): ContractCase[] {
  return toContract(cases, create)
}

const cases: Record<string, (subject: HostUnderContract) => Promise<void>> = {
  async 'does once what the run asks for, and has nothing to do in a replay'(subject) {
    const journal = createMemoryJournal()
    const [value, asked] = await complete(subject, journal)
    assert.deepEqual([asked, outcomesOf(journal).length, await subject.done()], [1, 1, 1])
    assert.deepEqual(await complete(subject, journal), [value, 0], 'expected the recorded outcome again')
    assert.equal(await subject.done(), 1)
  },

  async 'does it once if its process dies before the outcome is recorded'(subject) {
    const journal = createMemoryJournal()
    await assert.rejects(begin(subject, dieAtOutcome(journal, false)).ended, DEATH)
    assert.equal(outcomesOf(journal).length, 0)
    const [, asked] = await complete(subject, journal)
    assert.deepEqual([asked, await subject.done()], [1, 1], 'expected the host to do it under the same name')
  },

  async 'has its outcome recorded before the run goes on'(subject) {
    const journal = createMemoryJournal()
    await assert.rejects(begin(subject, dieAtOutcome(journal, true)).ended, DEATH)
    const recorded = journal.read()!.entries
    assert.deepEqual(recorded.at(-1), outcomesOf(journal)[0], 'expected the run to have stopped at the outcome')
    const [, asked] = await complete(subject, journal)
    assert.deepEqual([asked, await subject.done()], [0, 1])
  },

  async 'does nothing if the run asks for something else than it did'(subject) {
    const journal = createMemoryJournal()
    await complete(subject, journal)
    for (const other of [{ key: 'other' }, { digest: 'other' }]) {
      const recording = journal.read()!
      const entries = recording.entries.map((entry): Entry => (isOutcome(entry) ? { ...entry, ...other } : entry))
      const run = begin(subject, createMemoryJournal({ ...recording, entries }))
      await assert.rejects(run.ended, OtherCodeError)
      assert.deepEqual([run.asked, await subject.done()], [0, 1])
    }
  },

  async 'stops the run if it cannot do it, and does it in the next process'(subject) {
    const journal = createMemoryJournal()
    const run = begin(subject, journal, () => Promise.reject(new Error('the store of the contract fails')))
    await assert.rejects(run.ended, /the store of the contract fails/)
    assert.deepEqual([outcomesOf(journal).length, await subject.done()], [0, 0])
    await complete(subject, journal)
    assert.equal(await subject.done(), 1)
  },

  async 'records nothing once its process leaves, and is asked again in the next one'(subject) {
    const journal = createMemoryJournal()
    const asked = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const run = begin(subject, journal, () => {
      asked.resolve()
      return gate.promise
    })
    await Promise.race([asked.promise, run.ended])
    run.leave()
    gate.resolve()
    await assert.rejects(run.ended)
    assert.equal(outcomesOf(journal).length, 0)
    assert.deepEqual([(await complete(subject, journal))[1], await subject.done()], [1, 1])
  },
}

const DEATH = /the process of the contract dies/

/** A journal whose process dies as it writes the outcome of the host: before the write is stored, or after. */
const dieAtOutcome = (journal: Journal, isStored: boolean): Journal => ({
  read: () => journal.read(),
  async append(revision, write) {
    const isLast = write.entries.some(isOutcome)
    if (isStored || !isLast) await journal.append(revision, write)
    if (isLast) throw new Error('the process of the contract dies')
  },
})

const isOutcome = (entry: Entry): boolean => 'kind' in entry && entry.kind === 'host'

const outcomesOf = (journal: MemoryJournal): Entry[] => journal.read()?.entries.filter(isOutcome) ?? []

/** Begins the run, and counts how often its host is about to do the thing. */
function begin(subject: HostUnderContract, journal: Journal, before = async () => {}): HostedRun & { asked: number } {
  const counted = { asked: 0 }
  const run = subject.begin({
    journal,
    before() {
      counted.asked++
      return before()
    },
  })
  return Object.assign(counted, run)
}

async function complete(subject: HostUnderContract, journal: Journal): Promise<[value: unknown, asked: number]> {
  const run = begin(subject, journal)
  return [await run.ended, run.asked]
}
