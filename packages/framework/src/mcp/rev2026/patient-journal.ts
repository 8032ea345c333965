import { setTimeout as wait } from 'node:timers/promises'
import { JournalConflictError, SweatpantsError } from '../../tools/errors.ts'
import type { Journal, JournalWrite } from '../../tools/journal.ts'
import { isPromise } from '../../tools/maybe-promise.ts'

/** Milliseconds for which a write that fails is tried again, and between two tries. */
const PATIENCE = 3_000
const PAUSE = 200

export interface PatientJournalOptions {
  /** Whether nobody else can have gone on with the run. */
  isOurs(): boolean
  /** Told once for each write that was tried again. */
  onError(error: unknown): void
}

/** Bears with a store that is away for a moment: a run that is dropped for it would do again what it was doing. */
export function createPatientJournal(journal: Journal, { isOurs, onError }: PatientJournalOptions): Journal {
  async function tryAgain(error: unknown, revision: number, write: JournalWrite): Promise<void> {
    // What the store itself says, it would say again.
    if (error instanceof SweatpantsError || !isOurs()) throw error
    onError(error)
    for (let tries = PATIENCE / PAUSE; ; tries--) {
      await wait(PAUSE, undefined, { ref: false })
      try {
        return await writeOnce(revision, write)
      } catch (next) {
        if (tries <= 1 || next instanceof SweatpantsError || !isOurs()) throw next
      }
    }
  }

  /** Does nothing where only the word of it was lost. */
  async function writeOnce(revision: number, write: JournalWrite): Promise<void> {
    try {
      await journal.append(revision, write)
    } catch (error) {
      if (!(error instanceof JournalConflictError) || !(await isWritten(revision, write))) throw error
    }
  }

  async function isWritten(revision: number, { entries, progress }: JournalWrite): Promise<boolean> {
    const recording = await journal.read()
    if (recording?.revision !== revision + 1) return false
    if (entries.length === 0) return isSame(recording.progress, progress)
    return isSame(recording.entries.slice(-entries.length), entries)
  }

  return {
    read: () => journal.read(),
    append(revision, write) {
      const given = write.entries.length === 0 ? withProgressAsItIs(write) : write
      try {
        const written = journal.append(revision, given)
        return isPromise(written) ? written.catch((error) => tryAgain(error, revision, given)) : written
      } catch (error) {
        return tryAgain(error, revision, given)
      }
    },
  }
}

/** A run goes on changing its progress; where it is all that is written, it is what the write is known by. */
const withProgressAsItIs = (write: JournalWrite): JournalWrite => ({
  ...write,
  progress: structuredClone(write.progress),
})

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
