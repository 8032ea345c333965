import { expect, test } from 'vitest'
import { toFilter, type Wanted } from './filter-sessions.ts'
import type { SessionSummary } from './session-manager.ts'

const debate = (id: string, about: Partial<SessionSummary> = {}): SessionSummary => ({
  id,
  topic: `Topic ${id}`,
  mode: 'collaborative',
  status: 'running',
  currentRound: 1,
  totalRounds: 3,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  agentIds: [],
  pendingContextRequests: 0,
  ...about,
})

const find = (debates: SessionSummary[], wanted: Wanted): string[] =>
  debates.filter(toFilter(wanted)).map(({ id }) => id)

test('every word has to be in the topic or in the decision', () => {
  const debates = [
    debate('1', { topic: 'Tea or coffee?', decision: 'Tea' }),
    debate('2', { topic: 'Tea at five?', decision: 'Yes, at five' }),
    debate('3', { topic: 'Coffee at nine?' }),
  ]
  expect(find(debates, { search: 'TEA coffee' })).toEqual(['1'])
  expect(find(debates, { search: 'yes at' })).toEqual(['2'])
  expect(find(debates, { search: 'at' })).toEqual(['2', '3'])
})

test('mode and status filter the list', () => {
  const debates = [
    debate('1', { mode: 'delphi' }),
    debate('2', { status: 'completed' }),
    debate('3', { mode: 'delphi' }),
  ]
  expect(find(debates, { mode: 'delphi' })).toEqual(['1', '3'])
  expect(find(debates, { status: 'completed' })).toEqual(['2'])
  expect(find(debates, { mode: 'delphi', status: 'completed' })).toEqual([])
})
