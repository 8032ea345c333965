import { byChange, createListedRuns, type ListedRun } from '../log/listed-runs.ts'
import type { RunIndex } from '../log/run-index.ts'
import { toToken } from './engine.ts'
import { principalOf } from './engine-entry.ts'
import type { Listed } from './engine-lists.ts'
import type { EngineStreams } from './engine-streams.ts'

export const createEngineRuns = (streams: EngineStreams): RunIndex =>
  createListedRuns({
    all: async () => toListed(await streams.lists.list('run.*.*')),
    withId: async (id) => toListed(await streams.lists.find(`run.*.${toToken(id)}`)),
    of: async (kind, principal) => toListed(await streams.lists.list(`${principalOf(kind, principal)}.*`)),
    now: () => streams.now(),
  })

const toListed = (found: readonly Listed[]): ListedRun[] =>
  found
    .flatMap(({ ref, entry: { run, owner, first } }) => (run ? [{ ref, ...run, owner, number: first }] : []))
    .sort(byChange)
