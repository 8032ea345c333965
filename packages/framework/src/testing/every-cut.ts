import type { Entry } from '../tools/journal.ts'
import type { RunResult } from '../tools/run-tool.ts'
import { type CuttableJournal, createCuttableJournal, JournalCut } from './cuttable-journal.ts'

/** A run that was killed after one write to its journal, and then rebuilt from the journal alone. */
export interface Cut<T> {
  /** The write it died after; the first is 1. */
  after: number
  /** What was recorded when it died. */
  entries: readonly Entry[]
  /** How the rebuilt run ended. */
  result: RunResult<T>
  /** What is recorded now. */
  journal: CuttableJournal
}

/**
 * Kills a run after each write to its journal, one at a time, and lets a new process go on from there.
 *
 * `run` is one process: it makes everything it needs anew except the journal, and runs the tool to its end.
 *
 * ```ts
 * const { whole, cuts } = await cutEverywhere((journal) => runTool(tool, params, { journal, peer: createPeer() }))
 * for (const { result } of cuts) expect(result).toEqual(whole)
 * ```
 */
export async function cutEverywhere<T>(
  run: (journal: CuttableJournal) => Promise<RunResult<T>>,
): Promise<{ whole: RunResult<T>; cuts: Cut<T>[] }> {
  const uncut = createCuttableJournal()
  const whole = await run(uncut)
  const cuts: Cut<T>[] = []
  for (let after = 1; after <= uncut.writes; after++) {
    const dying = createCuttableJournal({ cutAfter: after })
    const survived = await run(dying).then(
      () => true,
      (error) => {
        if (!(error instanceof JournalCut)) throw error
        return false
      },
    )
    // Fewer writes than the whole run: what arrived together was recorded in another grouping.
    if (survived) break
    const { entries } = dying
    const journal = dying.reopen()
    cuts.push({ after, entries, result: await run(journal), journal })
  }
  return { whole, cuts }
}
