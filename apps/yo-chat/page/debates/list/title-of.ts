import type { SessionSummary } from '@sweatpants/roundtable/browser'

/** Returns what a list calls a debate. */
export const titleOf = ({ title, topic }: Pick<SessionSummary, 'title' | 'topic'>): string => title ?? topic
