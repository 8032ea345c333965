import { appendFileSync, readFileSync } from 'node:fs'

/** Notes that a server writes outside its store, so that they survive a kill. */
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
