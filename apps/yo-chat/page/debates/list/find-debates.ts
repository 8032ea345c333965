import type { SessionSummary } from '@sweatpants/roundtable/browser'

/** The filters of a list. An empty filter matches every debate. */
export interface Wanted {
  search: string
  mode: string
  status: SessionSummary['status'] | ''
}

/** Returns what a list calls a debate. */
export const titleOf = ({ title, topic }: Pick<SessionSummary, 'title' | 'topic'>): string => title ?? topic

/** Returns the debates whose title, topic or decision has every word, the latest changed first. */
export function findDebates(debates: readonly SessionSummary[], { search, mode, status }: Wanted): SessionSummary[] {
  const words = search.toLowerCase().split(/\s+/)
  const has = ({ title = '', topic, decision = '' }: SessionSummary) => {
    const text = `${title}\n${topic}\n${decision}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  return debates
    .filter((debate) => (mode === '' || debate.mode === mode) && (status === '' || debate.status === status))
    .filter(has)
    .toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
}
