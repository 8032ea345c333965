import { SweatpantsError } from '../tools/errors.ts'
import { createMemoryJournal, type Entry, type Journal, type MemoryJournal, type Recording } from '../tools/journal.ts'

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
  return openContents(createMemoryJournal(), options)
}

function openContents(
  contents: MemoryJournal,
  { cutAfter = Number.POSITIVE_INFINITY }: CuttableOptions,
): CuttableJournal {
  let writes = 0
  const read = () => toStored(contents.read())
  return {
    read,
    append(revision, write) {
      if (writes >= cutAfter) throw new JournalCut(writes)
      contents.append(revision, toStored(write))
      writes++
      if (writes === cutAfter) throw new JournalCut(writes)
    },
    get writes() {
      return writes
    },
    get entries() {
      return read()?.entries ?? []
    },
    reopen: (next = {}) => openContents(contents, next),
  }
}

/** As it comes back from a store, which holds text. */
const toStored = <T>(value: T): T => (value === undefined ? value : JSON.parse(JSON.stringify(value)))
