import type { StreamRef } from '../log/log.ts'
import type { Engine } from './engine.ts'
import { commandsOf, type Entry, hintsOf, nameOf, parseEntry, refOf, runsOf, snapshotOf } from './engine-entry.ts'
import { removeHints } from './engine-hints.ts'
import type { EngineLists } from './engine-lists.ts'
import type { StreamTime } from './engine-times.ts'

/** What deleted streams leave. A node may be killed before it has removed it: the last record of a stream says what is left. */
export class EngineDeletions {
  readonly #engine: Engine
  readonly #lists: EngineLists
  readonly #deleteRun: (ref: StreamRef) => Promise<unknown>

  constructor(engine: Engine, lists: EngineLists, deleteRun: (ref: StreamRef) => Promise<unknown>) {
    this.#engine = engine
    this.#lists = lists
    this.#deleteRun = deleteRun
  }

  /**
   * Removes what a stream leaves: names before records, because lists depend on it, and last the name by which other nodes find
   * the stream. Any node may do so, also several at once, and while the stream is created again.
   */
  async clear(ref: StreamRef, seq: number, gone: Entry): Promise<void> {
    const { first, hints, withRuns } = gone
    const kept = Object.fromEntries(hintsOf(ref, gone).map((name) => [name, hints[name]!]))
    await removeHints(this.#engine, hints, kept)
    for (const name of [snapshotOf(ref), commandsOf(ref, first)]) {
      await this.#engine.purge(name, Number.MAX_SAFE_INTEGER)
    }
    if (withRuns) {
      const runs = await this.#lists.find(`${runsOf({ ...ref, first })}.*.*`)
      for (const run of runs) await this.#deleteRun(run.ref)
    }
    await this.#engine.purge(nameOf(ref), seq)
    await removeHints(this.#engine, kept, {})
  }

  /** Finishes the deletion of a stream that a time in the past names, if its node did not. */
  async finish({ name, time, seq }: StreamTime): Promise<void> {
    const ref = refOf(name)
    const last = await this.#engine.last(nameOf(ref))
    const entry = last && parseEntry(last)
    if (entry?.isGone) await this.clear(ref, last!.seq, entry)
    // Only deletions use this time: the records are purged already.
    else if (entry === undefined && time === 0) await this.#engine.purge(name, seq)
  }
}
