import { appendFileSync, readFileSync } from 'node:fs'

/** What a server wrote down beside its store, whatever became of it since. */
export type Note =
  /** A step ran. */
  | { type: 'ran'; step: string; idempotencyKey: string }
  /** The outcome of a step is in the journal. */
  | { type: 'recorded'; idempotencyKey: string }
  /** A journal was written. */
  | { type: 'written'; runId: string }

export const takeNote = (path: string, note: Note): void => appendFileSync(path, `${JSON.stringify(note)}\n`)

export const readNotes = (path: string): Note[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
