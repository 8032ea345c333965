import type { Entry } from '@sweatpants/framework'
import type { Emission } from '../run-event.ts'
import type { EffectState, RunState } from '../run-state.ts'

/** An entry with its number in the journal, from 1. */
export interface NumberedEntry {
  number: number
  entry: Entry
}

export type TimelineItem =
  | { type: 'effect'; effect: EffectState; entries: readonly NumberedEntry[] }
  | Emission
  /** An entry about no effect, such as the halt of a branch. */
  | { type: 'entry'; entries: readonly [NumberedEntry] }

/** Returns the effects and messages of a run in order, each effect with its journal entries. */
export function toTimeline({ happenings, entries }: Pick<RunState, 'happenings' | 'entries'>): TimelineItem[] {
  const numbered = entries.map((entry, index) => ({ number: index + 1, entry }))
  const byAddress = Map.groupBy(numbered, ({ entry }) => entry.at)
  const items = happenings.map((one): TimelineItem => {
    if (one.type !== 'effect') return one
    const own = byAddress.get(one.at) ?? []
    byAddress.delete(one.at)
    return { type: 'effect', effect: one, entries: own }
  })
  for (const own of [...byAddress.values()].flat().toSorted((a, b) => a.number - b.number)) {
    const next = items.findIndex((item) => firstNumber(item) > own.number)
    items.splice(next === -1 ? items.length : next, 0, { type: 'entry', entries: [own] })
  }
  return items
}

/** Returns the number of the first entry of an item, or 0 if it has none. */
export const firstNumber = (item: TimelineItem): number =>
  item.type === 'emission' ? 0 : (item.entries[0]?.number ?? 0)

/** Characters of an outcome in one line; the details of its effect show all of it. */
const WIDEST = 120

export function toOutcome(entry: Entry): string {
  switch (entry.type) {
    case 'value':
      return shorten(JSON.stringify(entry.value) ?? 'undefined')
    case 'failure':
      return shorten(`${entry.failure.name}: ${entry.failure.message}`)
    case 'partial':
      return shorten(`${entry.answered.by ?? 'someone'} accepted: ${JSON.stringify(entry.content)}`)
    case 'retried':
      return shorten(`attempt ${entry.attempt} failed: ${entry.failure.message}`)
    case 'patched':
      return `patched ${entry.key}`
    case 'started':
      return 'started'
    case 'halted':
      return `${entry.at || 'run'} halted: ${entry.reason}`
  }
}

const shorten = (text: string): string => (text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text)
