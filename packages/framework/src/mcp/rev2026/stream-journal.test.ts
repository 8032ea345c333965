import { expect, it } from 'vitest'
import { Drained } from '../../tools/drain.ts'
import type { Entry, Header, JournalWrite } from '../../tools/journal.ts'
import { StreamJournal } from './stream-journal.ts'

const header = { runId: 'run' } as Header
const fact = { at: '0', kind: 'step', key: 'book', digest: '', time: 0 }

const write = (entries: Entry[]): JournalWrite => ({ entries, progress: { asked: {}, emitted: {}, ran: {} } })

/** A journal on a stream that is being released: each write is stored and then rejects. */
function createReleased() {
  const stored: string[] = []
  const driven = {
    async write({ events }: { events: readonly { type: string }[] }): Promise<number> {
      stored.push(...events.map(({ type }) => type))
      throw new Drained('the server is shutting down')
    },
  }
  const recording = { header, revision: 1, ...write([]) }
  const register = { header, progress: recording.progress, revision: 1, after: 0 }
  return {
    stored,
    journal: new StreamJournal(driven as never, recording, register, { register: (next) => ({ ...next }) }),
  }
}

it('the journal of a released stream lets a once step run whose start is stored, and stops the run with its outcome', async () => {
  const { journal, stored } = createReleased()
  await journal.append(1, write([{ type: 'started', ...fact }]))
  await expect(journal.append(2, write([{ type: 'value', ...fact, value: 1 }]))).rejects.toThrow(Drained)
  expect(stored).toEqual(['started', 'value'])
})
