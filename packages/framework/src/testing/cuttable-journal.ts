import { JournalConflictError, SweatpantsError } from '../tools/errors.ts'
import type { Entry, Journal, Recording } from '../tools/journal.ts'

/** The process that held this journal is dead, as far as the test goes: what it wrote is kept, the rest never happened. */
export class JournalCut extends SweatpantsError {
  override name = 'JournalCut'
  /** How many writes were kept before. */
  readonly writes: number

  constructor(writes: number) {
    super(`the journal was cut after ${writes} writes; reopen() it and run the tool again`)
    this.writes = writes
  }
}

export interface CuttableOptions {
  /** The write after which the journal dies; it never does when absent. */
  cutAfter?: number
}

export interface CuttableJournal extends Journal {
  read(): Recording | undefined
  /** How many writes were made through this handle. */
  readonly writes: number
  readonly entries: readonly Entry[]
  /** Another handle on the same contents, as the next process has it. */
  reopen(options?: CuttableOptions): CuttableJournal
}

/** What a store would hold: text. */
interface Contents {
  revision: number
  header: string | undefined
  entries: string[]
  progress: string
}

/**
 * A journal that dies after its nth write: that write is kept, `append` throws, and the run stops there, before the tool
 * sees it.
 *
 * ```ts
 * const whole = createCuttableJournal()
 * const expected = await runScript(tool, params, { ...script, journal: whole })
 * for (let cutAfter = 1; cutAfter <= whole.writes; cutAfter++) {
 *   const journal = createCuttableJournal({ cutAfter })
 *   await expect(runTool(tool, params, { peer, journal })).rejects.toThrow(JournalCut)
 *   expect(await runTool(tool, params, { peer, journal: journal.reopen() })).toMatchObject({ value: expected.value })
 * }
 * ```
 */
export function createCuttableJournal(options: CuttableOptions = {}): CuttableJournal {
  return openContents({ revision: 0, header: undefined, entries: [], progress: '' }, options)
}

function openContents(contents: Contents, { cutAfter = Number.POSITIVE_INFINITY }: CuttableOptions): CuttableJournal {
  let writes = 0
  const readEntries = (): Entry[] => contents.entries.map((text) => JSON.parse(text))
  const read = (): Recording | undefined =>
    contents.header === undefined
      ? undefined
      : {
          revision: contents.revision,
          header: JSON.parse(contents.header),
          entries: readEntries(),
          progress: JSON.parse(contents.progress),
        }
  return {
    read,
    append(revision, { header, entries, progress }) {
      if (writes >= cutAfter) throw new JournalCut(writes)
      if (revision !== contents.revision)
        throw new JournalConflictError(read()?.header.runId ?? '(new)', revision, contents.revision)
      writes++
      contents.revision++
      if (header !== undefined) {
        contents.header = JSON.stringify(header)
        contents.entries = []
      }
      contents.entries.push(...entries.map((entry) => JSON.stringify(entry)))
      contents.progress = JSON.stringify(progress)
      if (writes === cutAfter) throw new JournalCut(writes)
    },
    get writes() {
      return writes
    },
    get entries() {
      return readEntries()
    },
    reopen: (next = {}) => openContents(contents, next),
  }
}
