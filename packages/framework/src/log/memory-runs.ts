import { type MemoryStreams, type Stream, toPrincipalKey } from './memory-streams.ts'
import {
  countNone,
  DEFAULT_PAGE,
  OPEN_STATES,
  type RunIndex,
  type RunPlace,
  type RunRow,
  readPlace,
  toPage,
} from './run-index.ts'

export function createMemoryRuns({ runs, byPrincipal, now }: MemoryStreams): RunIndex {
  const toRow = ({ ref, owner, run }: Stream): RunRow => ({
    ...ref,
    ...structuredClone(run!.mark),
    changedAt: run!.changedAt,
    ...(owner && { owner: { ...owner.ref } }),
  })
  return {
    list({ tool, state, principal, olderThan, search, after, limit = DEFAULT_PAGE } = {}) {
      const place = after === undefined ? undefined : readPlace(after)
      const text = search?.toLowerCase() ?? ''
      const found: (RunPlace & { run: RunRow })[] = []
      for (const stream of [...runs].reverse()) {
        if (found.length > limit) break
        const { changedAt, number } = stream.run!
        if (olderThan !== undefined && changedAt > now() - olderThan) continue
        if (place && (changedAt > place.changedAt || (changedAt === place.changedAt && number >= place.number)))
          continue
        const { mark } = stream.run!
        if (tool !== undefined && mark.tool !== tool) continue
        if (state !== undefined && mark.state !== state) continue
        if (principal !== undefined && mark.principal !== principal) continue
        const searched = [stream.ref.id, mark.tool, mark.principal ?? '']
        if (text !== '' && !searched.some((value) => value.toLowerCase().includes(text))) continue
        found.push({ changedAt, number, run: toRow(stream) })
      }
      return toPage(found, limit)
    },
    find(id) {
      const found = [...runs].find(({ ref }) => ref.id === id)
      return found && toRow(found)
    },
    count() {
      const counted = countNone()
      for (const { run } of runs) counted[run!.mark.state]++
      return counted
    },
    countOpen(kind, principal, limit) {
      let found = 0
      for (const { run } of byPrincipal.get(toPrincipalKey(kind, principal)) ?? []) {
        if (found === limit) break
        if (run !== undefined && OPEN_STATES.includes(run.mark.state)) found++
      }
      return found
    },
  }
}
