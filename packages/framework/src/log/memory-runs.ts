import { byChange, createListedRuns, type ListedRun } from './listed-runs.ts'
import { type MemoryStreams, type Stream, toPrincipalKey } from './memory-streams.ts'
import type { RunIndex } from './run-index.ts'

export const createMemoryRuns = ({ runs, byPrincipal, now }: MemoryStreams): RunIndex =>
  createListedRuns({
    all: () => toListed(runs),
    withId: (id) => toListed([...runs].filter(({ ref }) => ref.id === id)),
    of: (kind, principal) => toListed(byPrincipal.get(toPrincipalKey(kind, principal)) ?? []),
    now,
  })

/** Runs that changed in the same millisecond are in the order of their numbers, by which a page goes on. */
const toListed = (streams: Iterable<Stream>): ListedRun[] =>
  [...streams].flatMap(({ ref, run, owner }) => (run ? [{ ref, ...run, owner: owner?.ref }] : [])).sort(byChange)
