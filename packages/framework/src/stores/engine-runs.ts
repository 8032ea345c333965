import type { StreamRef } from '../log/log.ts'
import {
  countNone,
  DEFAULT_PAGE,
  OPEN_STATES,
  type RunIndex,
  type RunRow,
  readPlace,
  toPage,
} from '../log/run-index.ts'
import { toToken } from './engine.ts'
import { type Entry, principalOf } from './engine-entry.ts'
import type { EngineStreams } from './engine-streams.ts'

/** Reads every run for each list and count: an engine has no query. */
export function createEngineRuns(streams: EngineStreams): RunIndex {
  const all = async () => (await streams.lists.list('run.*.*')).filter(({ entry }) => entry.run !== undefined)
  return {
    async list({ tool, state, principal, olderThan, search, after, limit = DEFAULT_PAGE } = {}) {
      const place = after === undefined ? undefined : readPlace(after)
      const text = search?.toLowerCase() ?? ''
      const time = streams.now()
      const rows = (await all())
        .map(({ ref, entry }) => ({ run: toRow(ref, entry), changedAt: entry.run!.changedAt, number: entry.first }))
        .filter(({ run }) => tool === undefined || run.tool === tool)
        .filter(({ run }) => state === undefined || run.state === state)
        .filter(({ run }) => principal === undefined || run.principal === principal)
        .filter(({ changedAt }) => olderThan === undefined || changedAt <= time - olderThan)
        .filter(({ run }) => [run.id, run.tool, run.principal ?? ''].some((one) => one.toLowerCase().includes(text)))
        .sort((a, b) => b.changedAt - a.changedAt || b.number - a.number)
        .filter(
          ({ changedAt, number }) =>
            place === undefined ||
            changedAt < place.changedAt ||
            (changedAt === place.changedAt && number < place.number),
        )
      return toPage(rows.slice(0, limit + 1), limit)
    },
    async find(id) {
      const [found] = await streams.lists.find(`run.*.${toToken(id)}`)
      return found?.entry.run && toRow(found.ref, found.entry)
    },
    async count() {
      const counted = countNone()
      for (const { entry } of await all()) counted[entry.run!.mark.state]++
      return counted
    },
    async countOpen(kind, principal, limit) {
      const found = await streams.lists.list(`${principalOf(kind, principal)}.*`)
      const open = found.filter(({ entry: { run } }) => run !== undefined && OPEN_STATES.includes(run.mark.state))
      return Math.min(limit, open.length)
    },
  }
}

const toRow = (ref: StreamRef, { run, owner }: Entry): RunRow => ({
  ...ref,
  ...run!.mark,
  changedAt: run!.changedAt,
  ...(owner && { owner: { kind: owner.kind, id: owner.id } }),
})
