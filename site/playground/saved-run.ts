import { createMemoryJournal, type Journal, type Recording } from '@sweatpants/framework'

const KEY = 'sweatpants-playground'

/** A run that outlives the page: the tool, its arguments and its journal. */
export interface SavedRun {
  source: string
  params: string
  recording?: Recording
}

export function readRun(): SavedRun | undefined {
  const text = sessionStorage.getItem(KEY)
  return text === null ? undefined : JSON.parse(text)
}

export const forgetRun = (): void => sessionStorage.removeItem(KEY)

/** A journal in the storage of this tab. `onWrite` is called with the recording after each write. */
export function createTabJournal(run: SavedRun, onWrite: (recording: Recording) => void): Journal {
  const journal = createMemoryJournal(run.recording)
  return {
    read: () => journal.read(),
    append(revision, write) {
      journal.append(revision, write)
      const recording = journal.read()!
      sessionStorage.setItem(KEY, JSON.stringify({ ...run, recording }))
      onWrite(recording)
    },
  }
}
