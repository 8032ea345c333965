import { andThen, type MaybePromise } from '../tools/maybe-promise.ts'
import type { StreamRef } from './log.ts'
import {
  countNone,
  DEFAULT_PAGE,
  OPEN_STATES,
  type RunFilter,
  type RunIndex,
  type RunMark,
  type RunPlace,
  type RunRow,
  readPlace,
  toPage,
} from './run-index.ts'

/** A stream that is listed as a run. */
export interface ListedRun extends RunPlace {
  ref: StreamRef
  mark: RunMark
  owner?: StreamRef | undefined
}

/** The runs of a store that has no query. */
export interface ListedRuns {
  /** Returns all runs, the latest changed first. */
  all(): MaybePromise<Iterable<ListedRun>>
  /** Returns the runs with an id, the latest changed first. */
  withId(id: string): MaybePromise<Iterable<ListedRun>>
  /** Returns the runs of a kind and a principal. */
  of(kind: string, principal: string | undefined): MaybePromise<Iterable<ListedRun>>
  now(): number
}

/** Reads every run for each list and count. */
export const createListedRuns = ({ all, withId, of, now }: ListedRuns): RunIndex => ({
  list: ({ limit = DEFAULT_PAGE, ...filter } = {}) =>
    andThen(all(), (runs) => {
      const isWanted = toTest(filter, now())
      const found: ListedRun[] = []
      for (const run of runs) {
        if (found.length > limit) break
        if (isWanted(run)) found.push(run)
      }
      return toPage(found, limit, toRow)
    }),
  find: (id) =>
    andThen(withId(id), (runs) => {
      const [found] = runs
      return found && toRow(found)
    }),
  count: () =>
    andThen(all(), (runs) => {
      const counted = countNone()
      for (const { mark } of runs) counted[mark.state]++
      return counted
    }),
  countOpen: (kind, principal, limit) =>
    andThen(of(kind, principal), (runs) => {
      let found = 0
      for (const { mark } of runs) {
        if (found === limit) break
        if (OPEN_STATES.includes(mark.state)) found++
      }
      return found
    }),
})

/** The order of a list. */
export const byChange = (a: RunPlace, b: RunPlace): number => b.changedAt - a.changedAt || b.number - a.number

function toTest({ tool, state, principal, olderThan, search = '', after }: RunFilter, time: number) {
  const place = after === undefined ? undefined : readPlace(after)
  const text = search.toLowerCase()
  return (run: ListedRun): boolean => {
    const { ref, mark, changedAt } = run
    if (olderThan !== undefined && changedAt > time - olderThan) return false
    if (place !== undefined && byChange(run, place) <= 0) return false
    if (tool !== undefined && mark.tool !== tool) return false
    if (state !== undefined && mark.state !== state) return false
    if (principal !== undefined && mark.principal !== principal) return false
    return [ref.id, mark.tool, mark.principal ?? ''].some((value) => value.toLowerCase().includes(text))
  }
}

/** A copy, so that a reader cannot change what is listed. */
const toRow = ({ ref, mark, owner, changedAt }: ListedRun): RunRow => ({
  ...ref,
  ...structuredClone(mark),
  changedAt,
  ...(owner && { owner: { kind: owner.kind, id: owner.id } }),
})
