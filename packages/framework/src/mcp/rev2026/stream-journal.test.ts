import { expect, it } from 'vitest'
import type { Log } from '../../log/log.ts'
import type { DriverAppend } from '../../log/machine.ts'
import { createMemoryStore } from '../../log/memory.ts'
import type { RunEvent, RunRegister } from '../../log/run-journal.ts'
import { journalContract } from '../../testing/journal-contract.ts'
import { describeContract } from '../../testing/vitest.ts'
import { Drained } from '../../tools/drain.ts'
import type { Entry, Header, JournalWrite } from '../../tools/journal.ts'
import { readRecording, StreamJournal } from './stream-journal.ts'

const header = { runId: 'run' } as Header
const fact = { at: '0', kind: 'step', key: 'book', digest: '', time: 0 }

const write = (entries: Entry[]): JournalWrite => ({ entries, progress: { asked: {}, emitted: 0 } })

/** A journal on a stream that is released during its first write: from then on each write is stored and then rejects. */
function createReleased() {
  const stored: string[] = []
  const leaving = new AbortController()
  const driven = {
    leaving: leaving.signal,
    async write({ events }: { events: readonly { type: string }[] }): Promise<number> {
      stored.push(...events.map(({ type }) => type))
      leaving.abort()
      throw new Drained('the server is shutting down')
    },
  }
  const recording = { header, revision: 1, ...write([]) }
  const register = { header, progress: recording.progress, revision: 1, after: 0 }
  return {
    stored,
    journal: new StreamJournal(driven as never, recording, register, (next) => ({ register: { ...next } })),
  }
}

it('the journal of a released stream lets a once step run whose start is stored, and starts no other one', async () => {
  const { journal, stored } = createReleased()
  await journal.append(1, write([{ type: 'started', ...fact }]))
  const next: Entry[] = [
    { type: 'value', ...fact, value: 1 },
    { type: 'started', ...fact },
  ]
  await expect(journal.append(2, write(next))).rejects.toThrow(Drained)
  expect(stored).toEqual(['started', 'value'])
})

/** A stream has one driver: its fence refuses a second writer, and not the number of the write. */
const WITH_TWO_WRITERS = [
  'refuses a write at any revision but the present one, and is not changed by it',
  'lets one of two handles go on when both write at once',
]

/** The journal of a driver, which has read the stream before. */
async function openStream(log: Log<RunEvent>) {
  const { register, events } = (await log.open('task-1'))!
  const write = async (append: DriverAppend<RunEvent>) => (await log.append('task-1', append)).lsn
  // Only this journal writes it.
  const begun = (register ?? {}) as Partial<RunRegister>
  const driven = { write, leaving: new AbortController().signal }
  return new StreamJournal(driven, readRecording(begun, events), begun, (next) => ({ register: { ...next } }))
}

describeContract(
  'the journal in the stream of a task or a kept call',
  journalContract(async () => {
    const log = createMemoryStore().log<RunEvent>('task')
    await log.create('task-1', { about: {}, events: [] })
    return {
      async open() {
        const journal = await openStream(log)
        return {
          read: async () => (await openStream(log)).read(),
          append: (revision, write) => journal.append(revision, write),
        }
      },
    }
  }).filter(({ name }) => !WITH_TWO_WRITERS.includes(name)),
)
