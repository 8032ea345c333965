import type { StreamRef } from '../log/log.ts'
import type { Engine, Stored } from './engine.ts'
import { type Entry, hintsOf } from './engine-entry.ts'

/** Milliseconds after which a name that its stream does not list is removed: the node that put it was killed before it appended. */
export const HINT_AGE = 3_600_000

/** Names that are read with one request. */
const BATCH = 1_000

/** Puts what an index lacks before the stream says so: an entry too many costs a look, a missing one loses the stream. */
export async function addHints(
  engine: Engine,
  ref: StreamRef,
  entry: Omit<Entry, 'hints'>,
  before: Entry['hints'],
): Promise<Entry['hints']> {
  const time = `${Math.floor(engine.now())}`
  const put = async (name: string) => [name, before[name] ?? (await engine.put(name, time))] as const
  const added = Object.fromEntries(await Promise.all(hintsOf(ref, entry).map(put)))
  // The last record of a stream says what is left of it.
  return entry.isGone ? { ...before, ...added } : added
}

/** Removes only the entry that was put for this stream before: another node may have put it again meanwhile. */
export async function removeHints(engine: Engine, before: Entry['hints'], after: Entry['hints']): Promise<void> {
  const removed = Object.entries(before).filter(([name]) => !(name in after))
  await Promise.all(removed.map(([name, seq]) => engine.purge(name, seq)))
}

/** Removes those names that were put long ago. No stream lists them. */
export async function sweepHints(engine: Engine, names: readonly string[]): Promise<void> {
  const isOld = ({ data }: Stored) => engine.now() - Number(data) > HINT_AGE
  for (let i = 0; i < names.length; i += BATCH) {
    const batch = names.slice(i, i + BATCH)
    const { found } = await engine.lasts(batch)
    const old = found.flatMap((stored, j) =>
      stored !== undefined && stored !== 'same' && isOld(stored) ? [[batch[j]!, stored.seq] as const] : [],
    )
    await Promise.all(old.map(([name, seq]) => engine.purge(name, seq)))
  }
}
